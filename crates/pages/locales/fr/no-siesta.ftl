# ¡No Siesta!

unit-olive = olive
unit-grain = blé
unit-grapes = raisin
unit-pig = cochon
unit-donkey = âne
unit-silver = argent
unit-hat = chapeau
commodity = marchandise
nothing = rien
units-olive = { $count ->
    [one] { $count } olive
   *[other] { $count } olives
}
units-grain = { $count ->
    [one] { $count } blé
   *[other] { $count } blés
}
units-grapes = { $count ->
    [one] { $count } raisin
   *[other] { $count } raisins
}
units-pig = { $count ->
    [one] { $count } cochon
   *[other] { $count } cochons
}
units-donkey = { $count ->
    [one] { $count } âne
   *[other] { $count } ânes
}
units-silver = { $count } argent
units-hat = { $count ->
    [one] { $count } chapeau
   *[other] { $count } chapeaux
}
units-commodity = { $count ->
    [one] { $count } marchandise
   *[other] { $count } marchandises
}
points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
tile-change = disques à déplacer, { $count } pas
tile-used = utilisée

area-revenue = Revenus
area-barn = Grange
area-helpers = Aides
area-trades = Échanges lointains
area-carts = Charrettes
area-warehouse = Entrepôt
area-stable = Étable
area-track = Piste de la Siesta
area-market = Marché d’Esporles
area-rival = Le disque neutre
area-display = Aides à engager
cart-top = charrette du haut
cart-middle = charrette du milieu
cart-bottom = charrette du bas
target-helper = case d’aide { $number }
target-yoke = ânes de la { $cart }

helper-roof-selection = Couvreur
helper-change-revenue = Comptable
helper-trade-good = Marchande
helper-storage = Magasinier
helper-carts = Charretier
helper-siesta = Rêveuse
helper-roofing-costs = Charpentier
helper-trade-hat = Aubergiste
helper-copy = Apprentie
helper-any-order = Chargeur
helper-siesta-or-work = Journalier
helper-take-back = Bergère
skill-roof-selection = Pioche deux tuiles et en garde une.
skill-change-revenue = Déplace un disque le long d’une flèche, une fois par décompte.
skill-trade-good = Apporte un produit de ton choix à chaque échange.
skill-storage = Apporte un argent pour chaque nouveau lot à l’entrepôt et chaque nouvelle paire à l’étable.
skill-carts = Tire les charrettes : plus besoin d’ânes.
skill-siesta = Change une marchandise en chapeau, une fois par décompte.
skill-roofing-costs = Chaque section de la grange coûte un argent de moins, mais toujours au moins un.
skill-trade-hat = Apporte un chapeau à chaque échange.
skill-copy = Apprend le talent d’un aide de quelqu’un d’autre, pour un disque.
skill-any-order = Charge les charrettes dans n’importe quel ordre.
skill-siesta-or-work = Change un âne en chapeau ou un chapeau en âne, une fois par décompte.
skill-take-back = Contre un âne, reprend deux choses à l’entrepôt et à l’étable, une fois par décompte.
helper-vacant = Un aide arrive à la fin de la manche.
helper-copied = Copie : { $helper } de { $name }

market-discs = Disques
market-harvest-sets = Récoltes
market-roof-tiles = Toits
market-animal-pairs = Animaux
market-helpers = Aides
market-trades = Échanges
pays-discs = { $points } pour chacun de tes disques, en réserve et sur le plateau des revenus
pays-harvest-sets = { $points } pour chaque lot de trois produits
pays-roof-tiles = { $points } pour chaque section avec un toit
pays-animal-pairs = { $points } pour chaque paire d’animaux
pays-helpers = { $points } pour chaque aide
pays-trades = { $points } pour chaque échange

item-roofs = Toits
item-roof-bonuses = Tuiles à points
item-helpers = Aides
item-trades = Échanges
item-warehouse = Entrepôt
item-stable = Étable
item-carts = Charrettes
item-track = Piste de la Siesta
item-market = Marché : { $space }

pay-free = { $unit } sans disque
pay-taken = { $unit } de retour
pay-commodity = marchandise comme { $unit }
pay-swapped = { $given } comme { $unit }

step-take = prend : { $face }
step-take-part = prend : { $face } (marque : { $units })
step-lower = met en bas : { $face }
step-mark = marque : { $units }
step-spend = { $payment } → { $target }
step-trade = échange : { $payments }
step-use = utilise la tuile : { $tile }
step-move = déplace un disque : { $from } → { $to }
step-move-no-more = ne déplace plus de disque
step-take-back = reprend : { $first } et { $second }
step-copy = copie : { $helper } de { $name }
step-choose = reçoit : { $unit }
step-keep = garde la tuile : { $tile }
step-market = pose un disque au marché : { $space }
step-no-market = ne pose pas de disque au marché
step-hire = engage : { $helper }
step-done = finit son décompte
step-roll = Dés : { $dice }
step-draw = Tuile : { $tiles }
step-neutral = Dé neutre : { $face }

