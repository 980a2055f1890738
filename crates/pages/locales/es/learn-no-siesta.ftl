# Las reglas de ¡No Siesta! y sus lecciones.

learn-games = Juegos para aprender
learn-farm-title = Aprender ¡No Siesta!
learn-farm-lead = Cada cual tiene una finca en una hoja de papel. Los dados traen productos, animales, plata y sombreros; lo que hagas con ellos depende de ti.
learn-farm-marks = Los dibujos salen de partidas de verdad: una cruz es un círculo lleno, un sello rojo son puntos ganados, y encima de cada dibujo pone lo que acaba de pasar. Naranja y azul son quienes juegan.
learn-farm-lessons = Siete tareas cortas en una finca de verdad. Todo lo que brilla se puede pulsar, y cada paso tiene vuelta atrás.

farm-rule-round-title = Una ronda de un vistazo
farm-rule-round-text =
    Primero se reparten los dados, y cada dado que tomas se convierte en ingreso. Luego cada cual hace su recuento, por turnos: se gastan los ingresos en la finca.
    Empieza quien tiene el cerdito; después de la ronda pasa a la persona siguiente.
    Cuando alguien llega al final del camino de la Siesta, se termina la ronda y se acaba la partida. Gana quien tiene más puntos.
farm-rule-dice-title = El reparto de los dados
farm-rule-dice-text =
    Entre dos se tiran { $dice-two } dados; entre tres, { $dice-three }; entre cuatro, { $dice-four }. Por turnos, cada cual toma uno y marca lo que muestra.
    Los que quedan se tiran otra vez, y cada cual toma un segundo dado.
    Queda un dado. Se tira una vez más, y lo que muestra es para todos.
    La oliva y el trigo comparten una cara: quien la toma puede marcar los dos.
farm-rule-revenue-title = Discos e ingresos
farm-rule-revenue-text =
    Para marcar algo hace falta un disco libre: va a la casilla correspondiente y se queda ahí hasta que gastas lo que marca. En una casilla caben todos los discos que quieras.
    Empiezas con { $stock } discos; en el camino de la Siesta se ganan hasta { $won } más.
    Si te faltan discos, marcas menos. También puedes renunciar; pero después ya no se marca nada.
farm-rule-scoring-title = El recuento
farm-rule-scoring-text =
    Gasta tus ingresos en el orden que quieras, cada uno en un círculo que lo muestre. El disco queda libre al momento, también para otra cosa en el mismo recuento.
    Una mercancía es un comodín: vale por cualquier cosa menos un sombrero. Puedes guardar una, sobre un disco, para otras rondas.
    Los demás ingresos que no gastes se pierden al final de la ronda. Lo que traen las tejas y los ayudantes no ocupa disco, pero no dura más que tu recuento.
farm-rule-barn-title = Granero y tejas
farm-rule-barn-text =
    Con plata se levanta el granero: { $sections } secciones, una tras otra desde la izquierda. Una sección terminada vale de { $roof-least } a { $roof-most }, y al momento se saca una teja para ella.
    Usa la teja en este recuento o en otro, pero una sola vez. Las tejas con puntos no se usan: cuentan al final.
    Hay { $tiles } tejas de { $kinds } clases:
farm-rule-helpers-title = Ayudantes
farm-rule-helpers-text =
    Las { $helpers } casillas de ayudante piden cosas distintas, en cualquier orden. Cuando una casilla está llena, al final de la ronda llega alguien: tú eliges quién.
    Un ayudante trabaja desde la ronda siguiente hasta el final. Nadie contrata dos veces al mismo, y las últimas casillas dan hasta { $helper-most }.
farm-rule-trades-title = Comercio lejano
farm-rule-trades-text =
    Un trato pide tres cosas de una vez. Vale { $trade-points } y trae una mercancía.
    Tienes { $trades } recuadros, cada uno para un trato, y en cada recuento hay tiempo para uno solo.
