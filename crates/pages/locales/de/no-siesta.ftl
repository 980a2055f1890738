# ¡No Siesta!

unit-olive = Olive
unit-grain = Getreide
unit-grapes = Traube
unit-pig = Schwein
unit-donkey = Esel
unit-silver = Silber
unit-hat = Hut
commodity = Handelsware
nothing = nichts
units-olive = { $count ->
    [one] { $count } Olive
   *[other] { $count } Oliven
}
units-grain = { $count ->
    [one] { $count } Getreide
   *[other] { $count } Getreide
}
units-grapes = { $count ->
    [one] { $count } Traube
   *[other] { $count } Trauben
}
units-pig = { $count ->
    [one] { $count } Schwein
   *[other] { $count } Schweine
}
units-donkey = { $count ->
    [one] { $count } Esel
   *[other] { $count } Esel
}
units-silver = { $count } Silber
units-hat = { $count ->
    [one] { $count } Hut
   *[other] { $count } Hüte
}
units-commodity = { $count ->
    [one] { $count } Handelsware
   *[other] { $count } Handelswaren
}
points = { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
}
tile-change = Scheiben versetzen, { $count } Schritte
tile-used = benutzt

area-revenue = Ertrag
area-barn = Scheune
area-helpers = Helfer
area-trades = Fernhandel
area-carts = Karren
area-warehouse = Lager
area-stable = Stall
area-track = Siesta-Leiste
area-market = Markt von Esporles
area-rival = Die neutrale Scheibe
area-display = Helfer zum Anheuern
cart-top = Karren oben
cart-middle = Karren Mitte
cart-bottom = Karren unten
target-helper = Helferfeld { $number }
target-yoke = Esel für { $cart }

helper-roof-selection = Dachdecker
helper-change-revenue = Buchhalterin
helper-trade-good = Händlerin
helper-storage = Verwalter
helper-carts = Fuhrmann
helper-siesta = Träumerin
helper-roofing-costs = Zimmermann
helper-trade-hat = Wirtin
helper-copy = Lehrling
helper-any-order = Packer
helper-siesta-or-work = Tagelöhner
helper-take-back = Hirtin
skill-roof-selection = Zieht zwei Dachplättchen und behält eines.
skill-change-revenue = Versetzt eine Scheibe entlang eines Pfeils, einmal pro Wertung.
skill-trade-good = Bringt bei jedem Geschäft ein Gut deiner Wahl.
skill-storage = Bringt ein Silber für jeden neuen Satz im Lager und jedes neue Paar im Stall.
skill-carts = Zieht die Karren: Esel braucht es keine.
skill-siesta = Macht aus einer Handelsware einen Hut, einmal pro Wertung.
skill-roofing-costs = Jeder Abschnitt der Scheune kostet ein Silber weniger, aber mindestens eines.
skill-trade-hat = Bringt bei jedem Geschäft einen Hut.
skill-copy = Lernt für eine Scheibe, was ein Helfer von jemand anderem kann.
skill-any-order = Belädt die Karren in beliebiger Reihenfolge.
skill-siesta-or-work = Macht aus einem Esel einen Hut oder aus einem Hut einen Esel, einmal pro Wertung.
skill-take-back = Holt für einen Esel zwei Dinge aus Lager und Stall zurück, einmal pro Wertung.
helper-vacant = Am Ende der Runde kommt ein Helfer.
helper-copied = Kopiert: { $helper } von { $name }

market-discs = Scheiben
market-harvest-sets = Ernten
market-roof-tiles = Dächer
market-animal-pairs = Tiere
market-helpers = Helfer
market-trades = Geschäfte
pays-discs = { $points } für jede deiner Scheiben im Vorrat und auf der Ertragstafel
pays-harvest-sets = { $points } für jeden Satz aus drei Gütern
pays-roof-tiles = { $points } für jeden Abschnitt mit Dach
pays-animal-pairs = { $points } für jedes Tierpaar
pays-helpers = { $points } für jeden Helfer
pays-trades = { $points } für jedes Geschäft

item-roofs = Dächer
item-roof-bonuses = Dachplättchen mit Punkten
item-helpers = Helfer
item-trades = Geschäfte
item-warehouse = Lager
item-stable = Stall
item-carts = Karren
item-track = Siesta-Leiste
item-market = Markt: { $space }

pay-free = { $unit } ohne Scheibe
pay-taken = { $unit } zurückgeholt
pay-commodity = Handelsware als { $unit }
pay-swapped = { $given } als { $unit }

step-take = nimmt { $face }
step-take-part = nimmt { $face }, markiert { $units }
step-lower = legt { $face } nach unten
step-mark = markiert { $units }
step-spend = { $payment } → { $target }
step-trade = handelt: { $payments }
step-use = nutzt das Dachplättchen: { $tile }
step-move = versetzt eine Scheibe: { $from } → { $to }
step-move-no-more = versetzt keine Scheibe mehr
step-take-back = holt { $first } und { $second } zurück
step-copy = kopiert: { $helper } von { $name }
step-choose = bekommt { $unit }
step-keep = behält das Dachplättchen: { $tile }
step-market = legt eine Scheibe auf den Markt: { $space }
step-no-market = legt keine Scheibe auf den Markt
step-hire = heuert an: { $helper }
step-done = beendet die Wertung
step-roll = Würfel: { $dice }
step-draw = Dachplättchen: { $tiles }
step-neutral = Neutraler Würfel: { $face }

