# Signing in and up, settings, profiles and leaderboards.

sign-in-title = Welcome back
sign-in-do = Sign in
sign-in-new = New here?
sign-in-to-sign-up = Make an account
sign-up-title = Make an account
sign-up-lead = A name and a password are enough: no e-mail, no questions. Your games are kept, and you can play rated ones.
sign-up-guest = Your games as { $name } come along.
sign-up-guests = Games that you play here as a guest come along, too.
sign-up-do = Make the account
sign-up-known = You have one already?
sign-out = Sign out

field-name = Name
field-name-hint = 3 to 20 letters and digits, with - _ or . between them.
field-new-name = New name
field-password = Password
field-password-hint = At least 8 characters. Keep it well: without an e-mail address we cannot send you a new one.
field-password-now = Your password now
field-new-password = New password
field-new-password-hint = At least 8 characters. Everywhere else you will be signed out, and all your tokens are revoked.

name-length = A name has 3 to 20 characters.
name-character = A name cannot have the character “{ $character }”: letters, digits and - _ . between them.
name-joiners = A name begins and ends with a letter or a digit, with a single - _ or . between.
name-marks = A name has few accents, each on a letter of its own.
name-scripts = All letters of a name are of one script, such as Latin or Greek.
name-reserved = This name is kept for the house. Choose another.
password-short = A password has at least 8 characters.
password-long = A password has at most 200 characters.
password-common = This password is among the first that anybody would try.
password-name = Your name makes a poor password.

settings-title = Settings
settings-look = How it looks and sounds
settings-theme = Light or dark
theme-auto = as the device
theme-light = light
theme-dark = dark
settings-clear = Clear colours
settings-clear-hint = Colours of the players that everybody can tell apart.
settings-sound = Sound
settings-sound-hint = A soft chime when it is your turn.
settings-confirm = Ask before sending
settings-confirm-hint = One more question before a turn is sent.
settings-save = Save
settings-account = Your account
settings-guest = These settings stay in this browser. With an account, your games and ratings go with you.
settings-signed-in = You are signed in as { $name }.
settings-profile = Your profile
settings-section-name = Change your name
settings-section-password = Change your password
settings-section-sessions = Where you are signed in
settings-section-tokens = Tokens for programs
settings-section-delete = Delete the account
settings-done-look = Saved.
settings-done-name = You have a new name.
settings-done-password = You have a new password.
settings-done-sessions = That session has ended.
settings-done-tokens = The token is revoked.
settings-name-do = Change the name
settings-password-do = Change the password
account-wrong-password = That is not your password.

sessions-lead = If you do not know one of these, end it and change your password.
sessions-this = this one
sessions-end = End
sessions-end-all = Sign out everywhere
sessions-end-all-hint = Ends all sessions, here too, and revokes all tokens.
sessions-device = A device
key-since = since
key-until = until
tokens-lead = With a token, a program acts in your name.
tokens-none = No tokens yet.
token-label = What is it for?
token-scope = What may it do?
scope-read = look on
scope-play = play for me
scope-bot = play as a bot
token-make = Make a token
token-made = Here is “{ $label }”. Copy it now: it will not be shown again.
token-secret = The token
token-revoke = Revoke
token-bad-label = Say in 1 to 80 characters what it is for.
token-too-many = You cannot have more tokens. Revoke one first.

delete-lead = Your name, password, sessions and tokens are forgotten at once and for good. Games that are on are given up; finished ones and your messages stay, without your name. For a while nobody else can take it.
delete-sure = Yes, delete my account for good.
delete-not-sure = Tick the box if you are sure.
delete-do = Delete the account

profile-bot = bot
profile-since = Here since
profile-rating = rating
profile-rated = rated
profile-casual = casual
profile-left-early = { $games } left early
profile-tally = { $games ->
    [one] { $games } game
   *[other] { $games } games
}: { $wins } won, { $losses } lost, { $draws } drawn
profile-none = Has not finished a game yet.
profile-none-mine = Your results will stand here after your first game.
profile-games = Last games
profile-games-none = No finished games to show.
outcome-won = won
outcome-lost = lost
outcome-drawn = drawn
graph-label = Rating over { $games ->
    [one] { $games } game
   *[other] { $games } games
}: lowest { $low }, highest { $high }, now { $now }

leaders-title = Leaderboard
leaders-pools = Which game
leaders-people = People
leaders-people-none = Nobody has a rating yet. The first rated game decides who leads.
leaders-bots = Bots
leaders-bots-none = No bot has a rating yet.
leaders-rank = Place
leaders-name = Name
leaders-rating = Rating
leaders-games = Games
pool-siesta-printed = Siesta
pool-siesta-online = Siesta, online scoring
pool-siesta-teams = Siesta in teams
pool-no-siesta = ¡No Siesta!
pool-no-siesta-experienced = ¡No Siesta! for experts
pool-no-siesta-solo = ¡No Siesta! alone

date = { $day } { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
