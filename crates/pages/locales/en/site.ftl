# What is around every page, the front page and new tables.

site-description = Play Siesta online, against people and bots: no sign-up, a link for friends.
skip = To the content
nav-label = Sections
nav-play = Play
nav-learn = Learn
nav-sandbox = Sandbox
nav-leaderboard = Leaderboard
nav-settings = Settings
nav-sign-in = Sign in
footer-about = Sobremesa: the time after lunch when everyone stays at the table.
footer-api = For programs
language = Language

request-waits = Waiting for the server…
request-dropped = Your last taps did not count, because the game has changed.
request-lost = No connection to the server. Nothing is lost.
request-slow = The server did not answer in time. Nothing is lost.
request-failed = The server could not do this just now. Nothing is lost.
request-again = Try again

home-page = Siesta online
home-title = Stay at the table
home-lead = Siesta is a game of suns, roofs and shadows for two to four. Put your roofs where the shade falls.
home-example = Sun, roof, shadow in a line: a Siesta. It scores for everyone whose roof lies in it.
home-mine = Your games
home-open = Open tables
home-open-none = Nobody is waiting. Lay a table, and somebody will come.
home-live = Being played
home-live-none = No public game is on at the moment.
home-your-turn = your turn
play-now = Play now
play-level = against
play-friend = Play with a friend
play-match = Find an opponent
play-match-how = Whoever presses this next plays with you: one minute a turn and five in reserve.
play-other = Other ways to play
example-first = orange
example-second = blue
join = Join
mode-teams = two teams
players-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
scoring-online-short = online scoring
clock-live-short = { $seconds } s a turn
days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
rated = rated

level = Level
level-1 = Newcomer
level-2 = Guest
level-3 = Neighbour
level-4 = Regular
level-5 = Host
level-6 = Club player
level-7 = Expert
level-8 = Master

new-title = New table
new-players = How many play?
new-seats = Who plays with you?
new-seats-hint = The order of play is drawn when the game begins.
new-seat = Seat { $number }
new-invite = Invite by name, with commas between
new-clock = Clock
new-turn-seconds = Seconds a turn
new-reserve-minutes = Minutes in reserve
new-days = Days a turn
new-public = Show it in the list of open tables
new-more = More options
new-teams = Two teams (four players)
new-scoring = Scoring
new-rated = Rated: the result changes your rating
new-rated-guest = Sign in to play rated games.
new-rated-clock = With a clock: a minute a turn and five in reserve if you choose none.
new-create = Lay the table
seat-open = free seat
seat-anybody = Anybody
seat-invited = Somebody I invite
seat-bot = Bot { $level }: { $name }
clock-none = As long as you like
clock-live = Live
clock-correspondence = By correspondence
scoring-printed = As in the box
scoring-online = As in the online edition

error-404 = Nothing here
error-403 = Not for you
error-429 = Too fast
error-500 = Our fault
error-other = That did not work
error-home = To the front page
