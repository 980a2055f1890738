# Connexion, inscription, réglages, profils et classements.

sign-in-title = Content de te revoir
sign-in-do = Se connecter
sign-in-new = C’est ta première visite ?
sign-in-to-sign-up = Créer un compte
sign-up-title = Créer un compte
sign-up-lead = Un nom et un mot de passe suffisent : pas d’e-mail, pas de questions. Tes parties sont gardées, et tu peux jouer des parties classées.
sign-up-guest = Tes parties jouées sous le nom de { $name } te suivent.
sign-up-guests = Les parties que tu joues ici en invité te suivent aussi.
sign-up-do = Créer le compte
sign-up-known = Tu en as déjà un ?
sign-out = Se déconnecter

field-name = Nom
field-name-hint = 3 à 20 lettres et chiffres, avec - _ ou . entre eux.
field-new-name = Nouveau nom
field-password = Mot de passe
field-password-hint = Au moins 8 caractères. Garde-le bien : sans adresse e-mail, nous ne pouvons pas t’en envoyer un autre.
field-password-now = Ton mot de passe actuel
field-new-password = Nouveau mot de passe
field-new-password-hint = Au moins 8 caractères. Tu seras déconnecté partout ailleurs et tous tes jetons seront révoqués.

name-length = Un nom a de 3 à 20 caractères.
name-character = Un nom ne peut pas contenir « { $character } » : des lettres, des chiffres, et - _ . entre eux.
name-joiners = Un nom commence et finit par une lettre ou un chiffre, avec un seul - _ ou . entre deux.
name-marks = Un nom a peu d’accents, chacun sur sa lettre.
name-scripts = Toutes les lettres d’un nom sont du même alphabet, latin ou grec par exemple.
name-reserved = Ce nom est réservé à la maison. Choisis-en un autre.
password-short = Un mot de passe a au moins 8 caractères.
password-long = Un mot de passe a au plus 200 caractères.
password-common = Ce mot de passe est parmi les premiers que l’on essaierait.
password-name = Ton nom ferait un bien mauvais mot de passe.

settings-title = Réglages
settings-look = Apparence et son
settings-theme = Clair ou sombre
theme-auto = comme l’appareil
theme-light = clair
theme-dark = sombre
settings-clear = Couleurs bien distinctes
settings-clear-hint = Des couleurs de joueurs que tout le monde peut distinguer.
settings-sound = Son
settings-sound-hint = Un léger carillon quand c’est ton tour.
settings-confirm = Demander avant d’envoyer
settings-confirm-hint = Une dernière question avant que ton tour parte.
settings-save = Enregistrer
settings-account = Ton compte
settings-guest = Ces réglages restent dans ce navigateur. Avec un compte, tes parties et ton classement te suivent partout.
settings-signed-in = Tu es connecté en tant que { $name }.
settings-profile = Ton profil
settings-section-name = Changer de nom
settings-section-password = Changer de mot de passe
settings-section-sessions = Où tu es connecté
settings-section-tokens = Jetons pour programmes
settings-section-delete = Supprimer le compte
settings-done-look = C’est enregistré.
settings-done-name = Tu as un nouveau nom.
settings-done-password = Tu as un nouveau mot de passe.
settings-done-sessions = Cette session est terminée.
settings-done-tokens = Le jeton est révoqué.
settings-name-do = Changer le nom
settings-password-do = Changer le mot de passe
account-wrong-password = Ce n’est pas ton mot de passe.

sessions-lead = Si l’une d’elles ne te dit rien, termine-la et change de mot de passe.
sessions-this = celle-ci
sessions-end = Terminer
sessions-end-all = Se déconnecter partout
sessions-end-all-hint = Termine toutes les sessions, celle-ci aussi, et révoque tous les jetons.
sessions-device = Un appareil
key-since = depuis le
key-until = jusqu’au
tokens-lead = Avec un jeton, un programme agit en ton nom.
tokens-none = Pas encore de jeton.
token-label = À quoi sert-il ?
token-scope = Que peut-il faire ?
scope-read = regarder
scope-play = jouer pour moi
scope-bot = jouer comme bot
token-make = Créer un jeton
token-made = Voici « { $label } ». Copie-le maintenant : il ne sera plus montré.
token-secret = Le jeton
token-revoke = Révoquer
token-bad-label = Dis en 1 à 80 caractères à quoi il sert.
token-too-many = Tu ne peux pas avoir plus de jetons. Révoques-en d’abord un.

delete-lead = Ton nom, ton mot de passe, tes sessions et tes jetons sont oubliés tout de suite et pour toujours. Les parties en cours sont abandonnées ; les parties finies et tes messages restent, sans ton nom. Pendant un certain temps, personne d’autre ne pourra le prendre.
delete-sure = Oui, supprimer mon compte pour toujours.
delete-not-sure = Coche la case si c’est bien ce que tu veux.
delete-do = Supprimer le compte

profile-bot = bot
profile-since = Ici depuis le
profile-rating = points Elo
profile-rated = classées
profile-casual = amicales
profile-left-early = { $games ->
    [one] { $games } quittée tôt
   *[other] { $games } quittées tôt
}
profile-tally = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} : { $wins ->
    [one] { $wins } gagnée
   *[other] { $wins } gagnées
}, { $losses ->
    [one] { $losses } perdue
   *[other] { $losses } perdues
}, { $draws ->
    [one] { $draws } nulle
   *[other] { $draws } nulles
}
profile-none = N’a pas encore fini de partie.
profile-none-mine = Tes résultats seront ici après ta première partie.
profile-games = Dernières parties
profile-games-none = Aucune partie finie à montrer.
outcome-won = gagnée
outcome-lost = perdue
outcome-drawn = nulle
graph-label = Classement sur { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} : au plus bas { $low }, au plus haut { $high }, maintenant { $now }

leaders-title = Classement
leaders-pools = Quel jeu
leaders-people = Joueurs
leaders-people-none = Personne n’est encore classé. La première partie classée dira qui mène.
leaders-bots = Bots
leaders-bots-none = Aucun bot n’est encore classé.
leaders-rank = Place
leaders-name = Nom
leaders-rating = Elo
leaders-games = Parties
pool-siesta-printed = Siesta
pool-siesta-online = Siesta, points en ligne
pool-siesta-teams = Siesta en équipes
pool-no-siesta = ¡No Siesta!
pool-no-siesta-experienced = ¡No Siesta! pour experts
pool-no-siesta-solo = ¡No Siesta! en solo

date = { $day } { $month } { $year }
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
