# The table.

list-and = { $first } and { $last }
table-title-waiting = A table
table-closed = Everybody has left this table.
play-label = The board
side-label = The game
waiting-title = Waiting for somebody
waiting-share = Send this link to a friend, or let them point a camera at it. The game begins when they sit down.
waiting-link = Link to this table
copy = Copy
copied = Copied
share = Share
link-copied = Link copied
start-with-bots = Do not wait: free seats for bots,
start = Begin
leave = Leave the table

live-lost = The connection is lost. We keep trying; nothing of yours is lost.
your-turn = Your turn.
your-turn-how = Choose a piece, then a cell. Three pieces a turn, and you must score.
turn-of = { $name } is thinking …
not-sent = Not sent yet.
gains-nothing-yet = No points yet.
send = Send
sending = Sending…
steps-stopped = { $accepted } of { $count } steps were played. { $reason }
undo = Take back a piece
clear = Start over
hint = Hint
hint-more = Show me
hint-nudge = Look near { $cell }. You need: { $pieces }.
hint-answer = { $turn }
confirm-send = Send this turn?
palette-label = Pieces
left = { $count } left
roofs-left = { $count ->
    [one] { $count } roof
   *[other] { $count } roofs
}
you = you
bot = bot
left-game = left
is-here = is here
is-away = is away
look-on = { $count ->
    [one] { $count } looks on
   *[other] { $count } look on
}
clock = Time left
turns = Turns
turns-none = No turn yet.
takeback = Take back
takeback-asked = { $name } would like to take back a turn.
takeback-yes = Allow
takeback-no = Refuse
resign = Resign
resign-question = Give up this game?
rematch = Rematch
rematch-go = To the rematch
replay = Replay
record = Record
talk = Talk
talk-none = Nobody has said anything.
talk-deleted = Deleted account
talk-label = Say something
talk-send = Say
room-players = to players
room-spectators = among spectators

board-label = Board, 12 by 12
cell-empty = empty
cell-fresh = not sent yet, press to take it back
cell-your-roof = your roof
cell-roof-of = roof of { $name }
cell-lay = lay a piece here: { $piece }
piece-sun = sun
piece-roof = roof
piece-shadow = shadow

reason-new = New Siesta { $cells }: { $gains }
reason-longer = Longer Siesta { $cells }, { $shadows } more: { $gains }
reason-double = Double Siesta { $cells }: { $gains }

refusal-not-your-turn = It is { $name }’s turn.
refusal-occupied = { $cell }: there is a { $piece } already.
refusal-touches-nothing = { $cell }: a piece must touch another one along an edge.
refusal-sun-touches-shadow = { $cell }: a sun may not touch the shadow at { $other }.
refusal-shadow-touches-sun = { $cell }: a shadow may not touch the sun at { $other }.
refusal-shadow-outside = { $cell }: a shadow must lie behind a roof that a sun shines on, in a straight line.
refusal-opening = { $cell }: the first turn is one sun, one roof and one shadow, and its { $piece } lies already.
refusal-full = { $cell }: a turn has three pieces.
refusal-after-the-end = { $cell }: the game ends with the piece before. { $end }
refusal-no-point = { $cell }: the turn would be complete and score nothing for you.
refusal-dead-end = { $cell }: after this piece no turn could score for you.
refusal-too-few = A turn has three pieces, and this one has { $count }.

end-suns = The last sun is laid.
end-shadows = The last shadow is laid.
end-roofs = { $name } has laid the last roof.
end-stuck = { $name } has no turn that scores.
end-resigned = { $name } has given up.
end-out-of-time = { $name } ran out of time.
result-wins = { $names } wins
result-share = { $names } share the win
result-team = { $names } win, { $points } to { $other }
result-draw = A draw, { $points } all
result-over = The game is over
earned-caption = How each scored
earned-player = Player
earned-siestas = Siestas
earned-doubles = Double Siestas
earned-total = Points
rating-change = rating { $rating } ({ $change })
