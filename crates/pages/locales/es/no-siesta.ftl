# ¡No Siesta!

unit-olive = oliva
unit-grain = trigo
unit-grapes = uva
unit-pig = cerdo
unit-donkey = burro
unit-silver = plata
unit-hat = sombrero
commodity = mercancía
nothing = nada
units-olive = { $count ->
    [one] { $count } oliva
   *[other] { $count } olivas
}
units-grain = { $count ->
    [one] { $count } de trigo
   *[other] { $count } de trigo
}
units-grapes = { $count ->
    [one] { $count } uva
   *[other] { $count } uvas
}
units-pig = { $count ->
    [one] { $count } cerdo
   *[other] { $count } cerdos
}
units-donkey = { $count ->
    [one] { $count } burro
   *[other] { $count } burros
}
units-silver = { $count } de plata
units-hat = { $count ->
    [one] { $count } sombrero
   *[other] { $count } sombreros
}
units-commodity = { $count ->
    [one] { $count } mercancía
   *[other] { $count } mercancías
}
points = { $count ->
    [one] { $count } punto
   *[other] { $count } puntos
}
tile-change = mover discos, { $count } pasos
tile-used = usada

area-revenue = Ingresos
area-barn = Granero
area-helpers = Ayudantes
area-trades = Comercio lejano
area-carts = Carros
area-warehouse = Almacén
area-stable = Establo
area-track = Camino de la Siesta
area-market = Mercado de Esporles
area-rival = El disco neutral
area-display = Ayudantes por contratar
cart-top = carro de arriba
cart-middle = carro del medio
cart-bottom = carro de abajo
target-helper = casilla de ayudante { $number }
target-yoke = burros del { $cart }

helper-roof-selection = Techador
helper-change-revenue = Contable
helper-trade-good = Mercader
helper-storage = Almacenera
helper-carts = Carretero
helper-siesta = Soñadora
helper-roofing-costs = Carpintero
helper-trade-hat = Posadera
helper-copy = Aprendiz
helper-any-order = Cargador
helper-siesta-or-work = Jornalero
helper-take-back = Pastora
skill-roof-selection = Saca dos tejas y se queda una.
skill-change-revenue = Mueve un disco por una flecha, una vez en cada recuento.
skill-trade-good = Trae un producto a tu elección con cada trato.
skill-storage = Trae una plata con cada juego nuevo en el almacén y cada pareja nueva en el establo.
skill-carts = Tira de los carros: no hacen falta burros.
skill-siesta = Cambia una mercancía por un sombrero, una vez en cada recuento.
skill-roofing-costs = Cada sección del granero cuesta una plata menos, pero al menos una.
skill-trade-hat = Trae un sombrero con cada trato.
skill-copy = Aprende el oficio de un ayudante ajeno, por un disco.
skill-any-order = Carga los carros en cualquier orden.
skill-siesta-or-work = Cambia un burro por un sombrero o un sombrero por un burro, una vez en cada recuento.
skill-take-back = Por un burro, saca dos cosas del almacén y del establo, una vez en cada recuento.
helper-vacant = Al final de la ronda llega un ayudante.
helper-copied = Copia: { $helper } de { $name }

market-discs = Discos
market-harvest-sets = Cosechas
market-roof-tiles = Tejados
market-animal-pairs = Animales
market-helpers = Ayudantes
market-trades = Tratos
pays-discs = { $points } por cada disco tuyo en la reserva y en el tablero de ingresos
pays-harvest-sets = { $points } por cada juego de tres productos
pays-roof-tiles = { $points } por cada sección con tejado
pays-animal-pairs = { $points } por cada pareja de animales
pays-helpers = { $points } por cada ayudante
pays-trades = { $points } por cada trato

item-roofs = Tejados
item-roof-bonuses = Tejas con puntos
item-helpers = Ayudantes
item-trades = Tratos
item-warehouse = Almacén
item-stable = Establo
item-carts = Carros
item-track = Camino de la Siesta
item-market = Mercado: { $space }

pay-free = { $unit } sin disco
pay-taken = { $unit } de vuelta
pay-commodity = mercancía como { $unit }
pay-swapped = { $given } como { $unit }

step-take = toma: { $face }
step-take-part = toma: { $face } (marca: { $units })
step-lower = pone abajo: { $face }
step-mark = marca: { $units }
step-spend = { $payment } → { $target }
step-trade = hace un trato: { $payments }
step-use = usa la teja: { $tile }
step-move = mueve un disco: { $from } → { $to }
step-move-no-more = no mueve más discos
step-take-back = recupera: { $first } y { $second }
step-copy = copia: { $helper } de { $name }
step-choose = recibe: { $unit }
step-keep = se queda la teja: { $tile }
step-market = pone un disco en el mercado: { $space }
step-no-market = no pone disco en el mercado
step-hire = contrata: { $helper }
step-done = acaba el recuento
step-roll = Dados: { $dice }
step-draw = Teja: { $tiles }
step-neutral = Dado neutral: { $face }

