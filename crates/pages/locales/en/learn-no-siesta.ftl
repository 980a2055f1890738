# The rules of ¡No Siesta! and its lessons.

learn-games = Games to learn
learn-farm-title = Learn ¡No Siesta!
learn-farm-lead = Everybody has a farm on a sheet of paper. Dice bring goods, animals, silver and hats; what you make of them is up to you.
learn-farm-marks = The pictures come from real games: a cross is a circle that is filled, a red seal shows points that are won, and above each picture stands what was just done. Orange and blue are the players.
learn-farm-lessons = Seven short tasks on a real farm. Whatever is lit can be pressed, and every step can be taken back.

farm-rule-round-title = A round at a glance
farm-rule-round-text =
    First the dice are shared out, and each die that you take becomes revenue. Then the players score one after the other: they spend their revenue on their farms.
    Whoever has the little pig begins; after the round it moves on to the next player.
    When somebody has come to the end of the Siesta Track, the round is played out and the game is over. Most points win.
farm-rule-dice-title = Sharing out the dice
farm-rule-dice-text =
    Two players roll { $dice-two } dice, three { $dice-three }, four { $dice-four }. In turn, each takes one and marks what it shows.
    The rest is rolled again, and each takes a second one.
    One die remains. It is rolled once more, and what it shows is for everybody.
    Olive and grain share one face: whoever takes it may mark both.
farm-rule-revenue-title = Discs and revenue
farm-rule-revenue-text =
    To mark something you need a free disc: it goes to the space of that unit and stays there until the unit is spent. A space holds as many discs as you like.
    You begin with { $stock } discs; up to { $won } more can be won on the Siesta Track.
    If you run out of discs, you mark less. You may also decline; but nothing can be marked afterwards.
farm-rule-scoring-title = Scoring
farm-rule-scoring-text =
    Spend your units in any order, each on a circle that shows it. The disc is free again at once, even for something else in the same scoring.
    A commodity is a joker: it stands for any unit except a hat. You can save one of them, on a disc, for later rounds.
    All other revenue that you do not spend is lost at the end of the round. Units from roof tiles and helpers need no disc, but they do not outlast your scoring.
farm-rule-barn-title = Barn and roof tiles
farm-rule-barn-text =
    Silver builds the barn: { $sections } sections, one after the other from the left. A finished section is worth between { $roof-least } and { $roof-most }, and a roof tile is drawn for it at once.
    Use the tile in this scoring or in a later one, but only once. Tiles with points are not used: they count at the end.
    There are { $tiles } tiles of { $kinds } kinds:
farm-rule-helpers-title = Helpers
farm-rule-helpers-text =
    The { $helpers } helper spaces ask for different things, in any order. When a space is full, somebody comes to it at the end of the round: you choose who.
    A helper works from the next round until the end of the game. Nobody can be hired twice by the same player, and the later spaces bring up to { $helper-most }.
farm-rule-trades-title = Long-distance trade
farm-rule-trades-text =
    A trade takes three units in one go. It is worth { $trade-points } and brings a commodity.
    You have { $trades } boxes, each for one trade, and there is time for one trade in each scoring.
farm-rule-carts-title = Carts
farm-rule-carts-text =
    Goods are loaded from left to right; the donkeys may come at any time. You can work on all three carts at once.
    A complete cart brings a commodity, and many points: the larger seal for whoever is first with this cart, the smaller one for all who come later. If several finish it in the same round, the one who is further on the Siesta Track counts as the first, and if they are level, all of them do.
farm-rule-market-title = The market
farm-rule-market-text =
    For each cart that you complete, you may put one free disc on the market. It stays there until the end of the game, and then pays for something that you have a lot of.
    On each space you may have one disc, and all together one disc fewer than there are players; who plays alone finds room for one.
farm-rule-storage-title = Warehouse and stable
farm-rule-storage-text =
    Goods that you need for nothing else go to the warehouse, animals to the stable; each row is filled from the left.
    Three different goods are a set and worth { $set-points }. A pig and a donkey are a pair and worth { $pair-points }.
farm-rule-track-title = The Siesta Track and the end
farm-rule-track-text =
    Each hat is a step forward; hats are good for nothing else. Some spaces give you one more disc for the rest of the game.
    There are { $spaces } spaces, and each one that you have reached is worth { $space-points }. Whoever is on the last one ends the game with this round, and further hats do nothing for them.
farm-rule-final-title = The final score
farm-rule-final-text =
    The sheet adds itself up: roofs, roof tiles with points, helpers, trades, sets, pairs, carts, the track, and what the market pays.
    If two are equal, the one further on the track wins. If they are equal there too, they share the win.
farm-rule-others-title = Original and experienced
farm-rule-others-text =
    Original La Granja is for two, and quicker: the dice are rolled only once in a round. You take two each, in turn, and the last one counts for both as it lies.
    Experienced farmers have { $grey } more helpers, the grey ones. All lie in the middle, and there are not enough for everybody: whoever is further on the Siesta Track hires first.
