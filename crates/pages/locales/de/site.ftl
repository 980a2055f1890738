# Was jede Seite umgibt, die Startseite und neue Tische.

site-description = Siesta online spielen, gegen Menschen und Bots: ohne Anmeldung, mit einem Link für Freunde.
skip = Zum Inhalt
nav-label = Bereiche
nav-play = Spielen
nav-learn = Lernen
nav-sandbox = Sandkasten
nav-leaderboard = Rangliste
nav-settings = Einstellungen
nav-sign-in = Anmelden
footer-about = Sobremesa: die Zeit nach dem Essen, in der alle noch am Tisch sitzen bleiben.
footer-api = Für Programme
language = Sprache

request-waits = Warten auf den Server …
request-dropped = Deine letzten Eingaben wurden nicht ausgeführt, weil sich das Spiel inzwischen geändert hat.
request-lost = Keine Verbindung zum Server. Es ist nichts verloren.
request-slow = Der Server hat nicht rechtzeitig geantwortet. Es ist nichts verloren.
request-failed = Der Server konnte das gerade nicht ausführen. Es ist nichts verloren.
request-again = Erneut versuchen

home-page = Siesta online
home-title = Bleib noch am Tisch
home-lead = Siesta ist ein Spiel um Sonnen, Dächer und Schatten für zwei bis vier. Stell deine Dächer dorthin, wo der Schatten fällt.
home-example = Sonne, Dach, Schatten in einer Linie: eine Siesta. Sie bringt allen Punkte, deren Dach darin liegt.
home-mine = Deine Partien
home-open = Offene Tische
home-open-none = Gerade wartet niemand. Deck einen Tisch, dann kommt schon jemand.
home-live = Wird gerade gespielt
home-live-none = Im Moment läuft keine öffentliche Partie.
home-your-turn = du bist dran
play-now = Jetzt spielen
play-level = gegen
play-friend = Mit Freunden spielen
play-match = Gegner finden
play-match-how = Wer als Nächstes drückt, spielt mit dir: eine Minute je Zug und fünf in Reserve.
play-other = Andere Möglichkeiten
example-first = Orange
example-second = Blau
join = Mitspielen
mode-teams = zwei Teams
players-count = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
}
scoring-online-short = Online-Wertung
clock-live-short = { $seconds } s pro Zug
days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
rated = gewertet

level = Spielstärke
level-1 = Neuling
level-2 = Gast
level-3 = Nachbarin
level-4 = Stammgast
level-5 = Gastgeberin
level-6 = Clubspieler
level-7 = Könnerin
level-8 = Meister

new-title = Neuer Tisch
new-players = Wie viele spielen mit?
new-seats = Wer spielt mit dir?
new-seats-hint = Wer anfängt, wird zu Beginn der Partie ausgelost.
new-seat = Platz { $number }
new-invite = Mit Namen einladen, durch Kommas getrennt
new-clock = Uhr
new-turn-seconds = Sekunden pro Zug
new-reserve-minutes = Minuten in Reserve
new-days = Tage pro Zug
new-public = In der Liste der offenen Tische zeigen
new-more = Weitere Einstellungen
new-teams = Zwei Teams (zu viert)
new-scoring = Wertung
new-rated = Gewertet: Das Ergebnis ändert deine Wertungszahl
new-rated-guest = Melde dich an, um gewertete Partien zu spielen.
new-rated-clock = Mit Uhr: eine Minute pro Zug und fünf in Reserve, wenn du keine wählst.
new-create = Tisch decken
seat-open = freier Platz
seat-anybody = Wer mag
seat-invited = Jemand, den ich einlade
seat-bot = Bot { $level }: { $name }
clock-none = So lange du willst
clock-live = Live
clock-correspondence = Fernpartie
scoring-printed = Wie in der Schachtel
scoring-online = Wie in der Online-Ausgabe

error-404 = Hier ist nichts
error-403 = Nicht für dich
error-429 = Zu schnell
error-500 = Unser Fehler
error-other = Das hat nicht geklappt
error-home = Zur Startseite
