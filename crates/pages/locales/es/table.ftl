# La mesa.

list-and = { $first } y { $last }
table-title-waiting = Una mesa
table-closed = Todos han dejado esta mesa.
play-label = El tablero
side-label = La partida
waiting-title = Esperando a alguien
waiting-share = Envía este enlace, o deja que lo enfoquen con una cámara. La partida empieza cuando todos estén sentados.
waiting-link = Enlace a esta mesa
copy = Copiar
copied = Copiado
share = Compartir
link-copied = Enlace copiado
start-with-bots = No esperar: los sitios libres para bots,
start = Empezar
leave = Dejar la mesa

live-lost = Se ha perdido la conexión. Seguimos intentándolo; nada tuyo se pierde.
your-turn = Te toca.
your-turn-how = Elige una ficha y luego una casilla. Tres fichas por turno, y tienes que puntuar.
turn-of = { $name } está pensando…
not-sent = Sin enviar todavía.
gains-nothing-yet = Todavía sin puntos.
send = Enviar
sending = Enviando…
steps-stopped = Se han jugado { $accepted } de { $count } pasos. { $reason }
undo = Quitar una ficha
clear = Empezar de nuevo
hint = Pista
hint-more = Enséñame
hint-nudge = Mira cerca de { $cell }. Necesitas: { $pieces }.
hint-answer = { $turn }
confirm-send = ¿Enviar este turno?
palette-label = Fichas
left = { $count ->
    [one] queda { $count }
   *[other] quedan { $count }
}
roofs-left = { $count ->
    [one] { $count } tejado
   *[other] { $count } tejados
}
you = tú
bot = bot
left-game = se fue
is-here = está aquí
is-away = no está aquí
look-on = { $count ->
    [one] { $count } mira
   *[other] { $count } miran
}
clock = Tiempo restante
turns = Turnos
turns-none = Ningún turno todavía.
takeback = Deshacer
takeback-asked = { $name } querría deshacer un turno.
takeback-yes = Permitir
takeback-no = Rechazar
resign = Rendirme
resign-question = ¿Rendirte en esta partida?
rematch = Revancha
rematch-go = A la revancha
replay = Repasar
record = Registro
talk = Charla
talk-none = Nadie ha dicho nada.
talk-deleted = Cuenta borrada
talk-label = Di algo
talk-send = Decir
room-players = a quienes juegan
room-spectators = entre el público

board-label = Tablero, 12 por 12
cell-empty = vacía
cell-fresh = sin enviar, pulsa para quitarla
cell-your-roof = tu tejado
cell-roof-of = tejado de { $name }
cell-lay = poner aquí: { $piece }
piece-sun = sol
piece-roof = tejado
piece-shadow = sombra

reason-new = Siesta nueva { $cells }: { $gains }
reason-longer = Siesta más larga { $cells }, { $shadows } más: { $gains }
reason-double = Doble Siesta { $cells }: { $gains }

refusal-not-your-turn = Es el turno de { $name }.
refusal-occupied = { $cell }: la casilla ya está ocupada ({ $piece }).
refusal-touches-nothing = { $cell }: una ficha tiene que tocar otra por un lado.
refusal-sun-touches-shadow = { $cell }: un sol no puede tocar la sombra de { $other }.
refusal-shadow-touches-sun = { $cell }: una sombra no puede tocar el sol de { $other }.
refusal-shadow-outside = { $cell }: una sombra va detrás de un tejado al que le da un sol, en línea recta.
refusal-opening = { $cell }: el primer turno es un sol, un tejado y una sombra; ya está puesto: { $piece }.
refusal-full = { $cell }: un turno tiene tres fichas.
refusal-after-the-end = { $cell }: la partida acaba con la ficha anterior. { $end }
refusal-no-point = { $cell }: el turno estaría completo y no te daría nada.
refusal-dead-end = { $cell }: después de esta ficha ningún turno podría darte un punto.
refusal-too-few = Un turno tiene tres fichas, y este tiene { $count }.

end-suns = Se ha puesto el último sol.
end-shadows = Se ha puesto la última sombra.
end-roofs = { $name } ha puesto su último tejado.
end-stuck = { $name } no tiene ningún turno que puntúe.
end-resigned = { $name } se ha rendido.
end-out-of-time = A { $name } se le acabó el tiempo.
result-wins = Gana { $names }
result-share = Ganan juntos { $names }
result-team = Ganan { $names }, { $points } a { $other }
result-draw = Empate a { $points }
result-over = La partida ha terminado
earned-caption = De dónde salen los puntos
earned-player = Quién
earned-siestas = Siestas
earned-doubles = Dobles Siestas
earned-total = Puntos
rating-change = Elo { $rating } ({ $change })
