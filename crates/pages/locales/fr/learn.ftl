# Les règles et les leçons.

example-third = vert
example-fourth = rose

learn-title = Apprendre Siesta
learn-lead = Trois sortes de pièces, une idée : le soleil brille, le toit l’arrête, et derrière on peut dormir.
learn-marks = Sur les images, les pièces au bord pointillé viennent d’être posées, et ce qui rapporte brille en jaune. Orange, bleu, vert et rose sont les joueurs.
learn-ready = C’est tout. Viens t’asseoir.
lessons = Leçons
lessons-lead = Sept petits défis sur un vrai plateau. Les règles veillent sur chaque pièce, et on ne peut rien casser.
lessons-go = Vers les leçons

rule-turn-title = Ton tour
rule-turn-text =
    Pose trois pièces, l’une après l’autre : des soleils, des ombres et tes propres toits, mélangés comme tu veux.
    Les soleils et les ombres sont à tout le monde : il y en a 25 et 75. Les toits sont à toi seul, et tu en as 15.
    Un tour doit te rapporter au moins un point. Ce qui est sur le plateau y reste.
rule-opening-title = Le premier tour
rule-opening-text =
    Le plateau est vide, et qui commence pose un soleil, un toit et une ombre.
    Ils se suivent dans cet ordre, en ligne droite, n’importe où sur le plateau. Voilà le premier point.
rule-places-title = Où poser les pièces
rule-places-text =
    Chaque pièce va sur une case vide et touche, par un côté, quelque chose qui est déjà là.
    Un toit ne demande rien de plus.
    Un soleil reste à l’écart des ombres.
    Une ombre reste à l’écart des soleils, et elle doit tomber de quelque part : un toit devant elle, et devant lui un soleil, en ligne droite. Peu importe à qui est le toit.
rule-siesta-title = Une Siesta et ce qu’elle rapporte
rule-siesta-text =
    Des soleils, puis des toits, puis des ombres, en ligne droite et sans trou : c’est une Siesta. Une pièce de chaque suffit, et on peut en mettre plus.
    Chaque ombre y vaut un point pour toute personne qui y a un toit, quel que soit le tour. Deux toits à toi dans la même ligne ne comptent qu’une fois.
rule-longer-title = Allonger
rule-longer-text =
    Pose d’autres ombres au bout d’une ligne : chaque nouvelle rapporte à toutes les personnes qui y ont un toit.
    Cela marche aussi par l’autre bout : un toit et un soleil derrière des ombres déjà posées en font une deuxième Siesta, et toutes ces ombres comptent pour toi.
rule-apart-title = Jamais soleil contre ombre
rule-apart-text =
    Un soleil et une ombre ne se touchent jamais par un côté, même s’ils sont de lignes différentes. Par un coin, c’est permis.
    Chaque soleil ferme donc aux ombres les cases qui l’entourent, et chaque ombre ferme les siennes aux soleils. Une bonne façon de gêner les autres.
rule-double-title = Double Siesta
rule-double-text =
    Des ombres avec un toit et un soleil aux deux bouts, ce sont deux Siestas en une. Leurs ombres comptent des deux côtés.
    Si tous les toits des deux bouts sont à toi, la double Siesta te rapporte 2 points de plus, une seule fois.
rule-end-title = La fin
rule-end-text =
    La partie s’arrête aussitôt que le dernier soleil ou la dernière ombre est posé, ou que quelqu’un pose son dernier toit. Cette pièce peut être la première, la deuxième ou la troisième d’un tour, pourvu que le tour ait déjà rapporté à qui le joue.
    Elle s’arrête aussi quand la personne dont c’est le tour ne peut plus marquer. Le plus de points gagne ; à égalité, on partage la victoire.
    Ici, orange avait un point de retard, en a marqué deux, puis a fermé la partie avec son dernier toit.
rule-teams-title = Deux contre deux
rule-teams-text =
    À quatre, on peut jouer en deux équipes. Les partenaires sont assis face à face : orange avec vert, bleu avec rose.
    Chacun pose toujours ses propres toits et doit marquer pour soi. À la fin, on additionne les points des deux partenaires.
rule-scoring-title = Deux façons de compter
rule-scoring-text =
    Comme dans la boîte, chaque ombre compte une fois par ligne : quand elle y entre. Un soleil ou un toit qui complète une ligne rapporte toutes ses ombres.
    Comme dans l’édition en ligne, seules les ombres rapportent, mais chaque ombre posée rapporte de nouveau toute sa ligne, anciennes ombres comprises. Les 2 points d’une double Siesta vont à qui est seul à avoir un toit aux deux bouts, même si d’autres en ont un à l’un des bouts.
    Le même tour dans les deux :

lesson-number = Leçon { $number } sur { $count }
lesson-done = faite
lesson-how = Choisis une pièce, puis une case. Appuie sur une pièce que tu as posée pour la reprendre.
lesson-missed = Un tour permis : { $gains }. Mais ce n’est pas ce qui était demandé.
lesson-again = Reprends une pièce ou recommence, et essaie autrement.
lesson-right = Bravo ! { $gains }
lesson-next = Leçon suivante
lesson-last = C’était la dernière leçon. Tu sais tout ce qu’il faut pour ta première partie.

lesson-first-title = Ta première Siesta
lesson-first-task = Le soleil en F5 brille dans les quatre directions. Pose un toit à côté de lui et des ombres derrière le toit, en ligne droite. Marque { $points } points.
lesson-first-praise = Soleil, toit, ombre. Chaque ombre d’une ligne où tu as un toit est un point pour toi.
lesson-longer-title = De plus en plus long
lesson-longer-task = Tu as déjà une Siesta en D5–F5. Fais grandir son ombre et marque { $points } points.
lesson-longer-praise = Chaque nouvelle ombre de ta ligne est un point. Pas besoin de repartir de zéro à chaque tour.
lesson-apart-title = Jamais soleil contre ombre
lesson-apart-task = Bleu a des ombres en D5–F5. Avec tes toits et un soleil à l’autre bout, elles sont aussi à toi : marque { $points } points. Un soleil en H5 serait trop près d’une ombre ; essaie pour voir.
lesson-apart-praise = Un toit de plus, et le soleil est assez loin. Une ligne peut être aussi longue qu’elle veut.
lesson-double-title = Double Siesta
lesson-double-task = Les ombres en F6 et G6 ont ton toit à un bout. Donne-leur un autre toit à toi et un soleil à l’autre bout : fais une double Siesta.
lesson-double-praise = Les ombres ont compté une deuxième fois, et 2 points sont venus en plus. C’est le plus beau coup du jeu.
lesson-share-title = Rien pour les autres
lesson-share-task = Tu partages la ligne de la rangée 5 avec bleu : ses ombres rapportent aux deux. Trouve un tour qui te donne { $points } points, et rien à bleu.
lesson-share-praise = Partager est bien quand tu mènes ou que tu gagnes plus ailleurs. Sinon, cherche des lignes rien qu’à toi.
lesson-close-title = En travers
lesson-close-task = La ligne de bleu, dans la rangée 5, pourrait continuer en G5. Fais en sorte qu’aucune ombre ne puisse y aller, et marque quand même.
lesson-close-praise = Fermé. Un toit arrête une ligne et, avec un soleil derrière lui, il en récolte même les ombres pour toi.
lesson-end-title = La fin
lesson-end-task = Tu as un point de retard et plus qu’un toit. Dès qu’il est posé, la partie s’arrête : marque d’abord. Termine la partie à ce tour, et gagne-la.
lesson-end-praise = Tu as choisi le moment, et tu as gagné. Garde un œil sur les toits de tout le monde.
