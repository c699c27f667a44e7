// What the first screen says, and how people find a game: German, French, Spanish.
import type { Texts } from "../language";

export const start = {
  "Gems, cards and nobles": ["Edelsteine, Karten und Adlige", "Gemmes, cartes et nobles", "Gemas, cartas y nobles"],
  "Take gems, buy cards that make the next ones cheaper, and win nobles: at 15 points the game ends.": [
    "Nimm Edelsteine, kauf Karten, die die nächsten billiger machen, und gewinne Adlige: Bei 15 Punkten endet die Partie.",
    "Prenez des gemmes, achetez des cartes qui rendent les suivantes moins chères, et gagnez des nobles : à 15 points, la partie se termine.",
    "Toma gemas, compra cartas que abaratan las siguientes y gana nobles: con 15 puntos termina la partida.",
  ],
  "Play Splendor and its family here, on a phone or a desk, without an account.": [
    "Spiel hier Splendor und seine Familie, am Handy oder am Schreibtisch, ohne Konto.",
    "Jouez ici à Splendor et à sa famille, sur un téléphone ou un ordinateur, sans compte.",
    "Juega aquí a Splendor y su familia, en el móvil o en el ordenador, sin cuenta.",
  ],
  "All of it is open: the rules, the ratings, the tournaments, and an API for programs that play.": [
    "Alles ist offen: die Regeln, die Wertungen, die Turniere und eine API für Programme, die spielen.",
    "Tout est ouvert : les règles, les cotes, les tournois, et une API pour les programmes qui jouent.",
    "Todo es abierto: las reglas, las puntuaciones, los torneos y una API para programas que juegan.",
  ],
  "Against people": ["Gegen Menschen", "Contre des personnes", "Contra personas"],
  "Against the computer": ["Gegen den Computer", "Contre l’ordinateur", "Contra el ordenador"],
  "More: modules, Kids, seats, clocks …": ["Mehr: Module, Kids, Plätze, Uhren …", "Plus : modules, Kids, places, pendules …", "Más: módulos, Kids, asientos, relojes …"],
  "More": ["Mehr", "Plus", "Más"],
  "A game of {name} and {other}, two opponents of the computer, which plays itself": [
    "Eine Partie von {name} und {other}, zwei Gegnern des Computers, die sich von selbst spielt",
    "Une partie de {name} et {other}, deux adversaires de l’ordinateur, qui se joue toute seule",
    "Una partida de {name} y {other}, dos rivales del ordenador, que se juega sola",
  ],
  "Let this game play itself": ["Diese Partie laufen lassen", "Laisser cette partie se jouer", "Dejar que esta partida se juegue"],

  // The opponents of the server.
  "plays whatever is allowed": ["spielt, was erlaubt ist", "joue tout ce qui est permis", "juega lo que se permite"],
  "takes what glitters": ["nimmt, was glänzt", "prend ce qui brille", "toma lo que brilla"],
  "knows what a card is worth": ["weiß, was eine Karte wert ist", "sait ce que vaut une carte", "sabe lo que vale una carta"],
  "thinks ahead": ["denkt voraus", "réfléchit à l’avance", "piensa por adelantado"],

  // People.
  "{count} table waits for you.|{count} tables wait for you.": ["{count} Tisch wartet auf dich.|{count} Tische warten auf dich.", "{count} table vous attend.|{count} tables vous attendent.", "{count} mesa te espera.|{count} mesas te esperan."],
  "Nobody waits now: be the first, and play the computer meanwhile.": [
    "Gerade wartet niemand: Mach den Anfang, und spiel solange gegen den Computer.",
    "Personne n’attend en ce moment : lancez-vous, et jouez contre l’ordinateur en attendant.",
    "Ahora no espera nadie: empieza tú y juega mientras tanto contra el ordenador.",
  ],
  "casual": ["ohne Wertung", "amicale", "amistosa"],
  "You look for players: {terms}. You may go on reading, or play the computer: this page tells you.": [
    "Du suchst Mitspieler: {terms}. Lies ruhig weiter, oder spiel gegen den Computer: Diese Seite sagt dir Bescheid.",
    "Vous cherchez des joueurs : {terms}. Continuez à lire, ou jouez contre l’ordinateur : cette page vous préviendra.",
    "Buscas jugadores: {terms}. Puedes seguir leyendo o jugar contra el ordenador: esta página te avisa.",
  ],
  "Stop looking": ["Suche beenden", "Arrêter de chercher", "Dejar de buscar"],
  "Play with a friend": ["Mit Freunden spielen", "Jouer entre amis", "Jugar con amigos"],
  "{player} looks for players": ["{player} sucht Mitspieler", "{player} cherche des joueurs", "{player} busca jugadores"],
  "Let your friend scan this code, or send the link. The game begins when they sit down.": [
    "Lass diesen Code scannen, oder schick den Link. Die Partie beginnt, sobald sich jemand setzt.",
    "Faites scanner ce code, ou envoyez le lien. La partie commence dès que quelqu’un s’assied.",
    "Deja escanear este código o envía el enlace. La partida empieza en cuanto alguien se siente.",
  ],
  "Share the link": ["Link teilen", "Partager le lien", "Compartir el enlace"],
  "Copy the link": ["Link kopieren", "Copier le lien", "Copiar el enlace"],
  "Try again": ["Noch einmal", "Réessayer", "Reintentar"],
  "Your table is ready": ["Dein Tisch ist bereit", "Votre table est prête", "Tu mesa está lista"],
  "Your table is ready: you play against {names}.": ["Dein Tisch ist bereit: Du spielst gegen {names}.", "Votre table est prête : vous jouez contre {names}.", "Tu mesa está lista: juegas contra {names}."],
  "Go to the table": ["Zum Tisch", "Aller à la table", "Ir a la mesa"],
  "{minutes} min + {seconds} s": ["{minutes} Min. + {seconds} s", "{minutes} min + {seconds} s", "{minutes} min + {seconds} s"],
  "{count} day a turn|{count} days a turn": ["{count} Tag je Zug|{count} Tage je Zug", "{count} jour par tour|{count} jours par tour", "{count} día por turno|{count} días por turno"],

  // Lists of games.
  "Nobody waits for players now. Open a table, and it stands here for everybody.": [
    "Gerade wartet niemand auf Mitspieler. Leg einen Tisch an, dann steht er hier für alle.",
    "Personne n’attend de joueurs en ce moment. Ouvrez une table, et tout le monde la verra ici.",
    "Ahora nadie espera jugadores. Abre una mesa y todos la verán aquí.",
  ],
  "No game is being played. Yours can be the first.": ["Es läuft keine Partie. Deine kann die erste sein.", "Aucune partie n’est en cours. La vôtre peut être la première.", "No se está jugando ninguna partida. La tuya puede ser la primera."],
  "No game has ended yet. Every one can be replayed here.": ["Noch ist keine Partie beendet. Jede lässt sich hier nachspielen.", "Aucune partie n’est encore terminée. Chacune peut être revue ici.", "Aún no ha terminado ninguna partida. Todas se pueden volver a ver aquí."],
  "You are in no game. Press a clock or an opponent above, and you are.": ["Du spielst in keiner Partie. Drück oben auf eine Uhr oder einen Gegner, dann spielst du.", "Vous n’êtes dans aucune partie. Choisissez ci-dessus une pendule ou un adversaire, et vous jouez.", "No estás en ninguna partida. Elige arriba un reloj o un rival y estarás jugando."],

  // Puzzles.
  "{rules}, turn {number}, rating {rating}.": ["{rules}, Zug {number}, Wertung {rating}.", "{rules}, tour {number}, cote {rating}.", "{rules}, turno {number}, puntuación {rating}."],
  "Solved by {solved} of {players}.": ["{players} bisher, gelöst: {solved}.", "Résolu par {solved} sur {players}.", "Resuelto por {solved} de {players}."],
  "Nobody has tried it yet.": ["Noch niemand hat sie versucht.", "Personne ne l’a encore essayé.", "Nadie lo ha intentado aún."],
  "Opponent": ["Gegner", "Adversaire", "Rival"],
} satisfies Texts;
