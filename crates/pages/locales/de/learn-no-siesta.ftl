# Die Regeln von ¡No Siesta! und seine Lektionen.

learn-games = Spiele zum Lernen
learn-farm-title = ¡No Siesta! lernen
learn-farm-lead = Alle haben einen Hof auf einem Blatt Papier. Würfel bringen Güter, Tiere, Silber und Hüte; was du daraus machst, liegt bei dir.
learn-farm-marks = Die Bilder stammen aus echten Partien: Ein Kreuz ist ein gefüllter Kreis, ein rotes Siegel zeigt gewonnene Punkte, und über jedem Bild steht, was gerade geschehen ist. Orange und Blau sind die Spielenden.
learn-farm-lessons = Sieben kurze Aufgaben auf einem echten Hof. Was leuchtet, lässt sich drücken, und jeder Schritt geht auch zurück.

farm-rule-round-title = Eine Runde im Überblick
farm-rule-round-text =
    Zuerst werden die Würfel verteilt, und jeder Würfel, den du nimmst, wird zu Ertrag. Dann wertet ihr reihum: Ihr gebt den Ertrag auf euren Höfen aus.
    Wer das kleine Schwein hat, beginnt; nach der Runde wandert es weiter.
    Ist jemand am Ende der Siesta-Leiste angekommen, wird die Runde noch zu Ende gespielt, dann ist Schluss. Die meisten Punkte gewinnen.
farm-rule-dice-title = Die Würfel verteilen
farm-rule-dice-text =
    Zu zweit werden { $dice-two } Würfel geworfen, zu dritt { $dice-three }, zu viert { $dice-four }. Reihum nimmt jede Person einen und markiert, was er zeigt.
    Der Rest wird neu geworfen, und alle nehmen einen zweiten.
    Ein Würfel bleibt übrig. Er wird noch einmal geworfen, und was er zeigt, bekommen alle.
    Olive und Getreide teilen sich eine Seite: Wer sie nimmt, darf beides markieren.
farm-rule-revenue-title = Scheiben und Ertrag
farm-rule-revenue-text =
    Zum Markieren brauchst du eine freie Scheibe: Sie kommt auf das Feld dafür und bleibt dort, bis du ausgibst, was sie markiert. Auf einem Feld dürfen beliebig viele liegen.
    Du beginnst mit { $stock } Scheiben; bis zu { $won } weitere gibt es auf der Siesta-Leiste.
    Gehen dir die Scheiben aus, markierst du weniger. Du darfst auch verzichten; nachholen kannst du es aber nicht.
farm-rule-scoring-title = Die Wertung
farm-rule-scoring-text =
    Gib deinen Ertrag in beliebiger Reihenfolge aus, jedes Stück auf einen Kreis, der es zeigt. Die Scheibe ist sofort wieder frei, auch für etwas anderes in derselben Wertung.
    Eine Handelsware ist ein Joker: Sie steht für alles außer einem Hut. Eine davon kannst du auf einer Scheibe für spätere Runden aufheben.
    Was du sonst nicht ausgibst, ist am Ende der Runde verloren. Was Dachplättchen und Helfer bringen, braucht keine Scheibe, hält aber nur bis zum Ende deiner Wertung.
farm-rule-barn-title = Scheune und Dachplättchen
farm-rule-barn-text =
    Mit Silber baust du die Scheune: { $sections } Abschnitte, von links nach rechts. Ein fertiger Abschnitt ist { $roof-least } bis { $roof-most } wert, und sofort wird ein Dachplättchen dafür gezogen.
    Nutz das Plättchen in dieser Wertung oder in einer späteren, aber nur einmal. Plättchen mit Punkten werden nicht genutzt: Sie zählen am Ende.
    Es gibt { $tiles } Plättchen in { $kinds } Arten:
farm-rule-helpers-title = Helfer
farm-rule-helpers-text =
    Die { $helpers } Helferfelder verlangen Verschiedenes, in beliebiger Reihenfolge. Ist ein Feld voll, kommt am Ende der Runde jemand dorthin: Du suchst aus, wer.
    Die Hilfe wirkt ab der nächsten Runde bis zum Ende der Partie. Niemand heuert jemanden zweimal an, und die späteren Felder bringen bis zu { $helper-most }.
farm-rule-trades-title = Fernhandel
farm-rule-trades-text =
    Ein Geschäft nimmt drei Dinge auf einmal. Es ist { $trade-points } wert und bringt eine Handelsware.
    Du hast { $trades } Kästchen, jedes für ein Geschäft, und pro Wertung ist Zeit für eines.