phase-chance = Die Würfel rollen …
phase-take = { $name } nimmt einen Würfel …
phase-lower = { $name } legt einen Würfel nach unten …
phase-last = Der letzte Würfel ist für alle. Warten auf { $names } …
phase-score = { $name } wertet …
phase-keep = { $name } wählt ein Dachplättchen …
phase-market = { $name } ist auf dem Markt …
phase-hire = { $name } heuert Hilfe an …

task-take = Nimm einen Würfel.
task-take-again = Nimm einen Würfel aus dem zweiten Wurf.
task-lower = Leg einen Würfel auf das untere Würfelfeld.
task-last = Der letzte Würfel ist für alle: Markier ihn, oder lass es.
task-score = Drück auf das, was leuchtet. Oder wähl unten, was du ausgibst, und sieh, wohin es kann.
task-score-over = Es gibt nichts mehr auszugeben.
task-spend = Drück dorthin, wo es hin soll.
task-trade = Womit bezahlst du das Geschäft?
task-move = Welche Scheibe versetzt du?
task-move-more = { $count ->
    [one] Das Plättchen versetzt noch eine Scheibe.
   *[other] Das Plättchen versetzt noch { $count } Scheiben.
}
task-take-back = Welche zwei Dinge holst du für einen Esel zurück?
task-copy = Wessen Können soll es sein?
task-keep = Behalt eines der zwei Dachplättchen.
task-market = Der Karren ist voll. Leg eine Scheibe auf ein leuchtendes Feld des Marktes, oder lass es.
task-choose = Welches Gut bringt die Händlerin?
task-hire = Heuer jemanden an. Die Hilfe wirkt ab der nächsten Runde.
mark = { $units } markieren
mark-only = nur { $units }
mark-nothing = nichts markieren
undo-step = Rückgängig
undo-limit = Rückgängig geht nur, was nach den letzten Würfeln oder dem letzten Dachplättchen kam.
done-scoring = Wertung beenden
done-loses = Du würdest verlieren: { $what }
confirm-done = Deine Wertung beenden?

farm-of = Hof von { $name }
round = Runde { $number }
start-player = { $name } beginnt
stock = { $count ->
    [one] { $count } freie Scheibe
   *[other] { $count } freie Scheiben
}
stock-explained = Alles, was du markierst, braucht eine freie Scheibe, bis du es ausgibst.
spend = { $what } ausgeben
chip-free = frei
chip-taken = zurück
trades-note = Drei gleiche für { $points } und eine Handelsware; ein Geschäft pro Wertung.
warehouse-note = { $points } für drei verschiedene Güter
stable-note = { $points } für ein Schwein und einen Esel
done = erledigt
yoke-explained = Esel, die den Karren ziehen
cart-points = Punkte, wenn du ihn als Erstes füllst, und für alle danach
section-says = Abschnitt { $number }: { $points } Punkte, { $cost } Silber
helper-says = Feld { $number }: { $marked } von { $count } markiert, { $points } Punkte
cart-says = { $loaded } von { $goods } Gütern, { $hitched } von { $donkeys } Eseln, { $larger } Punkte als Erstes, { $smaller } für alle anderen
row-says = { $unit }: { $count } von { $all }
track-start = Start
track-disc = Bringt eine Scheibe
track-cart = Hier füllt die neutrale Scheibe einen Karren
track-says = Feld { $space }: { $names }
dice-says = Würfel: { $dice }
close-to = { $what }: noch { $count }
close-roof = Dach
close-track = Ende der Leiste
standing = Leiste { $track }, { $stock ->
    [one] { $stock } freie Scheibe
   *[other] { $stock } freie Scheiben
}
standing-scores = wertet

rival-upper = Obere Würfel
rival-lower = Untere Würfel
rival-moves = Sie rückt vor, wenn du einen Würfel nimmst, der einem oberen gleicht, und nach einer Runde ohne Hut unten.
rival-ahead = Leiste: du { $own }, neutral { $rival }
rival-carts = Die höheren Punkte sind weg: { $carts }
rounds-left = { $count ->
    [0] Die letzte Runde
    [one] Höchstens noch { $count } Runde
   *[other] Höchstens noch { $count } Runden
}
tiles-beside = { $count ->
    [one] { $count } Dachplättchen zu bauen
   *[other] { $count } Dachplättchen zu bauen
}
result-solo = { $rank }: { $points }
rank-beginner = Neuling
rank-struggling = Schlägt sich durch
rank-noticed = Im Dorf bemerkt
rank-promising = Vielversprechend
rank-settled = Angekommen
rank-landowner = Gutsherrschaft

steps = Was geschehen ist
fair-dice = Ehrliche Würfel: so prüfst du sie
verify = Würfel prüfen
hint-area = Sieh hier nach: { $area }.

home-no-siesta = Würfel, ein Hof und keine Zeit für ein Nickerchen: Nimm Würfel, füll Karren, bau die Scheune, heuer Helfer an. Allein oder bis zu viert.
home-dice = Die sechs Seiten eines Würfels
play-solo = Allein spielen
mode-solo = allein
mode-standard = Standard
mode-original = Original La Granja
mode-experienced = erfahrene Landleute
mode-original-explained = Ein Wurf pro Runde; der letzte Würfel zählt, wie er liegt.
mode-experienced-explained = Alle Helfer liegen in der Mitte, darunter sechs graue, und wer auf der Leiste weiter ist, heuert zuerst an.
new-game = Spiel
new-mode = Regeln
new-alone = allein