farm-rule-carts-title = Carros
farm-rule-carts-text =
    Los productos se cargan de izquierda a derecha; los burros pueden llegar en cualquier momento. Puedes ir llenando los tres carros a la vez.
    Un carro completo trae una mercancía y muchos puntos: el sello grande para quien completa ese carro primero, el pequeño para quienes llegan después. Si varios lo completan en la misma ronda, el primero es quien va más lejos en el camino de la Siesta, y si van igual, lo son todos.
farm-rule-market-title = El mercado
farm-rule-market-text =
    Por cada carro que completes puedes poner un disco libre en el mercado. Se queda ahí hasta el final de la partida, y entonces te paga por algo de lo que tengas mucho.
    En una casilla cabe un solo disco de cada persona, y en total uno menos de los que sois. En solitario solo cabe uno.
farm-rule-storage-title = Almacén y establo
farm-rule-storage-text =
    Los productos que no te hacen falta para otra cosa van al almacén, y los animales al establo; cada fila se llena desde la izquierda.
    Tres productos distintos son un juego y valen { $set-points }. Un cerdo y un burro son una pareja y valen { $pair-points }.
farm-rule-track-title = El camino de la Siesta y el final
farm-rule-track-text =
    Cada sombrero es un paso adelante; los sombreros no sirven para nada más. Algunas casillas te dan un disco más para el resto de la partida.
    Hay { $spaces } casillas, y cada una que has alcanzado vale { $space-points }. Quien está en la última acaba la partida con esa ronda, y con más sombreros ya no gana nada.
farm-rule-final-title = La cuenta final
farm-rule-final-text =
    La hoja se suma sola: tejados, tejas con puntos, ayudantes, tratos, juegos, parejas, carros, el camino y lo que paga el mercado.
    En caso de empate gana quien va más lejos en el camino. Si también ahí van igual, comparten la victoria.
farm-rule-others-title = Original y con experiencia
farm-rule-others-text =
    Original La Granja es para dos, y más rápido: los dados se tiran una sola vez por ronda. Tomáis dos cada uno, por turnos, y el último cuenta para los dos tal como está.
    Los granjeros con experiencia tienen { $grey } ayudantes más, los grises. Todos están en el centro, y no hay para todos: quien va más lejos en el camino de la Siesta contrata primero.
farm-rule-solo-title = En solitario
farm-rule-solo-text =
    Tu rival es un disco neutral. Al empezar, un dado le da un carro, cuyos puntos altos ya volaron, y una casilla del mercado. Más tarde, en las casillas señaladas de su camino, recibe otro carro y otro disco en el mercado.
    Juegas con { $solo-dice } dados. Dos están arriba, de la ronda anterior; los otros { $solo-rolled } se tiran. Dos veces tomas uno para ti y pones otro abajo; el último se tira de nuevo y también es tuyo.
    El disco neutral avanza cuando tomas un dado igual a uno de arriba, y después de una ronda sin sombrero abajo. Los dados de abajo pasan arriba en la ronda siguiente.
    En cada ronda solo hay una teja más. La partida acaba con el camino, o tras { $solo-rounds } rondas. Llegar antes al final del camino vale un punto por casilla de ventaja; ir por detrás cuesta lo mismo. Los puntos dicen tu rango.

farm-lesson-missed = Todo permitido, pero no es lo que se pedía.
farm-lesson-again = Mira abajo lo que falta, da un paso atrás o empieza de nuevo, y prueba de otra forma.
farm-lesson-lost = Perdido al acabar el recuento: { $what }
farm-lesson-right = ¡Muy bien!
farm-lesson-gain = Conseguido hasta ahora: { $points }

