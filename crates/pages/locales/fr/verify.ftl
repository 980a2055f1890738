# Dés honnêtes, et la rediffusion de ¡No Siesta!

verify-title = Dés honnêtes
verify-lead = Personne ne peut piper nos dés : ni les joueurs, ni les bots, ni nous. Voici comment en être sûr.
verify-hash = Empreinte, publiée avant le premier lancer
verify-seed = Nombre secret
verify-not-yet = Il est montré quand la partie est finie, pour que personne ne puisse prévoir un lancer.
verify-not-begun = La partie n’a pas commencé. L’empreinte sera ici avec le premier lancer.
verify-how = Comment ça marche
verify-how-start = Avant la partie, nous tirons un long nombre secret et publions son empreinte. Qui connaît l’empreinte ne peut pas trouver le nombre, mais le reconnaîtra plus tard.
verify-how-play = Chaque lancer, chaque tuile et l’ordre des places découlent de ce seul nombre. Ce que font les joueurs n’y change rien.
verify-how-end = Quand la partie est finie, nous montrons le nombre. Son empreinte doit être celle du début, et chaque lancer doit en découler. C’est ce que cette page vérifie, ligne par ligne, avec les règles.
verify-how-takeback = Un pas ne peut être repris que jusqu’au dernier lancer ou à la dernière tuile : personne ne tente sa chance deux fois.
verify-exactly = Exactement, pour qui veut calculer soi-même
verify-exactly-number = Pour le lancer ou la tuile numéro N de la partie, les huit premiers octets de ce hachage sont un nombre, l’octet de poids fort d’abord. SEED est le nombre secret en 64 chiffres hexadécimaux ; TRY vaut 0.
verify-exactly-draw = Les résultats sont listés dans l’ordre des règles avec leurs poids ; le reste du nombre divisé par la somme des poids tombe dans l’un d’eux. Un nombre au-delà du plus grand multiple de la somme est écarté, et TRY augmente de un.
verify-at-home = Avec notre programme, chez soi :
verify-record = Feuille d’une partie
verify-record-how = Colle la feuille d’une partie finie, ou change une ligne de celle-ci et vois que cela se remarque.
verify-check = Vérifier
verify-true = La feuille est vraie
verify-false = La feuille n’est pas vraie
verify-chances = { $count ->
    [one] { $count } lancer ou tuile, tiré du nombre secret
   *[other] { $count } lancers et tuiles, tous tirés du nombre secret
}
verify-steps = { $count ->
    [one] { $count } pas de joueur, selon les règles
   *[other] { $count } pas de joueurs, tous selon les règles
}
verify-seats-drawn = Les places découlent du nombre secret.
verify-seats-agreed = Les places étaient convenues avant le début : une revanche.
verify-unreadable = { $why }
verify-missing = La ligne « { $line }: … » manque ou n’est pas lisible. Une feuille l’a dès que la partie est finie.
verify-other-seed = Le nombre secret n’est pas celui du début : son empreinte est { $actual }, et { $published } avait été publiée.
verify-seats = Les places ne découlent pas du nombre secret : la feuille dit « { $recorded } », le nombre donne « { $drawn } ».
verify-chance = Le lancer ou la tuile numéro { $number } ne découle pas du nombre secret : la feuille dit « { $recorded } », le nombre donne « { $drawn } ».

replay-step = Pas { $number } sur { $of }
verdict-expects-points = Points attendus à la fin pour { $name } : { $margin }.
graph-alone = Les points que l’on peut attendre à la fin.
line-from = À partir du pas { $number } de la partie
line-what = Joue pour tout le monde. Dés et tuiles tombent de nouveau, les mêmes pour la même suite.
