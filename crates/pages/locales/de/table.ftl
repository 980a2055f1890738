# Der Tisch.

list-and = { $first } und { $last }
table-title-waiting = Ein Tisch
table-closed = Alle haben diesen Tisch verlassen.
play-label = Das Brett
side-label = Die Partie
waiting-title = Warten auf Gesellschaft
waiting-share = Schick diesen Link weiter oder lass jemanden die Kamera darauf richten. Die Partie beginnt, sobald alle sitzen.
waiting-link = Link zu diesem Tisch
copy = Kopieren
copied = Kopiert
share = Teilen
link-copied = Link kopiert
start-with-bots = Nicht warten: freie Plätze für Bots,
start = Anfangen
leave = Tisch verlassen

live-lost = Die Verbindung ist weg. Wir versuchen es weiter; von dir geht nichts verloren.
your-turn = Du bist dran.
your-turn-how = Wähl einen Stein, dann ein Feld. Drei Steine pro Zug, und du musst punkten.
turn-of = { $name } überlegt …
not-sent = Noch nicht gesendet.
gains-nothing-yet = Noch keine Punkte.
send = Senden
sending = Wird gesendet …
steps-stopped = { $accepted } von { $count } Schritten wurden gespielt. { $reason }
undo = Stein zurücknehmen
clear = Von vorn
hint = Tipp
hint-more = Zeig es mir
hint-nudge = Sieh dich bei { $cell } um. Du brauchst: { $pieces }.
hint-answer = { $turn }
confirm-send = Diesen Zug senden?
palette-label = Steine
left = noch { $count }
roofs-left = { $count ->
    [one] { $count } Dach
   *[other] { $count } Dächer
}
you = du
bot = Bot
left-game = gegangen
is-here = ist da
is-away = ist nicht da
look-on = { $count ->
    [one] { $count } schaut zu
   *[other] { $count } schauen zu
}
clock = Restzeit
turns = Züge
turns-none = Noch kein Zug.
takeback = Zurücknehmen
takeback-asked = { $name } möchte einen Zug zurücknehmen.
takeback-yes = Erlauben
takeback-no = Ablehnen
resign = Aufgeben
resign-question = Diese Partie aufgeben?
rematch = Revanche
rematch-go = Zur Revanche
replay = Nachspielen
record = Aufzeichnung
talk = Gespräch
talk-none = Noch hat niemand etwas gesagt.
talk-deleted = Gelöschtes Konto
talk-label = Sag etwas
talk-send = Sagen
room-players = an die Spielenden
room-spectators = unter den Zuschauenden

board-label = Brett, 12 mal 12
cell-empty = leer
cell-fresh = noch nicht gesendet, drücken, um zurückzunehmen
cell-your-roof = dein Dach
cell-roof-of = Dach von { $name }
cell-lay = hierhin legen: { $piece }
piece-sun = Sonne
piece-roof = Dach
piece-shadow = Schatten

reason-new = Neue Siesta { $cells }: { $gains }
reason-longer = Längere Siesta { $cells }, { $shadows } mehr: { $gains }
reason-double = Doppel-Siesta { $cells }: { $gains }

refusal-not-your-turn = { $name } ist am Zug.
refusal-occupied = { $cell }: Das Feld ist schon besetzt ({ $piece }).
refusal-touches-nothing = { $cell }: Ein Stein muss an der Kante eines anderen liegen.
refusal-sun-touches-shadow = { $cell }: Eine Sonne darf den Schatten auf { $other } nicht berühren.
refusal-shadow-touches-sun = { $cell }: Ein Schatten darf die Sonne auf { $other } nicht berühren.
refusal-shadow-outside = { $cell }: Ein Schatten muss in gerader Linie hinter einem Dach liegen, auf das eine Sonne scheint.
refusal-opening = { $cell }: Der erste Zug hat eine Sonne, ein Dach und einen Schatten; schon gelegt: { $piece }.
refusal-full = { $cell }: Ein Zug hat drei Steine.
refusal-after-the-end = { $cell }: Mit dem Stein davor endet die Partie. { $end }
refusal-no-point = { $cell }: Der Zug wäre fertig und brächte dir keinen Punkt.
refusal-dead-end = { $cell }: Nach diesem Stein könnte dir kein Zug mehr einen Punkt bringen.
refusal-too-few = Ein Zug hat drei Steine, dieser hat { $count }.

end-suns = Die letzte Sonne liegt.
end-shadows = Der letzte Schatten liegt.
end-roofs = { $name } hat das letzte Dach gelegt.
end-stuck = { $name } hat keinen Zug, der Punkte bringt.
end-resigned = { $name } hat aufgegeben.
end-out-of-time = Die Zeit von { $name } ist abgelaufen.
result-wins = { $names } gewinnt
result-share = { $names } gewinnen gemeinsam
result-team = { $names } gewinnen, { $points } zu { $other }
result-draw = Unentschieden, { $points } zu { $points }
result-over = Die Partie ist vorbei
earned-caption = Womit alle gepunktet haben
earned-player = Wer
earned-siestas = Siestas
earned-doubles = Doppel-Siestas
earned-total = Punkte
rating-change = Wertung { $rating } ({ $change })