goals = Lo que hay que conseguir
goal-reached = conseguido
goal-open = todavía no
goal-disc = un disco en la casilla: { $unit }
goal-last-die = el último dado está resuelto
goal-sets = { $count ->
    [one] un juego de tres productos en el almacén
   *[other] { $count } juegos de tres productos en el almacén
}
goal-pairs = { $count ->
    [one] un cerdo y un burro en el establo
   *[other] { $count } parejas en el establo
}
goal-roofs = { $count ->
    [one] una sección del granero tiene tejado
   *[other] { $count } secciones del granero tienen tejado
}
goal-used = { $count ->
    [one] la teja está usada
   *[other] { $count } tejas están usadas
}
goal-loaded = { $count } productos en el { $cart }
goal-complete = el { $cart } está completo
goal-market = un disco en el mercado que ahora pagaría { $points }
goal-trades = { $count ->
    [one] un trato
   *[other] { $count } tratos
}
goal-space = la casilla de ayudante { $number } está llena
goal-hired = ayudante contratado: { $helper }
goal-points = al menos { $points } en este recuento
goal-nothing-lost = el recuento ha acabado, y no se ha perdido nada

farm-lesson-dice-title = Dados para elegir
farm-lesson-dice-task =
    A tu almacén le falta una uva para su primer juego, y a tu establo un cerdo para su primera pareja.
    Toma los dados que te sirvan. Te tocan dos, y el último es para todos; entre medias también toma azul.
farm-lesson-dice-praise = Dos dados a tu elección y uno para todos, cada uno sobre un disco tuyo: esos son tus ingresos de esta ronda.
farm-lesson-store-title = Productos y animales
farm-lesson-store-task =
    Empieza tu recuento. Cada círculo que brilla se puede marcar con algo de tus ingresos.
    Los ayudantes también querrían tus productos. Pero ahora completa un juego en el almacén y una pareja en el establo.
farm-lesson-store-praise = Son dos puntos. No descuides ninguna fila: un juego pide un producto de cada.
farm-lesson-roof-title = Un tejado y lo que trae
farm-lesson-roof-task =
    Falta una plata para la primera sección del granero. Constrúyela y se sacará una teja; en una partida, la suerte decide cuál.
    Pulsa la teja para usarla. Pon un cerdo en el carro de arriba y otro en el establo.
farm-lesson-roof-praise = Lo que trae una teja no ocupa disco, pero se va con tu recuento. Si no te sirve, deja la teja para otra ronda.
farm-lesson-cart-title = Camino del mercado
farm-lesson-cart-task =
    Tu carro de arriba está casi listo. Carga lo que falta de izquierda a derecha, y engancha el burro.
    Entonces un disco puede ir al mercado. Encuentra la casilla que más pagaría: has hecho dos tratos y contratado a un ayudante.
farm-lesson-cart-praise = Nadie completó este carro antes que tú: los puntos altos, una mercancía y un sitio en el mercado que crece con cada nuevo trato.
farm-lesson-trade-title = Tres de una vez
farm-lesson-trade-task =
    Dos olivas y una mercancía valen como tres olivas: haz un trato con ellas.
    Un trato trae una mercancía nueva. Con ella y la uva, completa un juego en el almacén.
farm-lesson-trade-praise = Una mercancía se fue y otra vino. Los tratos mantienen la rueda en marcha, pero solo uno en cada recuento.
farm-lesson-helper-title = La ayuda está en camino
farm-lesson-helper-task =
    Tu carro del medio está lleno de productos, pero un solo burro no puede con él, y no tienes más.
    Mejor llena la casilla de ayudante { $space } y acaba tu recuento. Al final de la ronda, contrata a quien haga innecesarios los burros.
farm-lesson-helper-praise = En tu próximo recuento el carro rodará solo, y los otros dos tampoco necesitarán burros. Cuanto antes llega un ayudante, más rinde.
farm-lesson-end-title = Nada se desperdicia
farm-lesson-end-task =
    Esta es la finca entera. Consigue { $points } con lo que tienes, y acaba tu recuento sin perder nada.
    Puede quedarse una mercancía, y también una teja sin usar; todo lo demás se perdería.
farm-lesson-end-praise = Un juego, una pareja, un tejado y un paso, y para la próxima vez una mercancía y una teja. Así se lleva una buena finca.
