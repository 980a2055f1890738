# Les règles de ¡No Siesta! et ses leçons.

learn-games = Jeux à apprendre
learn-farm-title = Apprendre ¡No Siesta!
learn-farm-lead = Chacun a une ferme sur une feuille de papier. Les dés apportent des produits, des animaux, de l’argent et des chapeaux ; à toi d’en faire quelque chose.
learn-farm-marks = Les images viennent de vraies parties : une croix est un rond rempli, un sceau rouge montre des points gagnés, et au-dessus de chaque image on lit ce qui vient de se passer. Orange et bleu sont les joueurs.
learn-farm-lessons = Sept petits défis sur une vraie ferme. On peut appuyer sur tout ce qui brille, et chaque pas peut être repris.

farm-rule-round-title = Une manche en un coup d’œil
farm-rule-round-text =
    On se partage d’abord les dés, et chaque dé pris devient un revenu. Puis chacun fait son décompte, l’un après l’autre : on dépense ses revenus sur sa ferme.
    Qui a le petit cochon commence ; après la manche, il passe à la personne suivante.
    Quand quelqu’un est arrivé au bout de la piste de la Siesta, on finit la manche et la partie s’arrête. Le plus de points gagne.
farm-rule-dice-title = Le partage des dés
farm-rule-dice-text =
    À deux, on lance { $dice-two } dés ; à trois, { $dice-three } ; à quatre, { $dice-four }. Chacun son tour en prend un et marque ce qu’il montre.
    On relance ce qui reste, et chacun prend un deuxième dé.
    Il reste un dé. On le relance encore, et ce qu’il montre est pour tout le monde.
    Olive et blé partagent une face : qui la prend peut marquer les deux.
farm-rule-revenue-title = Disques et revenus
farm-rule-revenue-text =
    Pour marquer, il faut un disque libre : il va sur la case voulue et y reste jusqu’à ce que tu dépenses ce qu’il marque. Une case accueille autant de disques que tu veux.
    Tu commences avec { $stock } disques ; la piste de la Siesta en offre jusqu’à { $won } de plus.
    Si les disques te manquent, tu marques moins. Tu peux aussi renoncer ; mais on ne marque rien après coup.
farm-rule-scoring-title = Le décompte
farm-rule-scoring-text =
    Dépense tes revenus dans l’ordre que tu veux, chacun sur un rond qui le montre. Le disque est libre aussitôt, même pour autre chose dans le même décompte.
    Une marchandise est un joker : elle remplace tout sauf un chapeau. Tu peux en garder une, sur un disque, pour les manches suivantes.
    Tout autre revenu non dépensé est perdu à la fin de la manche. Ce qu’apportent les tuiles et les aides n’occupe pas de disque, mais ne dure pas plus que ton décompte.
farm-rule-barn-title = La grange et les tuiles
farm-rule-barn-text =
    L’argent bâtit la grange : { $sections } sections, l’une après l’autre depuis la gauche. Une section finie vaut de { $roof-least } à { $roof-most }, et on pioche aussitôt une tuile pour elle.
    Utilise la tuile dans ce décompte ou dans un autre, mais une seule fois. Les tuiles à points ne s’utilisent pas : elles comptent à la fin.
    Il y a { $tiles } tuiles de { $kinds } sortes :
farm-rule-helpers-title = Les aides
farm-rule-helpers-text =
    Les { $helpers } cases d’aide demandent des choses différentes, dans n’importe quel ordre. Quand une case est remplie, quelqu’un y arrive à la fin de la manche : à toi de choisir qui.
    Un aide travaille dès la manche suivante et jusqu’à la fin. On n’engage jamais deux fois le même, et les dernières cases rapportent jusqu’à { $helper-most }.
farm-rule-trades-title = Échanges lointains
farm-rule-trades-text =
    Un échange prend trois choses d’un coup. Il vaut { $trade-points } et apporte une marchandise.
    Tu as { $trades } cadres, chacun pour un échange, et le temps d’un seul échange par décompte.