farm-rule-carts-title = Karren
farm-rule-carts-text =
    Güter lädst du von links nach rechts; die Esel dürfen jederzeit kommen. Du kannst an allen drei Karren zugleich arbeiten.
    Ein voller Karren bringt eine Handelsware und viele Punkte: das größere Siegel für den ersten dieser Art, das kleinere für alle, die später kommen. Werden mehrere in derselben Runde fertig, gilt als Erstes, wer auf der Siesta-Leiste weiter ist, und bei Gleichstand gelten alle.
farm-rule-market-title = Der Markt
farm-rule-market-text =
    Für jeden Karren, den du füllst, darfst du eine freie Scheibe auf den Markt legen. Sie bleibt bis zum Ende der Partie dort und zahlt dann für etwas, wovon du viel hast.
    Ein Feld nimmt von jeder Person eine Scheibe, und insgesamt eine weniger, als ihr seid. Wer allein spielt, hat Platz für eine.
farm-rule-storage-title = Lager und Stall
farm-rule-storage-text =
    Güter, die du für nichts anderes brauchst, kommen ins Lager, Tiere in den Stall; jede Reihe füllt sich von links.
    Drei verschiedene Güter sind ein Satz und { $set-points } wert. Ein Schwein und ein Esel sind ein Paar und { $pair-points } wert.
farm-rule-track-title = Die Siesta-Leiste und das Ende
farm-rule-track-text =
    Jeder Hut ist ein Schritt vorwärts; zu anderem taugen Hüte nicht. Manche Felder geben dir eine weitere Scheibe für den Rest der Partie.
    Es sind { $spaces } Felder, und jedes, das du erreicht hast, ist { $space-points } wert. Wer auf dem letzten steht, beendet mit dieser Runde die Partie, und weitere Hüte bringen dort nichts mehr.
farm-rule-final-title = Die Endabrechnung
farm-rule-final-text =
    Das Blatt rechnet sich selbst zusammen: Dächer, Dachplättchen mit Punkten, Helfer, Geschäfte, Sätze, Paare, Karren, die Leiste und was der Markt zahlt.
    Bei Gleichstand gewinnt, wer auf der Leiste weiter ist. Steht es auch dort gleich, gewinnt ihr gemeinsam.
farm-rule-others-title = Original und erfahren
farm-rule-others-text =
    Original La Granja ist für zwei und geht schneller: In einer Runde wird nur einmal geworfen. Ihr nehmt abwechselnd je zwei Würfel, und der letzte zählt für beide, wie er liegt.
    Erfahrene Landleute haben { $grey } Helfer mehr, die grauen. Alle liegen in der Mitte, und sie reichen nicht für jeden: Wer auf der Siesta-Leiste weiter ist, heuert zuerst an.
farm-rule-solo-title = Allein
farm-rule-solo-text =
    Deine Gegnerin ist eine neutrale Scheibe. Am Anfang gibt ihr ein Würfel einen Karren, dessen höhere Punkte damit weg sind, und ein Feld auf dem Markt. Später bekommt sie auf den gekennzeichneten Feldern ihrer Leiste wieder einen Karren und eine Scheibe auf dem Markt.
    Du spielst mit { $solo-dice } Würfeln. Zwei davon liegen oben, aus der Runde davor; { $solo-rolled } werden geworfen. Zweimal nimmst du einen für dich und legst einen nach unten; der letzte wird neu geworfen und gehört auch dir.
    Die neutrale Scheibe rückt vor, wenn du einen Würfel nimmst, der einem oberen gleicht, und nach einer Runde ohne Hut unten. Die unteren Würfel liegen in der nächsten Runde oben.
    In jeder Runde kommt nur ein Dachplättchen dazu. Die Partie endet mit der Leiste oder nach { $solo-rounds } Runden. Kommst du als Erstes ans Ende der Leiste, bringt jedes Feld Vorsprung einen Punkt; Rückstand kostet genauso viel. Die Punkte sagen, welchen Rang du hast.

farm-lesson-missed = Alles erlaubt, aber nicht das, was gefragt war.
farm-lesson-again = Sieh unten nach, was fehlt, geh einen Schritt zurück oder fang von vorn an und versuch es anders.
farm-lesson-lost = Am Ende der Wertung verloren: { $what }
farm-lesson-right = Gut gemacht!
farm-lesson-gain = Bisher geholt: { $points }

