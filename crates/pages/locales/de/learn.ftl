# Die Regeln und die Lektionen.

example-third = Grün
example-fourth = Rosa

learn-title = Siesta lernen
learn-lead = Drei Arten von Steinen, eine Idee: Die Sonne scheint, das Dach hält sie ab, und dahinter kann jemand schlafen.
learn-marks = In den Bildern haben frisch gelegte Steine einen gestrichelten Rand, und was Punkte bringt, leuchtet gelb. Orange, Blau, Grün und Rosa sind die Spielenden.
learn-ready = Das war alles. Setz dich dazu.
lessons = Lektionen
lessons-lead = Sieben kurze Aufgaben auf einem echten Brett. Die Regeln passen bei jedem Stein auf, und nichts kann kaputtgehen.
lessons-go = Zu den Lektionen

rule-turn-title = Dein Zug
rule-turn-text =
    Leg drei Steine, einen nach dem anderen: Sonnen, Schatten und eigene Dächer, beliebig gemischt.
    Sonnen und Schatten gehören allen: 25 und 75 gibt es davon. Dächer gehören dir allein, du hast 15.
    Ein Zug muss dir mindestens einen Punkt bringen. Was auf dem Brett liegt, bleibt dort.
rule-opening-title = Der erste Zug
rule-opening-text =
    Das Brett ist leer, und wer anfängt, legt eine Sonne, ein Dach und einen Schatten.
    Sie liegen in dieser Reihenfolge nebeneinander in einer geraden Linie, irgendwo auf dem Brett. Das gibt den ersten Punkt.
rule-places-title = Wo Steine liegen dürfen
rule-places-text =
    Jeder Stein kommt auf ein leeres Feld und berührt mit einer Kante etwas, das schon liegt.
    Ein Dach braucht sonst nichts.
    Eine Sonne hält Abstand von Schatten.
    Ein Schatten hält Abstand von Sonnen, und er muss fallen: vor ihm ein Dach und davor eine Sonne, in einer geraden Linie. Wem das Dach gehört, ist gleich.
rule-siesta-title = Eine Siesta und was sie bringt
rule-siesta-text =
    Sonnen, dann Dächer, dann Schatten, in gerader Linie ohne Lücke: Das ist eine Siesta. Je ein Stein genügt, mehr sind auch recht.
    Jeder Schatten darin bringt allen, die ein Dach in der Linie haben, einen Punkt, egal wer am Zug ist. Zwei deiner Dächer in derselben Linie zählen trotzdem nur einmal.
rule-longer-title = Verlängern
rule-longer-text =
    Leg weitere Schatten ans Ende einer Linie: Jeder neue bringt allen einen Punkt, die ein Dach darin haben.
    Es geht auch vom anderen Ende: Ein Dach und eine Sonne hinter Schatten, die schon liegen, machen daraus eine zweite Siesta, und alle diese Schatten zählen für dich.
rule-apart-title = Sonne und Schatten getrennt
rule-apart-text =
    Sonne und Schatten liegen nie Kante an Kante, auch nicht, wenn sie zu verschiedenen Linien gehören. Ecke an Ecke ist erlaubt.
    So sperrt jede Sonne die Felder um sich für Schatten, und jeder Schatten die seinen für Sonnen. Eine gute Art, anderen in die Quere zu kommen.
rule-double-title = Doppel-Siesta
rule-double-text =
    Schatten mit Dach und Sonne an beiden Enden sind zwei Siestas in einer. Ihre Schatten zählen von beiden Seiten.
    Gehören alle Dächer an beiden Enden dir, bekommst du für die Doppel-Siesta noch 2 Punkte dazu, ein einziges Mal.
rule-end-title = Das Ende
rule-end-text =
    Die Partie ist sofort vorbei, wenn die letzte Sonne oder der letzte Schatten liegt oder jemand sein letztes Dach legt. Das darf der erste, zweite oder dritte Stein eines Zuges sein, solange der Zug schon gepunktet hat.
    Sie ist auch vorbei, wenn am Zug ist, wer keinen Punkt mehr machen kann. Die meisten Punkte gewinnen; bei Gleichstand gewinnen alle, die vorn liegen.
    Hier lag Orange einen Punkt zurück, hat zweimal gepunktet und dann mit dem letzten Dach Schluss gemacht.