farm-rule-carts-title = Les charrettes
farm-rule-carts-text =
    Les produits se chargent de gauche à droite ; les ânes peuvent venir à tout moment. Tu peux remplir les trois charrettes en même temps.
    Une charrette complète apporte une marchandise et beaucoup de points : le grand sceau à qui finit cette charrette en premier, le petit à tous les suivants. Si plusieurs la finissent dans la même manche, c’est qui est plus loin sur la piste de la Siesta qui est premier, et à égalité ils le sont tous.
farm-rule-market-title = Le marché
farm-rule-market-text =
    Pour chaque charrette complétée, tu peux poser un disque libre au marché. Il y reste jusqu’à la fin de la partie, et te paie alors pour quelque chose que tu as en quantité.
    Une case accueille un seul disque par personne, et un disque de moins que vous n’êtes. En solo, il n’y a de place que pour un.
farm-rule-storage-title = Entrepôt et étable
farm-rule-storage-text =
    Les produits qui ne servent à rien d’autre vont à l’entrepôt, les animaux à l’étable ; chaque rangée se remplit depuis la gauche.
    Trois produits différents font un lot et valent { $set-points }. Un cochon et un âne font une paire et valent { $pair-points }.
farm-rule-track-title = La piste de la Siesta et la fin
farm-rule-track-text =
    Chaque chapeau est un pas en avant ; les chapeaux ne servent à rien d’autre. Certaines cases te donnent un disque de plus pour le reste de la partie.
    Il y a { $spaces } cases, et chacune de celles que tu as atteintes vaut { $space-points }. Qui est sur la dernière met fin à la partie avec cette manche, et n’a plus rien à gagner avec des chapeaux.
farm-rule-final-title = Le compte final
farm-rule-final-text =
    La feuille fait la somme toute seule : toits, tuiles à points, aides, échanges, lots, paires, charrettes, la piste, et ce que paie le marché.
    À égalité, qui est plus loin sur la piste gagne. Si c’est encore égal, on partage la victoire.
farm-rule-others-title = Original et aguerris
farm-rule-others-text =
    Original La Granja se joue à deux, et plus vite : on ne lance les dés qu’une fois par manche. Vous en prenez deux chacun, à tour de rôle, et le dernier compte pour les deux tel qu’il est.
    Les fermiers aguerris ont { $grey } aides de plus, les gris. Tous sont au milieu, et il n’y en a pas pour tout le monde : qui est plus loin sur la piste de la Siesta engage en premier.
farm-rule-solo-title = En solo
farm-rule-solo-text =
    Ton rival est un disque neutre. Au début, un dé lui donne une charrette, dont les gros points sont donc partis, et une case du marché. Plus tard, les cases signalées de sa piste lui donnent encore une charrette et un disque au marché.
    Tu joues avec { $solo-dice } dés. Deux sont en haut, ceux de la manche d’avant ; on lance les { $solo-rolled } autres. Deux fois, tu en prends un pour toi et en mets un en bas ; le dernier est relancé, et il est aussi pour toi.
    Le disque neutre avance quand tu prends un dé pareil à un dé du haut, et après une manche sans chapeau en bas. Les dés du bas passent en haut à la manche suivante.
    Une seule tuile par manche devient disponible. La partie s’arrête avec la piste, ou après { $solo-rounds } manches. Arriver en premier au bout de la piste vaut un point par case d’avance ; un retard coûte autant. Le total dit ton rang.

farm-lesson-missed = Tout est permis, mais ce n’est pas ce qui était demandé.
farm-lesson-again = Regarde ci-dessous ce qui manque, reviens d’un pas ou recommence, et essaie autrement.
farm-lesson-lost = Perdu à la fin du décompte : { $what }
farm-lesson-right = Bravo !
farm-lesson-gain = Gagné jusqu’ici : { $points }

