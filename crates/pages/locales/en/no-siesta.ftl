# ¡No Siesta!

unit-olive = olive
unit-grain = grain
unit-grapes = grapes
unit-pig = pig
unit-donkey = donkey
unit-silver = silver
unit-hat = hat
commodity = commodity
nothing = nothing
units-olive = { $count ->
    [one] { $count } olive
   *[other] { $count } olives
}
units-grain = { $count ->
    [one] { $count } grain
   *[other] { $count } grains
}
units-grapes = { $count ->
    [one] { $count } grapes
   *[other] { $count } grapes
}
units-pig = { $count ->
    [one] { $count } pig
   *[other] { $count } pigs
}
units-donkey = { $count ->
    [one] { $count } donkey
   *[other] { $count } donkeys
}
units-silver = { $count } silver
units-hat = { $count ->
    [one] { $count } hat
   *[other] { $count } hats
}
units-commodity = { $count ->
    [one] { $count } commodity
   *[other] { $count } commodities
}
points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
tile-change = move discs, { $count } steps
tile-used = used

area-revenue = Revenue
area-barn = Barn
area-helpers = Helpers
area-trades = Long-distance trade
area-carts = Carts
area-warehouse = Warehouse
area-stable = Stable
area-track = Siesta Track
area-market = Market of Esporles
area-rival = The neutral disc
area-display = Helpers to hire
cart-top = top cart
cart-middle = middle cart
cart-bottom = bottom cart
target-helper = helper space { $number }
target-yoke = donkeys of the { $cart }

helper-roof-selection = Roofer
helper-change-revenue = Bookkeeper
helper-trade-good = Merchant
helper-storage = Warden
helper-carts = Carter
helper-siesta = Dreamer
helper-roofing-costs = Carpenter
helper-trade-hat = Innkeeper
helper-copy = Apprentice
helper-any-order = Loader
helper-siesta-or-work = Day labourer
helper-take-back = Shepherd
skill-roof-selection = Draws two roof tiles and keeps one.
skill-change-revenue = Moves one disc along an arrow, once in each scoring.
skill-trade-good = Brings a good of your choice with every trade.
skill-storage = Brings a silver with every new set in the warehouse and every new pair in the stable.
skill-carts = Pulls the carts: no donkeys needed.
skill-siesta = Turns a commodity into a hat, once in each scoring.
skill-roofing-costs = Every section of the barn costs one silver less, but at least one.
skill-trade-hat = Brings a hat with every trade.
skill-copy = Learns the skill of a helper of somebody else, for one disc.
skill-any-order = Loads the carts in any order.
skill-siesta-or-work = Turns a donkey into a hat or a hat into a donkey, once in each scoring.
skill-take-back = For a donkey, takes two things out of warehouse and stable, once in each scoring.
helper-vacant = A helper comes at the end of the round.
helper-copied = Copied: { $helper } of { $name }

market-discs = Discs
market-harvest-sets = Harvests
market-roof-tiles = Roofs
market-animal-pairs = Animals
market-helpers = Helpers
market-trades = Trades
pays-discs = { $points } for each of your discs in stock and on the revenue board
pays-harvest-sets = { $points } for each set of three goods
pays-roof-tiles = { $points } for each section with a roof
pays-animal-pairs = { $points } for each pair of animals
pays-helpers = { $points } for each helper
pays-trades = { $points } for each trade

item-roofs = Roofs
item-roof-bonuses = Roof tiles with points
item-helpers = Helpers
item-trades = Trades
item-warehouse = Warehouse
item-stable = Stable
item-carts = Carts
item-track = Siesta Track
item-market = Market: { $space }

pay-free = { $unit } without a disc
pay-taken = { $unit } taken back
pay-commodity = commodity as { $unit }
pay-swapped = { $given } as { $unit }

step-take = takes { $face }
step-take-part = takes { $face }, marks { $units }
step-lower = puts { $face } below
step-mark = marks { $units }
step-spend = { $payment } → { $target }
step-trade = trades { $payments }
step-use = uses the roof tile: { $tile }
step-move = moves a disc: { $from } → { $to }
step-move-no-more = moves no more discs
step-take-back = takes back { $first } and { $second }
step-copy = copies { $helper } of { $name }
step-choose = gets { $unit }
step-keep = keeps the roof tile: { $tile }
step-market = puts a disc on the market: { $space }
step-no-market = puts no disc on the market
step-hire = hires: { $helper }
step-done = ends the scoring
step-roll = Dice: { $dice }
step-draw = Roof tile: { $tiles }
step-neutral = Neutral die: { $face }

