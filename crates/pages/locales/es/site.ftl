# Lo que rodea cada página, la portada y las mesas nuevas.

site-description = Juega a Siesta en línea, con gente y con bots: sin registro y con un enlace para tus amigos.
skip = Ir al contenido
nav-label = Secciones
nav-play = Jugar
nav-learn = Aprender
nav-sandbox = Pruebas
nav-leaderboard = Clasificación
nav-settings = Ajustes
nav-sign-in = Entrar
footer-about = Sobremesa: ese rato después de comer en el que nadie se levanta de la mesa.
footer-api = Para programas
language = Idioma

request-waits = Esperando al servidor…
request-dropped = Tus últimas acciones no se han realizado porque la partida ha cambiado.
request-lost = Sin conexión con el servidor. No se ha perdido nada.
request-slow = El servidor no ha respondido a tiempo. No se ha perdido nada.
request-failed = El servidor no ha podido hacerlo ahora. No se ha perdido nada.
request-again = Reintentar

home-page = Siesta en línea
home-title = Quédate a la mesa
home-lead = Siesta es un juego de soles, tejados y sombras, de dos a cuatro. Pon tus tejados donde cae la sombra.
home-example = Sol, tejado y sombra en línea: una Siesta. Da puntos a quien tenga un tejado en ella.
home-mine = Tus partidas
home-open = Mesas abiertas
home-open-none = Nadie espera. Pon una mesa, y alguien vendrá.
home-live = Jugándose ahora
home-live-none = Ahora mismo no hay ninguna partida pública.
home-your-turn = te toca
play-now = Jugar ya
play-level = contra
play-friend = Jugar con un amigo
play-match = Buscar rival
play-match-how = Quien pulse después juega contigo: un minuto por turno y cinco de reserva.
play-other = Otras formas de jugar
example-first = naranja
example-second = azul
join = Unirme
mode-teams = dos equipos
players-count = { $count ->
    [one] { $count } persona
   *[other] { $count } personas
}
scoring-online-short = recuento en línea
clock-live-short = { $seconds } s por turno
days = { $count ->
    [one] { $count } día
   *[other] { $count } días
}
rated = puntuada

level = Nivel
level-1 = Novata
level-2 = Invitado
level-3 = Vecina
level-4 = Habitual
level-5 = Anfitriona
level-6 = Jugador de club
level-7 = Experta
level-8 = Maestro

new-title = Mesa nueva
new-players = ¿Cuántos jugáis?
new-seats = ¿Quién juega contigo?
new-seats-hint = El orden se sortea al empezar la partida.
new-seat = Sitio { $number }
new-invite = Invita por el nombre, con comas entre los nombres
new-clock = Reloj
new-turn-seconds = Segundos por turno
new-reserve-minutes = Minutos de reserva
new-days = Días por turno
new-public = Mostrarla entre las mesas abiertas
new-more = Más opciones
new-teams = Dos equipos (entre cuatro)
new-scoring = Recuento
new-rated = Puntuada: el resultado cambia tu puntuación
new-rated-guest = Entra para jugar partidas puntuadas.
new-rated-clock = Con reloj: un minuto por turno y cinco de reserva si no eliges ninguno.
new-create = Poner la mesa
seat-open = sitio libre
seat-anybody = Quien quiera
seat-invited = Alguien a quien invito
seat-bot = Bot { $level }: { $name }
clock-none = Todo el tiempo que quieras
clock-live = En vivo
clock-correspondence = Por correspondencia
scoring-printed = Como en la caja
scoring-online = Como en la edición en línea

error-404 = Aquí no hay nada
error-403 = No es para ti
error-429 = Demasiado rápido
error-500 = Culpa nuestra
error-other = No ha funcionado
error-home = A la portada