goals = Ce qu’il faut atteindre
goal-reached = atteint
goal-open = pas encore
goal-disc = un disque sur la case : { $unit }
goal-last-die = le dernier dé est réglé
goal-sets = { $count ->
    [one] un lot de trois produits à l’entrepôt
   *[other] { $count } lots de trois produits à l’entrepôt
}
goal-pairs = { $count ->
    [one] un cochon et un âne à l’étable
   *[other] { $count } paires à l’étable
}
goal-roofs = { $count ->
    [one] une section de la grange a un toit
   *[other] { $count } sections de la grange ont un toit
}
goal-used = { $count ->
    [one] la tuile est utilisée
   *[other] { $count } tuiles sont utilisées
}
goal-loaded = { $count } produits sur la { $cart }
goal-complete = la { $cart } est complète
goal-market = un disque au marché qui paierait { $points } maintenant
goal-trades = { $count ->
    [one] un échange
   *[other] { $count } échanges
}
goal-space = la case d’aide { $number } est remplie
goal-hired = aide engagé : { $helper }
goal-points = au moins { $points } dans ce décompte
goal-nothing-lost = le décompte est fini, et rien n’est perdu

farm-lesson-dice-title = Des dés au choix
farm-lesson-dice-task =
    Il manque un raisin à ton entrepôt pour son premier lot, et un cochon à ton étable pour sa première paire.
    Prends les dés qui t’aident. Tu en as deux, et le dernier est pour tout le monde ; entre-temps, bleu se sert aussi.
farm-lesson-dice-praise = Deux dés à ton choix et un pour tous, chacun sur un disque à toi : voilà tes revenus de la manche.
farm-lesson-store-title = Produits et animaux
farm-lesson-store-task =
    Ton décompte commence. Chaque rond qui brille peut être marqué avec quelque chose de tes revenus.
    Les aides voudraient bien tes produits aussi. Mais complète maintenant un lot à l’entrepôt et une paire à l’étable.
farm-lesson-store-praise = Voilà deux points. Ne néglige aucune rangée : un lot veut un produit de chaque.
farm-lesson-roof-title = Un toit et ce qu’il apporte
farm-lesson-roof-task =
    Il manque un argent à la première section de la grange. Bâtis-la, et une tuile est piochée ; dans une partie, c’est le hasard qui choisit laquelle.
    Appuie sur la tuile pour l’utiliser. Mets un cochon sur la charrette du haut et un à l’étable.
farm-lesson-roof-praise = Ce qu’apporte une tuile n’occupe pas de disque, mais disparaît à la fin de ton décompte. Si tu n’en as pas l’usage, garde la tuile pour une autre manche.
farm-lesson-cart-title = En route pour le marché
farm-lesson-cart-task =
    Ta charrette du haut est presque prête. Charge le reste de gauche à droite, et attelle l’âne.
    Un disque peut alors aller au marché. Trouve la case qui paierait le plus : tu as fait deux échanges et engagé un aide.
farm-lesson-cart-praise = Personne n’a fini cette charrette avant toi : les gros points, une marchandise, et une place au marché qui grandit à chaque nouvel échange.
farm-lesson-trade-title = Trois d’un coup
farm-lesson-trade-task =
    Deux olives et une marchandise valent bien trois olives : fais-en un échange.
    Un échange apporte une nouvelle marchandise. Avec elle et le raisin, complète un lot à l’entrepôt.
farm-lesson-trade-praise = Une marchandise est partie, une autre est venue. Les échanges font tourner la roue, mais un seul par décompte.
farm-lesson-helper-title = L’aide arrive
farm-lesson-helper-task =
    Ta charrette du milieu est pleine de produits, mais un seul âne ne suffit pas à la tirer, et tu n’en as pas d’autre.
    Remplis plutôt la case d’aide { $space } et finis ton décompte. À la fin de la manche, engage quelqu’un qui rend les ânes inutiles.
farm-lesson-helper-praise = À ton prochain décompte, la charrette roulera toute seule, et les deux autres n’auront pas besoin d’ânes non plus. Plus un aide vient tôt, plus il rapporte.
farm-lesson-end-title = Rien de gâché
farm-lesson-end-task =
    Voici toute la ferme. Gagne { $points } avec ce que tu as, et finis ton décompte sans rien perdre.
    Une marchandise peut rester, et une tuile non utilisée aussi ; tout le reste serait perdu.
farm-lesson-end-praise = Un lot, une paire, un toit et un pas, et pour la prochaine fois une marchandise et une tuile. Voilà une ferme bien menée.
