# The rules and the lessons.

example-third = green
example-fourth = pink

learn-title = Learn Siesta
learn-lead = Three kinds of pieces, one idea: the sun shines, the roof keeps it off, and behind it somebody can sleep.
learn-marks = In the pictures, pieces with a dashed edge have just been laid, and what scores glows yellow. Orange, blue, green and pink are the players.
learn-ready = That is all. Come and sit down.
lessons = Lessons
lessons-lead = Seven short tasks on a real board. The rules watch over every piece, and nothing can break.
lessons-go = To the lessons

rule-turn-title = Your turn
rule-turn-text =
    Lay three pieces, one after the other: suns, shadows and roofs of your own, in any mixture.
    Suns and shadows belong to everybody: 25 and 75 of them. Roofs are yours alone, and you have 15.
    A turn must bring you at least one point. What lies on the board stays there.
rule-opening-title = The first turn
rule-opening-text =
    The board is empty, and whoever begins lays one sun, one roof and one shadow.
    They lie side by side in a straight line, in this order, anywhere on the board. That makes the first point.
rule-places-title = Where pieces may lie
rule-places-text =
    Every piece goes on an empty cell and touches, along an edge, something that lies there already.
    A roof needs nothing else.
    A sun keeps away from shadows.
    A shadow keeps away from suns, and it must fall: a roof in front of it, and in front of that a sun, in one straight line. Whose roof it is does not matter.
rule-siesta-title = A Siesta, and what it scores
rule-siesta-text =
    Suns, then roofs, then shadows, in a straight line without a gap: that is a Siesta. One of each is enough, and more of each is fine.
    Every shadow in it is worth one point to everybody who has a roof in it, whoever’s turn it is. Two roofs of yours in the same line still count once.
rule-longer-title = Making it longer
rule-longer-text =
    Lay more shadows at the end of a line, and each new one scores for all who have a roof in it.
    It also works from the far end: a roof and a sun behind shadows that lie there already make a second Siesta out of them, and all those shadows count for you.
rule-apart-title = Sun and shadow apart
rule-apart-text =
    A sun and a shadow never lie edge to edge, not even when they belong to different lines. Corner to corner is allowed.
    So each sun closes the cells around it to shadows, and each shadow closes its own to suns. A good way to get in somebody’s way.
rule-double-title = Double Siesta
rule-double-text =
    Shadows with a roof and a sun at both ends are two Siestas in one. Their shadows count from both sides.
    If all roofs at both ends are yours, you get 2 points more for the Double Siesta, once.
rule-end-title = The end
rule-end-text =
    The game is over at once when the last sun or the last shadow is laid, or when anybody lays their last roof. That piece may be the first, second or third of a turn, as long as the turn has scored for whoever lays it.
    It is also over when the player to move has no turn that scores. Most points win; equals share the win.
    Here orange was one point behind, scored twice, and then closed the game with the last roof.
rule-teams-title = Two against two
rule-teams-text =
    Four can play in two teams. Partners sit opposite each other: orange with green, blue with pink.
    Everybody still lays their own roofs and must score for themselves. In the end the points of both partners are added up.
rule-scoring-title = Two ways of scoring
rule-scoring-text =
    As in the box, each shadow counts once for a line: when it becomes part of it. A sun or a roof that completes a line scores all of its shadows.
    As in the online edition, only shadows score, but each one that is laid scores its whole line again, the old shadows too. The 2 points for a Double Siesta go to the only player with a roof at both ends, even if others have one at one of them.
    The same turn in both:

lesson-number = Lesson { $number } of { $count }
lesson-done = done
lesson-how = Choose a piece, then a cell. Press a piece that you have laid to take it back.
lesson-missed = A legal turn: { $gains }. But not what was asked for.
lesson-again = Take back a piece or start over, and try another way.
lesson-right = Well done! { $gains }
lesson-next = Next lesson
lesson-last = That was the last lesson. You know all you need for your first game.

lesson-first-title = Your first Siesta
lesson-first-task = The sun at F5 shines in all four directions. Lay a roof beside it and shadows behind the roof, in a straight line. Gain { $points } points.
lesson-first-praise = Sun, roof, shadow. Each shadow in a line with your roof is a point for you.
lesson-longer-title = Longer and longer
lesson-longer-task = You have a Siesta at D5–F5 already. Let its shadow grow, and gain { $points } points.
lesson-longer-praise = Every new shadow of your line is a point. There is no need to begin from nothing each turn.
lesson-apart-title = Sun and shadow apart
lesson-apart-task = Blue has shadows at D5–F5. With roofs of your own and a sun at the far end they are yours as well: gain { $points } points. A sun at H5 would be too close to a shadow; try it and see.
lesson-apart-praise = A roof more, and the sun is far enough away. Lines may be as long as they like.
lesson-double-title = Double Siesta
lesson-double-task = The shadows at F6 and G6 have your roof at one end. Give them another roof of yours and a sun at the other end: make a Double Siesta.
lesson-double-praise = The shadows counted a second time, and 2 points came on top. This is the best thing in the game.
lesson-share-title = Not for the others
lesson-share-task = You share the line in row 5 with blue: its shadows score for both. Find a turn that gains you { $points } points, and blue none.
lesson-share-praise = Sharing is fine while you are ahead, or when you gain more elsewhere. Otherwise look for lines of your own.
lesson-close-title = In the way
lesson-close-task = Blue’s line in row 5 could grow on at G5. See to it that no shadow can go there, and score all the same.
lesson-close-praise = Closed. A roof stops a line, and with a sun behind it, it even gathers the shadows for you.
lesson-end-title = The end
lesson-end-task = You are one point behind and have one roof left. It ends the game as soon as it lies, so score first. End the game in this turn, and win it.
lesson-end-praise = You chose the moment, and you won. Keep an eye on the roofs of everybody.