phase-chance = The dice are rolling …
phase-take = { $name } takes a die …
phase-lower = { $name } puts a die below …
phase-last = The last die is for everybody. Waiting for { $names } …
phase-score = { $name } is scoring …
phase-keep = { $name } chooses a roof tile …
phase-market = { $name } is at the market …
phase-hire = { $name } hires a helper …

task-take = Take a die.
task-take-again = Take a die of the second roll.
task-lower = Put a die on the lower dice space.
task-last = The last die is for everybody: mark it, or not.
task-score = Press what is lit. Or choose below what to spend, and see where it can go.
task-score-over = There is nothing more to spend.
task-spend = Press where it shall go.
task-trade = How do you pay for the trade?
task-move = Which disc shall move?
task-move-more = { $count ->
    [one] The tile moves one more disc.
   *[other] The tile moves { $count } more discs.
}
task-take-back = Which two things do you take back for a donkey?
task-copy = Whose skill shall be copied?
task-keep = Keep one of the two roof tiles.
task-market = The cart is complete. Put a disc on a lit space of the market, or not.
task-choose = Which good does the merchant bring?
task-hire = Hire a helper. The skill works from the next round on.
mark = mark { $units }
mark-only = only { $units }
mark-nothing = mark nothing
undo-step = Undo
undo-limit = Only what came after the last dice or the last roof tile can be undone.
done-scoring = End my scoring
done-loses = You would lose: { $what }
confirm-done = End your scoring?

farm-of = Farm of { $name }
round = Round { $number }
start-player = { $name } begins
stock = { $count ->
    [one] { $count } free disc
   *[other] { $count } free discs
}
stock-explained = Each unit that you mark takes a free disc until it is spent.
spend = Spend { $what }
chip-free = free
chip-taken = back
trades-note = Three of a kind for { $points } and a commodity; one in each scoring.
warehouse-note = { $points } for three different goods
stable-note = { $points } for a pig and a donkey
done = done
yoke-explained = Donkeys that pull the cart
cart-points = Points for the first to complete it, and for all others
section-says = Section { $number }: { $points } points, { $cost } silver
helper-says = Space { $number }: { $marked } of { $count } marked, { $points } points
cart-says = { $loaded } of { $goods } goods, { $hitched } of { $donkeys } donkeys, { $larger } points for the first, { $smaller } for others
row-says = { $unit }: { $count } of { $all }
track-start = Start
track-disc = Brings a disc
track-cart = The neutral disc finishes a cart here
track-says = Space { $space }: { $names }
dice-says = Dice: { $dice }
close-to = { $what }: { $count } to go
close-roof = roof
close-track = end of the track
standing = track { $track }, { $stock ->
    [one] { $stock } free disc
   *[other] { $stock } free discs
}
standing-scores = is scoring

rival-upper = Upper dice
rival-lower = Lower dice
rival-moves = It moves when you take a die that matches an upper one, and after a round without a hat below.
rival-ahead = Track: you { $own }, neutral { $rival }
rival-carts = The larger points are gone: { $carts }
rounds-left = { $count ->
    [0] The last round
    [one] { $count } more round at most
   *[other] { $count } more rounds at most
}
tiles-beside = { $count ->
    [one] { $count } roof tile to build
   *[other] { $count } roof tiles to build
}
result-solo = { $rank }: { $points }
rank-beginner = Beginner
rank-struggling = Getting by
rank-noticed = Noticed in the village
rank-promising = Promising
rank-settled = Settled
rank-landowner = Landowner

steps = What happened
fair-dice = Fair dice: how to check them
verify = Check the dice
hint-area = Look here: { $area }.

home-no-siesta = Dice, a farm, and no time for a nap: take dice, fill carts, build the barn, hire helpers. Alone, or up to four.
home-dice = The six faces of a die
play-solo = Play alone
mode-solo = alone
mode-standard = standard
mode-original = Original La Granja
mode-experienced = experienced farmers
mode-original-explained = One roll a round; the last die counts as it lies.
mode-experienced-explained = All helpers lie in the middle, six grey ones among them, and whoever is further on the track hires first.
new-game = Game
new-mode = Rules
new-alone = alone
