# Las reglas y las lecciones.

example-third = verde
example-fourth = rosa

learn-title = Aprender Siesta
learn-lead = Tres clases de fichas y una idea: el sol brilla, el tejado lo para, y detrás se puede dormir.
learn-marks = En los dibujos, las fichas de borde discontinuo acaban de ponerse, y lo que puntúa brilla en amarillo. Naranja, azul, verde y rosa son quienes juegan.
learn-ready = Eso es todo. Ven y siéntate.
lessons = Lecciones
lessons-lead = Siete tareas cortas en un tablero de verdad. Las reglas cuidan de cada ficha, y no se puede romper nada.
lessons-go = A las lecciones

rule-turn-title = Tu turno
rule-turn-text =
    Pon tres fichas, una tras otra: soles, sombras y tejados tuyos, mezclados como quieras.
    Los soles y las sombras son de todos: hay 25 y 75. Los tejados son solo tuyos, y tienes 15.
    Un turno tiene que darte al menos un punto. Lo que está en el tablero se queda ahí.
rule-opening-title = El primer turno
rule-opening-text =
    El tablero está vacío, y quien empieza pone un sol, un tejado y una sombra.
    Van seguidos y en este orden, en línea recta, en cualquier parte del tablero. Ya está el primer punto.
rule-places-title = Dónde va cada ficha
rule-places-text =
    Cada ficha va en una casilla vacía y toca, por un lado, algo que ya estaba.
    Un tejado no necesita más.
    Un sol se mantiene lejos de las sombras.
    Una sombra se mantiene lejos de los soles, y tiene que caer de algo: delante un tejado, y delante de él un sol, en línea recta. Da igual de quién sea el tejado.
rule-siesta-title = Una Siesta y lo que vale
rule-siesta-text =
    Soles, luego tejados, luego sombras, en línea recta y sin huecos: eso es una Siesta. Basta con una ficha de cada, y puede haber más.
    Cada sombra que hay en ella vale un punto para quien tenga un tejado en la línea, sea de quien sea el turno. Dos tejados tuyos en la misma línea cuentan una sola vez.
rule-longer-title = Alargarla
rule-longer-text =
    Pon más sombras al final de una línea: cada una nueva puntúa para quienes tengan un tejado en ella.
    También vale por la otra punta: un tejado y un sol detrás de sombras que ya están hacen de ellas una segunda Siesta, y todas esas sombras cuentan para ti.
rule-apart-title = El sol, lejos de la sombra
rule-apart-text =
    Un sol y una sombra nunca se tocan por un lado, ni siquiera si son de líneas distintas. Por una esquina sí se puede.
    Así, cada sol cierra a las sombras las casillas de su alrededor, y cada sombra cierra las suyas a los soles. Buena manera de estorbar.
rule-double-title = Doble Siesta
rule-double-text =
    Unas sombras con tejado y sol en las dos puntas son dos Siestas en una. Sus sombras cuentan por los dos lados.
    Si todos los tejados de las dos puntas son tuyos, la doble Siesta te da 2 puntos más, una sola vez.
rule-end-title = El final
rule-end-text =
    La partida acaba en el acto cuando se pone el último sol o la última sombra, o cuando alguien pone su último tejado. Esa ficha puede ser la primera, la segunda o la tercera de un turno, siempre que el turno ya haya puntuado para quien la pone.
    También acaba cuando quien tiene el turno ya no puede puntuar. Gana quien tenga más puntos; si hay empate, la victoria se comparte.
    Aquí naranja iba un punto por detrás, puntuó dos veces y cerró la partida con su último tejado.
rule-teams-title = Dos contra dos
rule-teams-text =
    Entre cuatro se puede jugar en dos equipos. Las parejas se sientan enfrente: naranja con verde, azul con rosa.
    Cada cual sigue poniendo sus tejados y tiene que puntuar para sí. Al final se suman los puntos de la pareja.
rule-scoring-title = Dos maneras de contar
rule-scoring-text =
    Como en la caja, cada sombra cuenta una vez en una línea: cuando entra en ella. Un sol o un tejado que completa una línea da todas sus sombras.
    Como en la edición en línea, solo puntúan las sombras, pero cada una que se pone vuelve a dar la línea entera, con las sombras viejas. Los 2 puntos de una doble Siesta son de la única persona con tejado en las dos puntas, aunque otras tengan uno en alguna de ellas.
    El mismo turno en las dos:

lesson-number = Lección { $number } de { $count }
lesson-done = hecha
lesson-how = Elige una ficha y luego una casilla. Pulsa una ficha que hayas puesto para quitarla.
lesson-missed = Un turno permitido: { $gains }. Pero no es lo que se pedía.
lesson-again = Quita una ficha o empieza de nuevo, y prueba de otra forma.
lesson-right = ¡Muy bien! { $gains }
lesson-next = Lección siguiente
lesson-last = Era la última lección. Ya sabes todo lo que hace falta para tu primera partida.

lesson-first-title = Tu primera Siesta
lesson-first-task = El sol de F5 brilla en las cuatro direcciones. Pon un tejado a su lado y sombras detrás del tejado, en línea recta. Consigue { $points } puntos.
lesson-first-praise = Sol, tejado, sombra. Cada sombra de una línea con tu tejado es un punto para ti.
lesson-longer-title = Cada vez más larga
lesson-longer-task = Ya tienes una Siesta en D5–F5. Haz que crezca su sombra y consigue { $points } puntos.
lesson-longer-praise = Cada sombra nueva de tu línea es un punto. No hace falta empezar de cero en cada turno.
lesson-apart-title = El sol, lejos de la sombra
lesson-apart-task = Azul tiene sombras en D5–F5. Con tejados tuyos y un sol en la otra punta serán también tuyas: consigue { $points } puntos. Un sol en H5 estaría demasiado cerca de una sombra; pruébalo y verás.
lesson-apart-praise = Un tejado más, y el sol queda lo bastante lejos. Las líneas pueden ser tan largas como quieran.
lesson-double-title = Doble Siesta
lesson-double-task = Las sombras de F6 y G6 tienen tu tejado en una punta. Dales otro tejado tuyo y un sol en la otra: haz una doble Siesta.
lesson-double-praise = Las sombras han contado otra vez, y han llegado 2 puntos más. No hay jugada más bonita.
lesson-share-title = Nada para los demás
lesson-share-task = Compartes con azul la línea de la fila 5: sus sombras puntúan para los dos. Encuentra un turno que te dé { $points } puntos, y a azul ninguno.
lesson-share-praise = Compartir está bien si vas por delante o ganas más en otro sitio. Si no, busca líneas solo tuyas.
lesson-close-title = En medio
lesson-close-task = La línea de azul, en la fila 5, podría seguir por G5. Haz que ahí no quepa ninguna sombra, y puntúa de todos modos.
lesson-close-praise = Cerrada. Un tejado para una línea y, con un sol detrás, hasta recoge sus sombras para ti.
lesson-end-title = El final
lesson-end-task = Vas un punto por detrás y te queda un tejado. En cuanto lo pongas se acaba la partida, así que puntúa antes. Termina la partida en este turno, y gánala.
lesson-end-praise = Elegiste el momento, y ganaste. No pierdas de vista los tejados de nadie.
