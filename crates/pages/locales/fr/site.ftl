# Ce qui entoure chaque page, la page d’accueil et les nouvelles tables.

site-description = Joue à Siesta en ligne, avec du monde ou contre des bots : sans inscription, un lien suffit pour inviter.
skip = Aller au contenu
nav-label = Rubriques
nav-play = Jouer
nav-learn = Apprendre
nav-sandbox = Bac à sable
nav-leaderboard = Classement
nav-settings = Réglages
nav-sign-in = Connexion
footer-about = Sobremesa : ce moment après le repas où tout le monde reste à table.
footer-api = Pour les programmes
language = Langue

request-waits = En attente du serveur…
request-dropped = Tes dernières actions n’ont pas été prises en compte : la partie a changé entre-temps.
request-lost = Pas de connexion au serveur. Rien n’est perdu.
request-slow = Le serveur n’a pas répondu à temps. Rien n’est perdu.
request-failed = Le serveur n’a pas pu traiter ta demande. Rien n’est perdu.
request-again = Réessayer

home-page = Siesta en ligne
home-title = Reste à table
home-lead = Siesta est un jeu de soleils, de toits et d’ombres, de deux à quatre. Pose tes toits là où tombe l’ombre.
home-example = Soleil, toit, ombre en ligne : une Siesta. Elle rapporte à chaque personne qui y a un toit.
home-mine = Tes parties
home-open = Tables ouvertes
home-open-none = Personne n’attend. Mets une table, et quelqu’un viendra.
home-live = En ce moment
home-live-none = Aucune partie publique en ce moment.
home-your-turn = à toi
play-now = Jouer maintenant
play-level = contre
play-friend = Jouer avec un ami
play-match = Trouver un adversaire
play-match-how = Qui appuie ensuite joue avec toi : une minute par tour et cinq en réserve.
play-other = D’autres façons de jouer
example-first = orange
example-second = bleu
join = Rejoindre
mode-teams = deux équipes
players-count = { $count ->
    [one] { $count } personne
   *[other] { $count } personnes
}
scoring-online-short = décompte en ligne
clock-live-short = { $seconds } s par tour
days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
rated = classée

level = Niveau
level-1 = Débutante
level-2 = Invité
level-3 = Voisine
level-4 = Habitué
level-5 = Hôtesse
level-6 = Joueur de club
level-7 = Experte
level-8 = Maître

new-title = Nouvelle table
new-players = À combien ?
new-seats = Qui joue avec toi ?
new-seats-hint = L’ordre du jeu est tiré au sort au début de la partie.
new-seat = Place { $number }
new-invite = Invite par nom, avec des virgules entre les noms
new-clock = Pendule
new-turn-seconds = Secondes par tour
new-reserve-minutes = Minutes en réserve
new-days = Jours par tour
new-public = L’afficher parmi les tables ouvertes
new-more = Plus d’options
new-teams = Deux équipes (à quatre)
new-scoring = Décompte
new-rated = Classée : le résultat change ton classement
new-rated-guest = Connecte-toi pour jouer des parties classées.
new-rated-clock = Avec pendule : une minute par tour et cinq en réserve si tu n’en choisis pas.
new-create = Mettre la table
seat-open = place libre
seat-anybody = Qui voudra
seat-invited = Quelqu’un que j’invite
seat-bot = Bot { $level } : { $name }
clock-none = Tout le temps qu’il faut
clock-live = En direct
clock-correspondence = Par correspondance
scoring-printed = Comme dans la boîte
scoring-online = Comme dans l’édition en ligne

error-404 = Rien ici
error-403 = Pas pour toi
error-429 = Trop vite
error-500 = Notre faute
error-other = Ça n’a pas marché
error-home = Vers l’accueil