phase-chance = Les dés roulent…
phase-take = { $name } prend un dé…
phase-lower = { $name } met un dé en bas…
phase-last = Le dernier dé est pour tout le monde. On attend { $names }…
phase-score = { $name } fait son décompte…
phase-keep = { $name } choisit une tuile…
phase-market = { $name } est au marché…
phase-hire = { $name } engage un aide…

task-take = Prends un dé.
task-take-again = Prends un dé du deuxième lancer.
task-lower = Mets un dé sur la case à dés du bas.
task-last = Le dernier dé est pour tout le monde : marque-le, ou non.
task-score = Appuie sur ce qui brille. Ou choisis plus bas quoi dépenser, et vois où ça peut aller.
task-score-over = Il n’y a plus rien à dépenser.
task-spend = Appuie là où ça doit aller.
task-trade = Comment paies-tu l’échange ?
task-move = Quel disque déplacer ?
task-move-more = { $count ->
    [one] La tuile déplace encore un disque.
   *[other] La tuile déplace encore { $count } disques.
}
task-take-back = Quelles deux choses reprends-tu contre un âne ?
task-copy = Quel talent copier, et de qui ?
task-keep = Garde une des deux tuiles.
task-market = La charrette est complète. Pose un disque sur une case du marché qui brille, ou non.
task-choose = Quel produit apporte la marchande ?
task-hire = Engage un aide. Son talent sert dès la manche suivante.
mark = marquer { $units }
mark-only = juste { $units }
mark-nothing = ne rien marquer
undo-step = Annuler
undo-limit = On ne peut annuler que ce qui suit les derniers dés ou la dernière tuile.
done-scoring = Finir mon décompte
done-loses = Tu perdrais : { $what }
confirm-done = Finir ton décompte ?

farm-of = Ferme de { $name }
round = Manche { $number }
start-player = { $name } commence
stock = { $count ->
    [one] { $count } disque libre
   *[other] { $count } disques libres
}
stock-explained = Tout ce que tu marques occupe un disque libre jusqu’à ce que tu le dépenses.
spend = Dépenser { $what }
chip-free = libre
chip-taken = retour
trades-note = Trois pareils pour { $points } et une marchandise ; un échange par décompte.
warehouse-note = { $points } pour trois produits différents
stable-note = { $points } pour un cochon et un âne
done = fait
yoke-explained = Les ânes qui tirent la charrette
cart-points = Points pour qui la complète en premier, et pour tous les autres
section-says = Section { $number } : { $points } points, { $cost } argent
helper-says = Case { $number } : { $marked } sur { $count } marqués, { $points } points
cart-says = { $loaded } produits sur { $goods }, { $hitched } ânes sur { $donkeys }, { $larger } points en premier, { $smaller } pour les autres
row-says = { $unit } : { $count } sur { $all }
track-start = Départ
track-disc = Rapporte un disque
track-cart = Le disque neutre finit ici une charrette
track-says = Case { $space } : { $names }
dice-says = Dés : { $dice }
close-to = { $what } : encore { $count }
close-roof = toit
close-track = bout de la piste
standing = piste { $track }, { $stock ->
    [one] { $stock } disque libre
   *[other] { $stock } disques libres
}
standing-scores = fait son décompte

rival-upper = Dés du haut
rival-lower = Dés du bas
rival-moves = Il avance quand tu prends un dé pareil à un dé du haut, et après une manche sans chapeau en bas.
rival-ahead = Piste : toi { $own }, neutre { $rival }
rival-carts = Les gros points sont partis : { $carts }
rounds-left = { $count ->
    [0] La dernière manche
    [one] Encore { $count } manche au plus
   *[other] Encore { $count } manches au plus
}
tiles-beside = { $count ->
    [one] { $count } tuile à poser
   *[other] { $count } tuiles à poser
}
result-solo = { $rank } : { $points }
rank-beginner = Premiers pas
rank-struggling = On se débrouille
rank-noticed = On en parle au village
rank-promising = De belles promesses
rank-settled = Bien en place
rank-landowner = Propriétaire du domaine

steps = Ce qui s’est passé
fair-dice = Des dés honnêtes : comment les vérifier
verify = Vérifier les dés
hint-area = Regarde ici : { $area }.

home-no-siesta = Des dés, une ferme, et pas le temps de faire la sieste : prends des dés, remplis les charrettes, bâtis la grange, engage des aides. En solo, ou jusqu’à quatre.
home-dice = Les six faces d’un dé
play-solo = Jouer en solo
mode-solo = en solo
mode-standard = standard
mode-original = Original La Granja
mode-experienced = fermiers aguerris
mode-original-explained = Un seul lancer par manche ; le dernier dé compte tel qu’il est.
mode-experienced-explained = Tous les aides sont au milieu, dont six gris, et qui est plus loin sur la piste engage en premier.
new-game = Jeu
new-mode = Règles
new-alone = en solo
