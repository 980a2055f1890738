# Entrar, cuenta, ajustes, perfiles y clasificaciones.

sign-in-title = Qué bien verte de nuevo
sign-in-do = Entrar
sign-in-new = ¿Es tu primera vez?
sign-in-to-sign-up = Crea una cuenta
sign-up-title = Crea una cuenta
sign-up-lead = Bastan un nombre y una contraseña: sin correo, sin preguntas. Tus partidas se guardan y puedes jugar las que puntúan.
sign-up-guest = Tus partidas como { $name } vienen contigo.
sign-up-guests = Las partidas que juegas aquí como invitado también vienen contigo.
sign-up-do = Crear la cuenta
sign-up-known = ¿Ya tienes una?
sign-out = Salir

field-name = Nombre
field-name-hint = De 3 a 20 letras y cifras, con - _ o . entre ellas.
field-new-name = Nombre nuevo
field-password = Contraseña
field-password-hint = Al menos 8 caracteres. Guárdala bien: sin una dirección de correo no podemos enviarte otra.
field-password-now = Tu contraseña actual
field-new-password = Contraseña nueva
field-new-password-hint = Al menos 8 caracteres. Se cerrará tu sesión en los demás sitios y se anularán todas tus llaves.

name-length = Un nombre tiene de 3 a 20 caracteres.
name-character = Un nombre no puede tener el carácter «{ $character }»: letras, cifras y - _ . entre ellas.
name-joiners = Un nombre empieza y termina con una letra o una cifra, con un solo - _ o . entre ellas.
name-marks = Un nombre tiene pocos acentos, cada uno en su letra.
name-scripts = Todas las letras de un nombre son de un mismo alfabeto, como el latino o el griego.
name-reserved = Este nombre es de la casa. Elige otro.
password-short = Una contraseña tiene al menos 8 caracteres.
password-long = Una contraseña tiene como mucho 200 caracteres.
password-common = Esta contraseña es de las primeras que probaría cualquiera.
password-name = Tu nombre no es una buena contraseña.

settings-title = Ajustes
settings-look = Aspecto y sonido
settings-theme = Claro u oscuro
theme-auto = como el dispositivo
theme-light = claro
theme-dark = oscuro
settings-clear = Colores bien distintos
settings-clear-hint = Colores de jugadores que todo el mundo distingue.
settings-sound = Sonido
settings-sound-hint = Un toque suave cuando te toca.
settings-confirm = Preguntar antes de enviar
settings-confirm-hint = Una pregunta más antes de enviar tu turno.
settings-save = Guardar
settings-account = Tu cuenta
settings-guest = Estos ajustes se quedan en este navegador. Con una cuenta, tus partidas y tu puntuación van contigo.
settings-signed-in = Has entrado como { $name }.
settings-profile = Tu perfil
settings-section-name = Cambiar el nombre
settings-section-password = Cambiar la contraseña
settings-section-sessions = Dónde has entrado
settings-section-tokens = Llaves para programas
settings-section-delete = Borrar la cuenta
settings-done-look = Guardado.
settings-done-name = Tienes un nombre nuevo.
settings-done-password = Tienes una contraseña nueva.
settings-done-sessions = Esa sesión ha terminado.
settings-done-tokens = La llave está anulada.
settings-name-do = Cambiar el nombre
settings-password-do = Cambiar la contraseña
account-wrong-password = Esa no es tu contraseña.

sessions-lead = Si alguna no te suena, ciérrala y cambia tu contraseña.
sessions-this = esta
sessions-end = Cerrar
sessions-end-all = Cerrar sesión en todas partes
sessions-end-all-hint = Cierra todas las sesiones, también esta, y anula todas las llaves.
sessions-device = Un dispositivo
key-since = desde el
key-until = hasta el
tokens-lead = Con una llave, un programa actúa en tu nombre.
tokens-none = Todavía no hay llaves.
token-label = ¿Para qué es?
token-scope = ¿Qué puede hacer?
scope-read = mirar
scope-play = jugar por mí
scope-bot = jugar como bot
token-make = Crear una llave
token-made = Aquí está «{ $label }». Cópiala ahora: no se volverá a mostrar.
token-secret = La llave
token-revoke = Anular
token-bad-label = Di en 1 a 80 caracteres para qué es.
token-too-many = No puedes tener más llaves. Anula una primero.

delete-lead = Tu nombre, tu contraseña, tus sesiones y tus llaves se olvidan al momento y para siempre. Las partidas en curso se abandonan; las terminadas y tus mensajes quedan, sin tu nombre. Durante un tiempo nadie más podrá usarlo.
delete-sure = Sí, borrar mi cuenta para siempre.
delete-not-sure = Marca la casilla si es lo que quieres.
delete-do = Borrar la cuenta

profile-bot = bot
profile-since = Aquí desde el
profile-rating = puntos Elo
profile-rated = puntúan
profile-casual = amistosas
profile-left-early = { $games ->
    [one] { $games } abandonada pronto
   *[other] { $games } abandonadas pronto
}
profile-tally = { $games ->
    [one] { $games } partida
   *[other] { $games } partidas
}: { $wins ->
    [one] { $wins } ganada
   *[other] { $wins } ganadas
}, { $losses ->
    [one] { $losses } perdida
   *[other] { $losses } perdidas
}, { $draws ->
    [one] { $draws } empatada
   *[other] { $draws } empatadas
}
profile-none = Todavía no ha terminado ninguna partida.
profile-none-mine = Tus resultados estarán aquí después de tu primera partida.
profile-games = Últimas partidas
profile-games-none = No hay partidas terminadas que mostrar.
outcome-won = ganada
outcome-lost = perdida
outcome-drawn = empate
graph-label = Puntuación en { $games ->
    [one] { $games } partida
   *[other] { $games } partidas
}: mínima { $low }, máxima { $high }, ahora { $now }

leaders-title = Clasificación
leaders-pools = Qué juego
leaders-people = Personas
leaders-people-none = Nadie tiene puntuación todavía. La primera partida que puntúe dirá quién va en cabeza.
leaders-bots = Bots
leaders-bots-none = Ningún bot tiene puntuación todavía.
leaders-rank = Puesto
leaders-name = Nombre
leaders-rating = Elo
leaders-games = Partidas
pool-siesta-printed = Siesta
pool-siesta-online = Siesta, puntos en línea
pool-siesta-teams = Siesta por equipos
pool-no-siesta = ¡No Siesta!
pool-no-siesta-experienced = ¡No Siesta! para expertos
pool-no-siesta-solo = ¡No Siesta! en solitario

date = { $day } de { $month } de { $year }
month-1 = enero
month-2 = febrero
month-3 = marzo
month-4 = abril
month-5 = mayo
month-6 = junio
month-7 = julio
month-8 = agosto
month-9 = septiembre
month-10 = octubre
month-11 = noviembre
month-12 = diciembre