goals = Was zu erreichen ist
goal-reached = erreicht
goal-open = noch nicht
goal-disc = eine Scheibe auf dem Feld: { $unit }
goal-last-die = der letzte Würfel ist vergeben
goal-sets = { $count ->
    [one] ein Satz aus drei Gütern im Lager
   *[other] { $count } Sätze aus drei Gütern im Lager
}
goal-pairs = { $count ->
    [one] ein Schwein und ein Esel im Stall
   *[other] { $count } Paare im Stall
}
goal-roofs = { $count ->
    [one] ein Abschnitt der Scheune hat ein Dach
   *[other] { $count } Abschnitte der Scheune haben ein Dach
}
goal-used = { $count ->
    [one] das Dachplättchen ist genutzt
   *[other] { $count } Dachplättchen sind genutzt
}
goal-loaded = { $cart }: { $count } Güter geladen
goal-complete = { $cart }: voll, mit Esel
goal-market = eine Scheibe auf dem Markt, die jetzt { $points } bringen würde
goal-trades = { $count ->
    [one] ein Geschäft
   *[other] { $count } Geschäfte
}
goal-space = Helferfeld { $number } ist voll
goal-hired = angeheuert: { $helper }
goal-points = mindestens { $points } in dieser Wertung
goal-nothing-lost = die Wertung ist beendet, und nichts ging verloren

farm-lesson-dice-title = Würfel zur Auswahl
farm-lesson-dice-task =
    Deinem Lager fehlt eine Traube zum ersten Satz, deinem Stall ein Schwein zum ersten Paar.
    Nimm die Würfel, die helfen. Du bekommst zwei, und der letzte ist für alle; zwischendurch nimmt sich auch Blau welche.
farm-lesson-dice-praise = Zwei Würfel nach Wahl und einer für alle, jeder auf einer Scheibe von dir: Das ist dein Ertrag für diese Runde.
farm-lesson-store-title = Güter und Tiere
farm-lesson-store-task =
    Deine Wertung beginnt. Jeder Kreis, der leuchtet, lässt sich mit etwas aus deinem Ertrag markieren.
    Auch Helfer hätten gern deine Güter. Aber mach jetzt einen Satz im Lager und ein Paar im Stall voll.
farm-lesson-store-praise = Das sind zwei Punkte. Vernachlässige keine Reihe: Zu einem Satz gehört jedes Gut einmal.
farm-lesson-roof-title = Ein Dach und was es mitbringt
farm-lesson-roof-task =
    Für den ersten Abschnitt der Scheune fehlt noch ein Silber. Bau ihn, und ein Dachplättchen wird gezogen; in einer Partie entscheidet der Zufall, welches.
    Drück auf das Plättchen, um es zu nutzen. Lad ein Schwein auf den oberen Karren und bring eines in den Stall.
farm-lesson-roof-praise = Was ein Plättchen bringt, braucht keine Scheibe, ist aber mit deiner Wertung vorbei. Wenn du es nicht brauchen kannst, lass das Plättchen für eine andere Runde liegen.
farm-lesson-cart-title = Auf zum Markt
farm-lesson-cart-task =
    Dein oberer Karren ist fast fertig. Lad den Rest von links nach rechts und spann den Esel davor.
    Dann darf eine Scheibe auf den Markt. Finde das Feld, das am meisten bringen würde: Du hast zwei Geschäfte gemacht und einen Helfer angeheuert.
farm-lesson-cart-praise = Niemand hatte diesen Karren vor dir voll: die höheren Punkte, eine Handelsware und ein Platz auf dem Markt, der mit jedem weiteren Geschäft wächst.
farm-lesson-trade-title = Drei auf einmal
farm-lesson-trade-task =
    Zwei Oliven und eine Handelsware sind so gut wie drei Oliven: Mach ein Geschäft daraus.
    Ein Geschäft bringt eine neue Handelsware. Mach damit und mit der Traube einen Satz im Lager voll.
farm-lesson-trade-praise = Eine Handelsware ging, eine kam. Geschäfte halten das in Gang, aber pro Wertung nur eines.
farm-lesson-helper-title = Hilfe ist unterwegs
farm-lesson-helper-task =
    Dein mittlerer Karren ist voller Güter, aber ein Esel allein zieht ihn nicht, und mehr hast du nicht.
    Füll lieber Helferfeld { $space } und beende deine Wertung. Am Ende der Runde heuer jemanden an, der Esel überflüssig macht.
farm-lesson-helper-praise = Bei deiner nächsten Wertung rollt der Karren von selbst, und auch die anderen zwei brauchen keine Esel. Helfer lohnen sich am meisten, wenn sie früh kommen.
farm-lesson-end-title = Nichts verschwendet
farm-lesson-end-task =
    Das ist der ganze Hof. Hol mit dem, was du hast, { $points }, und beende deine Wertung so, dass nichts verloren geht.
    Eine Handelsware darf bleiben, ein ungenutztes Dachplättchen auch; alles andere wäre weg.
farm-lesson-end-praise = Ein Satz, ein Paar, ein Dach und ein Schritt, und für das nächste Mal eine Handelsware und ein Plättchen. So wirtschaftet ein guter Hof.