farm-rule-solo-title = Alone
farm-rule-solo-text =
    Your rival is a neutral disc. At the start a die gives it a cart, whose larger points are gone, and a space of the market. Later it gets another cart, and a disc on the market, on the marked spaces of its track.
    You play with { $solo-dice } dice. Two of them lie above, from the round before; { $solo-rolled } are rolled. Twice you take one for yourself and put one below; the last is rolled again and is yours too.
    The neutral disc moves when you take a die like one above, and after a round without a hat below. The dice below are then above in the next round.
    Only one roof tile a round becomes available. The game ends with the track, or after { $solo-rounds } rounds. Being first at the end of the track is worth a point for each space of your lead; being behind costs as much. The score tells your rank.

farm-lesson-missed = All legal, but not what was asked for.
farm-lesson-again = Look at what is missing below, go back a step or start over, and try another way.
farm-lesson-lost = Lost at the end of the scoring: { $what }
farm-lesson-right = Well done!
farm-lesson-gain = Gained so far: { $points }

goals = What is to be reached
goal-reached = reached
goal-open = not yet
goal-disc = a disc on this space: { $unit }
goal-last-die = the last die is dealt with
goal-sets = { $count ->
    [one] a set of three goods in the warehouse
   *[other] { $count } sets of three goods in the warehouse
}
goal-pairs = { $count ->
    [one] a pig and a donkey in the stable
   *[other] { $count } pairs in the stable
}
goal-roofs = { $count ->
    [one] one section of the barn has a roof
   *[other] { $count } sections of the barn have a roof
}
goal-used = { $count ->
    [one] the roof tile is used
   *[other] { $count } roof tiles are used
}
goal-loaded = { $count } goods on the { $cart }
goal-complete = the { $cart } is complete
goal-market = a disc on the market that would pay { $points } now
goal-trades = { $count ->
    [one] a trade
   *[other] { $count } trades
}
goal-space = helper space { $number } is full
goal-hired = hired: { $helper }
goal-points = at least { $points } in this scoring
goal-nothing-lost = the scoring is ended, and nothing was lost

farm-lesson-dice-title = Dice to choose from
farm-lesson-dice-task =
    Your warehouse lacks grapes for its first set, and your stable lacks a pig for its first pair.
    Take the dice that help. You get two, and the last one comes to everybody; blue takes some in between.
farm-lesson-dice-praise = Two dice of your choice and one for all, each on a disc of yours: that is your revenue for this round.
farm-lesson-store-title = Goods and animals
farm-lesson-store-task =
    Your scoring begins. Every circle that glows can be marked with something from your revenue.
    Helpers would like your goods as well. But now complete a set in the warehouse and a pair in the stable.
farm-lesson-store-praise = Those are two points. Each row wants the same attention: a set takes one of each good.
farm-lesson-roof-title = A roof, and what comes with it
farm-lesson-roof-task =
    One silver is missing for the first section of the barn. Build it, and a roof tile is drawn; in a game, chance decides which one.
    Press the tile to use it. Put one pig on the top cart and one into the stable.
farm-lesson-roof-praise = What a tile brings needs no disc, but it is gone when your scoring ends. If there is no use for it, leave the tile for another round.
farm-lesson-cart-title = Off to market
farm-lesson-cart-task =
    Your top cart is almost ready. Load the rest from left to right, and hitch the donkey.
    Then a disc may go to the market. Find the space that would pay the most: you have made two trades and hired one helper.
farm-lesson-cart-praise = You were first with this cart: the larger points, a commodity, and a place on the market that grows with every further trade.
farm-lesson-trade-title = Three in one go
farm-lesson-trade-task =
    Two olives and a commodity are as good as three olives: make a trade of them.
    A trade brings a new commodity. Use it with the grapes to complete a set in the warehouse.
farm-lesson-trade-praise = A commodity went and a commodity came. Trades keep it going, but only one in each scoring.
farm-lesson-helper-title = Help is on its way
farm-lesson-helper-task =
    Your middle cart is full of goods, but one donkey is not enough to pull it, and you have no more.
    Fill helper space { $space } instead and end your scoring. At the end of the round, hire somebody who makes donkeys unnecessary.
farm-lesson-helper-praise = The cart will roll by itself at your next scoring, and the other two need no donkeys either. Helpers pay off most when they come early.
farm-lesson-end-title = Nothing wasted
farm-lesson-end-task =
    This is the whole farm. Gain { $points } with what you have, and end your scoring such that nothing is lost.
    One commodity may stay, and an unused roof tile as well; everything else would be gone.
farm-lesson-end-praise = A set, a pair, a roof and a step, and a commodity and a tile for next time. That is a round of a good farmer.