rule-teams-title = Zwei gegen zwei
rule-teams-text =
    Zu viert könnt ihr in zwei Teams spielen. Wer zusammengehört, sitzt sich gegenüber: Orange und Grün, Blau und Rosa.
    Alle legen weiter ihre eigenen Dächer und müssen selbst punkten. Am Ende werden die Punkte der beiden zusammengezählt.
rule-scoring-title = Zwei Arten zu werten
rule-scoring-text =
    Wie in der Schachtel zählt jeder Schatten in einer Linie einmal: wenn er dazukommt. Eine Sonne oder ein Dach, das eine Linie vollendet, bringt alle ihre Schatten.
    Wie in der Online-Ausgabe punkten nur Schatten, dafür bringt jeder gelegte die ganze Linie noch einmal, die alten Schatten mit. Die 2 Punkte für eine Doppel-Siesta bekommt, wer als Einziger an beiden Enden ein Dach hat, auch wenn andere an einem Ende stehen.
    Derselbe Zug in beiden:

lesson-number = Lektion { $number } von { $count }
lesson-done = geschafft
lesson-how = Wähl einen Stein, dann ein Feld. Drück auf einen Stein, den du gelegt hast, um ihn zurückzunehmen.
lesson-missed = Ein erlaubter Zug: { $gains }. Aber nicht das, was gefragt war.
lesson-again = Nimm einen Stein zurück oder fang von vorn an und versuch es anders.
lesson-right = Gut gemacht! { $gains }
lesson-next = Nächste Lektion
lesson-last = Das war die letzte Lektion. Du weißt alles, was du für deine erste Partie brauchst.

lesson-first-title = Deine erste Siesta
lesson-first-task = Die Sonne auf F5 scheint in alle vier Richtungen. Leg ein Dach daneben und Schatten dahinter, in gerader Linie. Hol { $points } Punkte.
lesson-first-praise = Sonne, Dach, Schatten. Jeder Schatten in einer Linie mit deinem Dach ist ein Punkt für dich.
lesson-longer-title = Immer länger
lesson-longer-task = Auf D5–F5 hast du schon eine Siesta. Lass ihren Schatten wachsen und hol { $points } Punkte.
lesson-longer-praise = Jeder neue Schatten deiner Linie ist ein Punkt. Du musst nicht jedes Mal von vorn anfangen.
lesson-apart-title = Sonne und Schatten getrennt
lesson-apart-task = Blau hat Schatten auf D5–F5. Mit eigenen Dächern und einer Sonne am anderen Ende gehören sie auch dir: Hol { $points } Punkte. Eine Sonne auf H5 käme einem Schatten zu nah; probier es aus.
lesson-apart-praise = Ein Dach mehr, und die Sonne ist weit genug weg. Linien dürfen so lang sein, wie sie wollen.
lesson-double-title = Doppel-Siesta
lesson-double-task = Die Schatten auf F6 und G6 haben an einem Ende dein Dach. Gib ihnen am anderen noch ein Dach von dir und eine Sonne: Mach eine Doppel-Siesta.
lesson-double-praise = Die Schatten zählten ein zweites Mal, und 2 Punkte kamen obendrauf. Etwas Schöneres gibt es in diesem Spiel nicht.
lesson-share-title = Nicht für die anderen
lesson-share-task = Die Linie in Reihe 5 teilst du mit Blau: Ihre Schatten bringen beiden Punkte. Finde einen Zug, der dir { $points } Punkte bringt und Blau keinen.
lesson-share-praise = Teilen ist gut, solange du vorn liegst oder anderswo mehr holst. Sonst such dir Linien für dich allein.
lesson-close-title = Im Weg
lesson-close-task = Die Linie von Blau in Reihe 5 könnte auf G5 weiterwachsen. Sorg dafür, dass dort kein Schatten hinkann, und mach trotzdem Punkte.
lesson-close-praise = Zu. Ein Dach hält eine Linie auf, und mit einer Sonne dahinter sammelt es die Schatten sogar für dich ein.
lesson-end-title = Das Ende
lesson-end-task = Du liegst einen Punkt zurück und hast noch ein Dach. Sobald es liegt, ist die Partie vorbei, also punkte vorher. Beende die Partie in diesem Zug und gewinn sie.
lesson-end-praise = Du hast den Moment gewählt, und du hast gewonnen. Behalt die Dächer von allen im Auge.
