# Anmelden, Konto, Einstellungen, Profile und Ranglisten.

sign-in-title = Schön, dass du wieder da bist
sign-in-do = Anmelden
sign-in-new = Neu hier?
sign-in-to-sign-up = Konto anlegen
sign-up-title = Konto anlegen
sign-up-lead = Ein Name und ein Passwort genügen: keine E-Mail, keine Fragen. Deine Partien bleiben erhalten, und du kannst gewertete spielen.
sign-up-guest = Deine Partien als { $name } kommen mit.
sign-up-guests = Auch Partien, die du hier als Gast spielst, kommen mit.
sign-up-do = Konto anlegen
sign-up-known = Du hast schon eins?
sign-out = Abmelden

field-name = Name
field-name-hint = 3 bis 20 Buchstaben und Ziffern, dazwischen - _ oder .
field-new-name = Neuer Name
field-password = Passwort
field-password-hint = Mindestens 8 Zeichen. Bewahre es gut auf: Ohne E-Mail-Adresse können wir dir kein neues schicken.
field-password-now = Dein jetziges Passwort
field-new-password = Neues Passwort
field-new-password-hint = Mindestens 8 Zeichen. Überall sonst wirst du abgemeldet, und alle deine Token werden widerrufen.

name-length = Ein Name hat 3 bis 20 Zeichen.
name-character = Ein Name kann das Zeichen „{ $character }“ nicht haben: Buchstaben, Ziffern und dazwischen - _ .
name-joiners = Ein Name beginnt und endet mit einem Buchstaben oder einer Ziffer, dazwischen steht - _ oder . nur einzeln.
name-marks = Ein Name hat wenige Akzente, jeden auf einem eigenen Buchstaben.
name-scripts = Alle Buchstaben eines Namens sind aus einer Schrift, etwa lateinisch oder griechisch.
name-reserved = Dieser Name gehört dem Haus. Nimm einen anderen.
password-short = Ein Passwort hat mindestens 8 Zeichen.
password-long = Ein Passwort hat höchstens 200 Zeichen.
password-common = Dieses Passwort würde jeder als eines der ersten versuchen.
password-name = Dein Name ist kein gutes Passwort.

settings-title = Einstellungen
settings-look = Aussehen und Ton
settings-theme = Hell oder dunkel
theme-auto = wie das Gerät
theme-light = hell
theme-dark = dunkel
settings-clear = Deutliche Farben
settings-clear-hint = Spielerfarben, die alle unterscheiden können.
settings-sound = Ton
settings-sound-hint = Ein leiser Klang, wenn du am Zug bist.
settings-confirm = Vor dem Senden fragen
settings-confirm-hint = Noch eine Frage, bevor dein Zug gesendet wird.
settings-save = Speichern
settings-account = Dein Konto
settings-guest = Diese Einstellungen bleiben in diesem Browser. Mit einem Konto nimmst du deine Partien und Wertungen überallhin mit.
settings-signed-in = Du bist als { $name } angemeldet.
settings-profile = Dein Profil
settings-section-name = Namen ändern
settings-section-password = Passwort ändern
settings-section-sessions = Wo du angemeldet bist
settings-section-tokens = Token für Programme
settings-section-delete = Konto löschen
settings-done-look = Gespeichert.
settings-done-name = Du hast einen neuen Namen.
settings-done-password = Du hast ein neues Passwort.
settings-done-sessions = Diese Sitzung ist beendet.
settings-done-tokens = Das Token ist widerrufen.
settings-name-do = Namen ändern
settings-password-do = Passwort ändern
account-wrong-password = Das ist nicht dein Passwort.

sessions-lead = Kennst du eine davon nicht, beende sie und ändere dein Passwort.
sessions-this = diese hier
sessions-end = Beenden
sessions-end-all = Überall abmelden
sessions-end-all-hint = Beendet alle Sitzungen, auch diese, und widerruft alle Token.
sessions-device = Ein Gerät
key-since = seit
key-until = bis
tokens-lead = Mit einem Token handelt ein Programm in deinem Namen.
tokens-none = Noch keine Token.
token-label = Wofür ist es?
token-scope = Was darf es?
scope-read = zuschauen
scope-play = für mich spielen
scope-bot = als Bot spielen
token-make = Token anlegen
token-made = Hier ist „{ $label }“. Kopiere es jetzt: Es wird nicht noch einmal gezeigt.
token-secret = Das Token
token-revoke = Widerrufen
token-bad-label = Sag in 1 bis 80 Zeichen, wofür es ist.
token-too-many = Mehr Token darfst du nicht haben. Widerrufe zuerst eines.

delete-lead = Dein Name, dein Passwort, deine Sitzungen und Token werden sofort und für immer vergessen. Laufende Partien werden aufgegeben; beendete Partien und deine Nachrichten bleiben, ohne deinen Namen. Eine Zeit lang kann ihn niemand sonst annehmen.
delete-sure = Ja, mein Konto für immer löschen.
delete-not-sure = Setze den Haken, wenn du sicher bist.
delete-do = Konto löschen

profile-bot = Bot
profile-since = Hier seit
profile-rating = Wertung
profile-rated = gewertet
profile-casual = ungewertet
profile-left-early = { $games } früh verlassen
profile-tally = { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
}: { $wins } gewonnen, { $losses } verloren, { $draws } unentschieden
profile-none = Hat noch keine Partie beendet.
profile-none-mine = Nach deiner ersten Partie stehen hier deine Ergebnisse.
profile-games = Letzte Partien
profile-games-none = Keine beendeten Partien zu sehen.
outcome-won = gewonnen
outcome-lost = verloren
outcome-drawn = remis
graph-label = Wertung über { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
}: niedrigste { $low }, höchste { $high }, jetzt { $now }

leaders-title = Rangliste
leaders-pools = Welches Spiel
leaders-people = Menschen
leaders-people-none = Noch hat niemand eine Wertung. Die erste gewertete Partie entscheidet, wer führt.
leaders-bots = Bots
leaders-bots-none = Noch hat kein Bot eine Wertung.
leaders-rank = Platz
leaders-name = Name
leaders-rating = Wertung
leaders-games = Partien
pool-siesta-printed = Siesta
pool-siesta-online = Siesta, Online-Wertung
pool-siesta-teams = Siesta in Teams
pool-no-siesta = ¡No Siesta!
pool-no-siesta-experienced = ¡No Siesta! für Erfahrene
pool-no-siesta-solo = ¡No Siesta! allein

date = { $day }. { $month } { $year }
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
