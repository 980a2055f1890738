# Faire Würfel und die Wiederholung von ¡No Siesta!

verify-title = Faire Würfel
verify-lead = Niemand kann unsere Würfel zinken: nicht die Spieler, nicht die Bots, nicht wir. So kannst du sicher sein.
verify-hash = Fingerabdruck, veröffentlicht vor dem ersten Wurf
verify-seed = Geheime Zahl
verify-not-yet = Sie wird gezeigt, wenn die Partie vorbei ist, damit niemand einen Wurf vorhersehen kann.
verify-not-begun = Die Partie hat noch nicht begonnen. Der Fingerabdruck steht hier mit dem ersten Wurf.
verify-how = So geht es
verify-how-start = Vor der Partie ziehen wir eine lange geheime Zahl und veröffentlichen ihren Fingerabdruck. Wer den Fingerabdruck kennt, findet die Zahl nicht, erkennt sie aber später wieder.
verify-how-play = Jeder Wurf, jedes Dachplättchen und die Sitzordnung folgen allein aus dieser Zahl. Was die Spieler tun, ändert daran nichts.
verify-how-end = Nach der Partie zeigen wir die Zahl. Ihr Fingerabdruck muss der vom Anfang sein, und jeder Wurf muss aus ihr folgen. Das prüft diese Seite Zeile für Zeile, zusammen mit den Regeln.
verify-how-takeback = Zurücknehmen lässt sich ein Schritt nur bis zum letzten Wurf oder Plättchen; so versucht niemand sein Glück zweimal.
verify-exactly = Genau, für alle, die selbst rechnen wollen
verify-exactly-number = Für den Wurf oder das Plättchen Nummer N der Partie sind die ersten acht Bytes dieses Hashwerts eine Zahl, das höchste Byte zuerst. SEED ist die geheime Zahl in 64 hexadezimalen Ziffern; TRY ist 0.
verify-exactly-draw = Die Ergebnisse stehen in der Reihenfolge der Regeln mit ihren Gewichten; der Rest der Zahl bei Teilung durch die Summe der Gewichte fällt auf eines davon. Eine Zahl über dem größten Vielfachen der Summe wird übergangen, und TRY steigt um eins.
verify-at-home = Mit unserem Programm zu Hause:
verify-record = Mitschrift einer Partie
verify-record-how = Füge die Mitschrift einer beendeten Partie ein, oder ändere eine Zeile von dieser und sieh, dass es auffällt.
verify-check = Prüfen
verify-true = Die Mitschrift ist echt
verify-false = Die Mitschrift ist nicht echt
verify-chances = { $count ->
    [one] { $count } Wurf oder Plättchen, aus der geheimen Zahl
   *[other] { $count } Würfe und Plättchen, alle aus der geheimen Zahl
}
verify-steps = { $count ->
    [one] { $count } Schritt von Spielern, nach den Regeln
   *[other] { $count } Schritte von Spielern, alle nach den Regeln
}
verify-seats-drawn = Die Sitzordnung folgt aus der geheimen Zahl.
verify-seats-agreed = Die Sitzordnung war vorher vereinbart: eine Revanche.
verify-unreadable = { $why }
verify-missing = Die Zeile „{ $line }: …“ fehlt oder ist nicht lesbar. Eine Mitschrift hat sie, sobald die Partie vorbei ist.
verify-other-seed = Die geheime Zahl ist nicht die vom Anfang: Ihr Fingerabdruck ist { $actual }, veröffentlicht war { $published }.
verify-seats = Die Sitzordnung folgt nicht aus der geheimen Zahl: In der Mitschrift steht „{ $recorded }“, aus der Zahl folgt „{ $drawn }“.
verify-chance = Wurf oder Plättchen Nummer { $number } folgt nicht aus der geheimen Zahl: In der Mitschrift steht „{ $recorded }“, aus der Zahl folgt „{ $drawn }“.

replay-step = Schritt { $number } von { $of }
verdict-expects-points = Erwartete Punkte am Ende für { $name }: { $margin }.
graph-alone = Die Punkte, die am Ende zu erwarten sind.
line-from = Ab Schritt { $number } der Partie
line-what = Du spielst für alle. Würfel und Plättchen fallen neu, für dieselbe Folge gleich.