phase-chance = Los dados ruedan…
phase-take = { $name } toma un dado…
phase-lower = { $name } pone un dado abajo…
phase-last = El último dado es para todos. Esperando a { $names }…
phase-score = { $name } hace su recuento…
phase-keep = { $name } elige una teja…
phase-market = { $name } está en el mercado…
phase-hire = { $name } contrata a un ayudante…

task-take = Toma un dado.
task-take-again = Toma un dado de la segunda tirada.
task-lower = Pon un dado en la casilla de dados de abajo.
task-last = El último dado es para todos: márcalo, o no.
task-score = Pulsa lo que brilla. O elige abajo qué gastar, y mira adónde puede ir.
task-score-over = Ya no queda nada que gastar.
task-spend = Pulsa adonde tiene que ir.
task-trade = ¿Cómo pagas el trato?
task-move = ¿Qué disco mueves?
task-move-more = { $count ->
    [one] La teja mueve un disco más.
   *[other] La teja mueve { $count } discos más.
}
task-take-back = ¿Qué dos cosas recuperas por un burro?
task-copy = ¿Qué oficio copias, y de quién?
task-keep = Quédate una de las dos tejas.
task-market = El carro está completo. Pon un disco en una casilla del mercado que brille, o no.
task-choose = ¿Qué producto trae el mercader?
task-hire = Contrata a un ayudante. Su oficio vale desde la ronda siguiente.
mark = marcar { $units }
mark-only = solo { $units }
mark-nothing = no marcar nada
undo-step = Paso atrás
undo-limit = Solo se puede deshacer lo que vino después de los últimos dados o de la última teja.
done-scoring = Acabar mi recuento
done-loses = Perderías: { $what }
confirm-done = ¿Acabar tu recuento?

farm-of = Finca de { $name }
round = Ronda { $number }
start-player = Empieza { $name }
stock = { $count ->
    [one] { $count } disco libre
   *[other] { $count } discos libres
}
stock-explained = Todo lo que marcas ocupa un disco libre hasta que lo gastas.
spend = Gastar { $what }
chip-free = libre
chip-taken = vuelta
trades-note = Tres iguales por { $points } y una mercancía; un trato en cada recuento.
warehouse-note = { $points } por tres productos distintos
stable-note = { $points } por un cerdo y un burro
done = hecho
yoke-explained = Burros que tiran del carro
cart-points = Puntos para quien lo complete primero, y para los demás
section-says = Sección { $number }: { $points } puntos, { $cost } de plata
helper-says = Casilla { $number }: { $marked } de { $count } marcados, { $points } puntos
cart-says = { $loaded } de { $goods } productos, { $hitched } de { $donkeys } burros, { $larger } puntos para el primero, { $smaller } para los demás
row-says = { $unit }: { $count } de { $all }
track-start = Salida
track-disc = Da un disco
track-cart = Aquí el disco neutral completa un carro
track-says = Casilla { $space }: { $names }
dice-says = Dados: { $dice }
close-to = { $what }: a falta de { $count }
close-roof = tejado
close-track = final del camino
standing = camino { $track }, { $stock ->
    [one] { $stock } disco libre
   *[other] { $stock } discos libres
}
standing-scores = hace su recuento

rival-upper = Dados de arriba
rival-lower = Dados de abajo
rival-moves = Avanza cuando tomas un dado igual a uno de arriba, y después de una ronda sin sombrero abajo.
rival-ahead = Camino: tú { $own }, neutral { $rival }
rival-carts = Los puntos altos ya volaron: { $carts }
rounds-left = { $count ->
    [0] La última ronda
    [one] Como mucho { $count } ronda más
   *[other] Como mucho { $count } rondas más
}
tiles-beside = { $count ->
    [one] { $count } teja por poner
   *[other] { $count } tejas por poner
}
result-solo = { $rank }: { $points }
rank-beginner = Principiante
rank-struggling = Va tirando
rank-noticed = Ya se comenta en el pueblo
rank-promising = Con futuro
rank-settled = Con raíces
rank-landowner = Terrateniente

steps = Lo que ha pasado
fair-dice = Dados limpios: cómo comprobarlos
verify = Comprobar los dados
hint-area = Mira aquí: { $area }.

home-no-siesta = Dados, una finca y nada de siesta: toma dados, llena carros, levanta el granero, contrata ayudantes. En solitario, o hasta cuatro.
home-dice = Las seis caras de un dado
play-solo = Jugar en solitario
mode-solo = en solitario
mode-standard = estándar
mode-original = Original La Granja
mode-experienced = granjeros con experiencia
mode-original-explained = Una tirada por ronda; el último dado cuenta tal como está.
mode-experienced-explained = Todos los ayudantes están en el centro, con seis grises entre ellos, y quien va más lejos en el camino contrata primero.
new-game = Juego
new-mode = Reglas
new-alone = en solitario
