# La table.

list-and = { $first } et { $last }
table-title-waiting = Une table
table-closed = Tout le monde a quitté cette table.
play-label = Le plateau
side-label = La partie
waiting-title = On attend quelqu’un
waiting-share = Envoie ce lien, ou fais-le viser par un appareil photo. La partie commence dès que tout le monde est assis.
waiting-link = Lien vers cette table
copy = Copier
copied = Copié
share = Partager
link-copied = Lien copié
start-with-bots = Ne pas attendre : les places libres aux bots,
start = Commencer
leave = Quitter la table

live-lost = La connexion est perdue. On réessaie ; rien de ce qui est à toi n’est perdu.
your-turn = À toi.
your-turn-how = Choisis une pièce, puis une case. Trois pièces par tour, et tu dois marquer.
turn-of = { $name } réfléchit…
not-sent = Pas encore envoyé.
gains-nothing-yet = Pas encore de points.
send = Envoyer
sending = Envoi en cours…
steps-stopped = { $accepted } étapes sur { $count } ont été jouées. { $reason }
undo = Reprendre une pièce
clear = Recommencer
hint = Indice
hint-more = Montre-moi
hint-nudge = Regarde près de { $cell }. Il te faut : { $pieces }.
hint-answer = { $turn }
confirm-send = Envoyer ce tour ?
palette-label = Pièces
left = reste { $count }
roofs-left = { $count ->
    [one] { $count } toit
   *[other] { $count } toits
}
you = toi
bot = bot
left-game = parti
is-here = est là
is-away = n’est pas là
look-on = { $count ->
    [one] { $count } regarde
   *[other] { $count } regardent
}
clock = Temps restant
turns = Tours
turns-none = Encore aucun tour.
takeback = Reprendre
takeback-asked = { $name } aimerait reprendre un tour.
takeback-yes = Accepter
takeback-no = Refuser
resign = Abandonner
resign-question = Abandonner cette partie ?
rematch = Revanche
rematch-go = À la revanche
replay = Revoir
record = Feuille de partie
talk = Conversation
talk-none = Personne n’a encore rien dit.
talk-deleted = Compte supprimé
talk-label = Dis quelque chose
talk-send = Dire
room-players = aux joueurs
room-spectators = entre spectateurs

board-label = Plateau, 12 sur 12
cell-empty = vide
cell-fresh = pas encore envoyé, appuie pour reprendre
cell-your-roof = ton toit
cell-roof-of = toit de { $name }
cell-lay = poser ici : { $piece }
piece-sun = soleil
piece-roof = toit
piece-shadow = ombre

reason-new = Nouvelle Siesta { $cells } : { $gains }
reason-longer = Siesta allongée { $cells }, { $shadows } de plus : { $gains }
reason-double = Double Siesta { $cells } : { $gains }

refusal-not-your-turn = C’est le tour de { $name }.
refusal-occupied = { $cell } : la case est déjà prise ({ $piece }).
refusal-touches-nothing = { $cell } : une pièce doit en toucher une autre par un côté.
refusal-sun-touches-shadow = { $cell } : un soleil ne peut pas toucher l’ombre en { $other }.
refusal-shadow-touches-sun = { $cell } : une ombre ne peut pas toucher le soleil en { $other }.
refusal-shadow-outside = { $cell } : une ombre se pose derrière un toit éclairé par un soleil, en ligne droite.
refusal-opening = { $cell } : le premier tour, c’est un soleil, un toit et une ombre ; déjà posé : { $piece }.
refusal-full = { $cell } : un tour a trois pièces.
refusal-after-the-end = { $cell } : la partie finit avec la pièce d’avant. { $end }
refusal-no-point = { $cell } : le tour serait complet et ne te rapporterait rien.
refusal-dead-end = { $cell } : après cette pièce, aucun tour ne pourrait te rapporter un point.
refusal-too-few = Un tour a trois pièces, et celui-ci en a { $count }.

end-suns = Le dernier soleil est posé.
end-shadows = La dernière ombre est posée.
end-roofs = { $name } a posé son dernier toit.
end-stuck = { $name } n’a aucun tour qui rapporte.
end-resigned = { $name } abandonne.
end-out-of-time = Le temps de { $name } est écoulé.
result-wins = { $names } gagne
result-share = { $names } gagnent ensemble
result-team = { $names } gagnent, { $points } à { $other }
result-draw = Égalité, { $points } partout
result-over = La partie est finie
earned-caption = D’où viennent les points
earned-player = Qui
earned-siestas = Siestas
earned-doubles = Doubles Siestas
earned-total = Points
rating-change = Elo { $rating } ({ $change })
