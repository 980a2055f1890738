# Dados honestos y la repetición de ¡No Siesta!

verify-title = Dados honestos
verify-lead = Nadie puede cargar nuestros dados: ni los jugadores, ni los bots, ni nosotros. Así puedes estar seguro.
verify-hash = Huella, publicada antes de la primera tirada
verify-seed = Número secreto
verify-not-yet = Se muestra cuando la partida termina, para que nadie pueda prever una tirada.
verify-not-begun = La partida no ha empezado. La huella estará aquí con la primera tirada.
verify-how = Cómo funciona
verify-how-start = Antes de la partida sacamos un largo número secreto y publicamos su huella. Quien conoce la huella no puede hallar el número, pero lo reconocerá después.
verify-how-play = Cada tirada, cada teja y el orden de los asientos salen solo de ese número. Lo que hacen los jugadores no cambia nada.
verify-how-end = Cuando la partida termina, mostramos el número. Su huella debe ser la del principio, y cada tirada debe salir de él. Eso comprueba esta página, línea por línea, junto con las reglas.
verify-how-takeback = Un paso solo se puede deshacer hasta la última tirada o teja: nadie prueba suerte dos veces.
verify-exactly = Exactamente, para quien quiera calcularlo
verify-exactly-number = Para la tirada o teja número N de la partida, los primeros ocho bytes de este resumen son un número, el byte más significativo primero. SEED es el número secreto en 64 cifras hexadecimales; TRY es 0.
verify-exactly-draw = Los resultados van en el orden de las reglas con sus pesos; el resto del número al dividirlo por la suma de los pesos cae en uno de ellos. Un número mayor que el mayor múltiplo de la suma se descarta, y TRY sube en uno.
verify-at-home = Con nuestro programa, en casa:
verify-record = Acta de una partida
verify-record-how = Pega el acta de una partida terminada, o cambia una línea de esta y verás que se nota.
verify-check = Comprobar
verify-true = El acta es cierta
verify-false = El acta no es cierta
verify-chances = { $count ->
    [one] { $count } tirada o teja, que sale del número secreto
   *[other] { $count } tiradas y tejas, todas del número secreto
}
verify-steps = { $count ->
    [one] { $count } paso de jugador, según las reglas
   *[other] { $count } pasos de jugadores, todos según las reglas
}
verify-seats-drawn = Los asientos salen del número secreto.
verify-seats-agreed = Los asientos se acordaron antes de empezar: una revancha.
verify-unreadable = { $why }
verify-missing = La línea «{ $line }: …» falta o no se puede leer. Un acta la tiene cuando la partida ha terminado.
verify-other-seed = El número secreto no es el del principio: su huella es { $actual }, y se publicó { $published }.
verify-seats = Los asientos no salen del número secreto: el acta dice «{ $recorded }», el número da «{ $drawn }».
verify-chance = La tirada o teja número { $number } no sale del número secreto: el acta dice «{ $recorded }», el número da «{ $drawn }».

replay-step = Paso { $number } de { $of }
verdict-expects-points = Puntos esperados al final para { $name }: { $margin }.
graph-alone = Los puntos que se pueden esperar al final.
line-from = Desde el paso { $number } de la partida
line-what = Juegas por todos. Los dados y las tejas caen de nuevo, iguales para la misma línea.
