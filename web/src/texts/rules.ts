// The page of the rules: German, French, Spanish.
import type { Texts } from "../language";

export const rules = {
  "Rules": ["Regeln", "Règles", "Reglas"],
  "Rules of this game": ["Regeln dieses Spiels", "Règles de ce jeu", "Reglas de este juego"],
  "The rules in short, in our own words. The rule book of the game has the full explanations; {rulings} has what this server decides where it is silent.": [
    "Die Regeln in Kürze, in unseren eigenen Worten. Das Regelheft des Spiels erklärt alles; {rulings} sagt, was dieser Server entscheidet, wo es schweigt.",
    "Les règles en bref, dans nos propres mots. Le livret du jeu explique tout ; {rulings} dit ce que ce serveur décide quand il se tait.",
    "Las reglas en breve, con nuestras palabras. El reglamento del juego lo explica todo; {rulings} dice qué decide este servidor donde calla.",
  ],
  "the list of rulings": ["die Liste der Regelungen", "la liste des décisions", "la lista de decisiones"],
  "Learn it in ten turns": ["In zehn Zügen lernen", "Apprendre en dix tours", "Aprender en diez turnos"],
  "You cannot pay for this card yet.": ["Diese Karte kannst du noch nicht bezahlen.", "Vous ne pouvez pas encore payer cette carte.", "Aún no puedes pagar esta carta."],
  "The marked gems help more now.": ["Die markierten Edelsteine helfen jetzt mehr.", "Les gemmes marquées aident plus maintenant.", "Las gemas marcadas ayudan más ahora."],
  "The marked card helps more now.": ["Die markierte Karte hilft jetzt mehr.", "La carte marquée aide plus maintenant.", "La carta marcada ayuda más ahora."],
  "You know all ways to play now.": ["Jetzt kennst du alle Möglichkeiten im Zug.", "Vous connaissez maintenant toutes les façons de jouer.", "Ya conoces todas las formas de jugar."],

  // Splendor.
  "Two to four players buy cards. Each card makes later ones cheaper, and many bring prestige. Whoever has the most prestige at the end wins.": [
    "Zwei bis vier Spieler kaufen Karten. Jede Karte macht spätere billiger, und viele bringen Prestige. Wer am Ende das meiste Prestige hat, gewinnt.",
    "Deux à quatre joueurs achètent des cartes. Chaque carte rend les suivantes moins chères, et beaucoup donnent du prestige. Qui a le plus de prestige à la fin gagne.",
    "De dos a cuatro jugadores compran cartas. Cada carta abarata las siguientes, y muchas dan prestigio. Gana quien tenga más prestigio al final.",
  ],
  "On your turn, do one thing: take three gems of different colors; or two of one color of which at least four are there; or reserve a card; or buy a card.": [
    "In deinem Zug tust du eines: drei Edelsteine verschiedener Farben nehmen; oder zwei einer Farbe, von der mindestens vier da sind; oder eine Karte reservieren; oder eine Karte kaufen.",
    "À votre tour, faites une chose : prendre trois gemmes de couleurs différentes ; ou deux d’une couleur dont il reste au moins quatre ; ou réserver une carte ; ou acheter une carte.",
    "En tu turno haz una cosa: tomar tres gemas de colores distintos; o dos de un color del que haya al menos cuatro; o reservar una carta; o comprar una carta.",
  ],
  "A reserved card goes to your hand, where only you can buy it. Take one gold with it, if any is left. A hand has at most three cards. You may also reserve the top card of a deck, unseen.": [
    "Eine reservierte Karte kommt auf deine Hand, von der nur du sie kaufen kannst. Nimm ein Gold dazu, wenn noch eines da ist. Eine Hand hat höchstens drei Karten. Du darfst auch die oberste Karte eines Stapels reservieren, ungesehen.",
    "Une carte réservée va dans votre main, où vous seul pouvez l’acheter. Prenez un or avec elle, s’il en reste. Une main a trois cartes au plus. Vous pouvez aussi réserver la première carte d’une pioche, sans la voir.",
    "Una carta reservada va a tu mano, donde solo tú puedes comprarla. Toma un oro con ella, si queda. Una mano tiene tres cartas como máximo. También puedes reservar la primera carta de un mazo, sin verla.",
  ],
  "Buy a card of the market or of your hand for the gems on it. Each card that you own pays one gem of its color, every time; gold pays any color. What you pay goes back to the supply.": [
    "Kaufe eine Karte der Auslage oder deiner Hand für die Edelsteine darauf. Jede Karte, die du besitzt, zahlt jedes Mal einen Edelstein ihrer Farbe; Gold zahlt jede Farbe. Was du bezahlst, kommt in den Vorrat zurück.",
    "Achetez une carte du marché ou de votre main pour les gemmes indiquées. Chaque carte possédée paie une gemme de sa couleur, à chaque fois ; l’or paie toute couleur. Ce que vous payez retourne à la réserve.",
    "Compra una carta del mercado o de tu mano por las gemas que indica. Cada carta que tienes paga una gema de su color, todas las veces; el oro paga cualquier color. Lo que pagas vuelve a la reserva.",
  ],
  "After your turn you hold at most ten tokens: return the others.": [
    "Nach deinem Zug hast du höchstens zehn Chips: Gib die übrigen zurück.",
    "Après votre tour, vous gardez dix jetons au plus : rendez les autres.",
    "Tras tu turno tienes diez fichas como máximo: devuelve las demás.",
  ],
  "If your cards are those that a noble requires, the noble comes to you for three prestige: one in a turn.": [
    "Wenn du die Karten hast, die Adlige verlangen, kommen sie für drei Prestige zu dir: einer in einem Zug.",
    "Si vos cartes sont celles que demande un noble, il vient chez vous pour trois points de prestige : un par tour.",
    "Si tienes las cartas que pide un noble, viene contigo y da tres de prestigio: uno por turno.",
  ],
  "When somebody has fifteen prestige, the round is played to its end. Among equals, whoever has bought fewer cards wins.": [
    "Wenn jemand fünfzehn Prestige hat, wird die Runde zu Ende gespielt. Bei Gleichstand gewinnt, wer weniger Karten gekauft hat.",
    "Quand quelqu’un a quinze points de prestige, on termine la manche. À égalité, qui a acheté le moins de cartes gagne.",
    "Cuando alguien tiene quince de prestigio, se termina la ronda. En caso de empate gana quien haya comprado menos cartas.",
  ],

  // Orient.
  "Three more decks, with two cards of each beside the market. You buy and reserve them as others; many do something when you get them.": [
    "Drei weitere Stapel, von denen je zwei Karten neben der Auslage liegen. Du kaufst und reservierst sie wie andere; viele tun etwas, wenn du sie bekommst.",
    "Trois pioches de plus, avec deux cartes de chacune à côté du marché. On les achète et réserve comme les autres ; beaucoup ont un effet quand on les obtient.",
    "Tres mazos más, con dos cartas de cada uno junto al mercado. Se compran y reservan como las demás; muchas tienen un efecto al conseguirlas.",
  ],
  "Some cards count twice when you pay. Some take the color of another card of yours. Some let you take a card of a lower level for free. Some can be discarded to pay like two gold. Some cost two of your own cards instead of gems.": [
    "Manche Karten zählen beim Bezahlen doppelt. Manche nehmen die Farbe einer anderen deiner Karten an. Mit manchen nimmst du eine Karte einer niedrigeren Stufe kostenlos. Manche zahlen abgelegt wie zwei Gold. Manche kosten zwei deiner Karten statt Edelsteinen.",
    "Certaines cartes comptent double pour payer. D’autres prennent la couleur d’une de vos cartes. D’autres donnent gratuitement une carte d’un niveau inférieur. D’autres, défaussées, paient comme deux ors. D’autres coûtent deux de vos cartes au lieu de gemmes.",
    "Algunas cartas valen doble al pagar. Otras toman el color de otra carta tuya. Otras dan gratis una carta de un nivel inferior. Otras, al descartarlas, pagan como dos oros. Otras cuestan dos de tus cartas en vez de gemas.",
  ],

  // Strongholds.
  "Each player has three strongholds. With every purchase, put one on a card of the market, move one, or send home an opponent's that stands alone on its card.": [
    "Jeder Spieler hat drei Festungen. Bei jedem Kauf setzt du eine auf eine Karte der Auslage, versetzt eine, oder schickst eine gegnerische heim, die allein auf ihrer Karte steht.",
    "Chaque joueur a trois forteresses. À chaque achat, posez-en une sur une carte du marché, déplacez-en une, ou renvoyez celle d’un adversaire qui est seule sur sa carte.",
    "Cada jugador tiene tres fortalezas. Con cada compra, coloca una en una carta del mercado, mueve una, o manda a casa una rival que esté sola en su carta.",
  ],
  "A card with your strongholds can be bought, reserved and taken by you alone; then they come home.": [
    "Eine Karte mit deinen Festungen kannst nur du kaufen, reservieren und nehmen; dann kommen sie heim.",
    "Vous seul pouvez acheter, réserver ou prendre une carte qui porte vos forteresses ; elles reviennent alors chez vous.",
    "Solo tú puedes comprar, reservar y tomar una carta con tus fortalezas; entonces vuelven a casa.",
  ],
  "With all three on one card, you may buy that card after any other action of your turn: the conquest.": [
    "Stehen alle drei auf einer Karte, darfst du sie nach jeder anderen Aktion deines Zuges kaufen: die Eroberung.",
    "Avec les trois sur une même carte, vous pouvez l’acheter après toute autre action de votre tour : c’est la conquête.",
    "Con las tres en una carta, puedes comprarla después de cualquier otra acción de tu turno: la conquista.",
  ],

  // Trading posts.
  "Each player can open five trading posts. At the end of your turn you take one whose cards you have, and keep it.": [
    "Jeder Spieler kann fünf Handelsposten eröffnen. Am Ende deines Zuges nimmst du einen, dessen Karten du hast, und behältst ihn.",
    "Chaque joueur peut ouvrir cinq comptoirs. À la fin de votre tour, vous en prenez un dont vous avez les cartes, et vous le gardez.",
    "Cada jugador puede abrir cinco puestos comerciales. Al final de tu turno tomas uno cuyas cartas tengas, y te lo quedas.",
  ],
  "They give: a gem of your choice after each purchase; a third gem of another color when you take two equal ones; gold that pays two gems of one color; two cards to choose from when you reserve from a deck; one prestige for each of your posts.": [
    "Sie geben: einen Edelstein deiner Wahl nach jedem Kauf; einen dritten Edelstein anderer Farbe, wenn du zwei gleiche nimmst; Gold, das zwei Edelsteine einer Farbe zahlt; zwei Karten zur Wahl, wenn du vom Stapel reservierst; ein Prestige für jeden deiner Posten.",
    "Ils donnent : une gemme au choix après chaque achat ; une troisième gemme d’une autre couleur quand vous en prenez deux identiques ; un or qui paie deux gemmes d’une couleur ; deux cartes au choix en réservant de la pioche ; un point de prestige par comptoir.",
    "Dan: una gema a elegir tras cada compra; una tercera gema de otro color al tomar dos iguales; oro que paga dos gemas de un color; dos cartas a elegir al reservar de un mazo; un punto de prestigio por cada puesto tuyo.",
  ],

  // Cities.
  "Three cities take the place of the nobles, and fifteen prestige alone end nothing. Who has the prestige and the cards that a city requires at the end of their turn fulfills it, and the round is played to its end.": [
    "Drei Städte treten an die Stelle der Adligen, und fünfzehn Prestige allein beenden nichts. Wer am Ende des eigenen Zuges das Prestige und die Karten einer Stadt hat, erfüllt sie, und die Runde wird zu Ende gespielt.",
    "Trois cités remplacent les nobles, et quinze points de prestige ne terminent rien. Qui a, à la fin de son tour, le prestige et les cartes qu’une cité demande l’accomplit, et on termine la manche.",
    "Tres ciudades sustituyen a los nobles, y quince de prestigio no terminan nada por sí solos. Quien al final de su turno tenga el prestigio y las cartas que pide una ciudad la cumple, y se termina la ronda.",
  ],
  "Among those who fulfill a city, the most prestige wins.": [
    "Unter denen, die eine Stadt erfüllen, gewinnt das meiste Prestige.",
    "Parmi ceux qui accomplissent une cité, le plus de prestige gagne.",
    "Entre quienes cumplen una ciudad gana el mayor prestigio.",
  ],

  // Kids.
  "Two to four travelers go from the port to the palace. On your turn, take three tokens of different kinds, or two of one kind, or one gold; or travel along one route.": [
    "Zwei bis vier Reisende ziehen vom Hafen zum Palast. In deinem Zug nimmst du drei verschiedene Chips, zwei gleiche oder ein Gold; oder du reist einen Weg entlang.",
    "Deux à quatre voyageurs vont du port au palais. À votre tour, prenez trois jetons différents, deux identiques ou un or ; ou voyagez sur une route.",
    "De dos a cuatro viajeros van del puerto al palacio. En tu turno toma tres fichas distintas, dos iguales o un oro; o viaja por una ruta.",
  ],
  "A route costs what it shows: pay with tokens, with gold for any of them, or by turning your town tiles face down. A bag has room for eight tokens.": [
    "Ein Weg kostet, was er zeigt: Zahle mit Chips, mit Gold für jeden davon, oder indem du Stadtplättchen umdrehst. Ein Beutel fasst acht Chips.",
    "Une route coûte ce qu’elle montre : payez avec des jetons, avec de l’or pour n’importe lequel, ou en retournant vos tuiles de ville. Un sac contient huit jetons.",
    "Una ruta cuesta lo que muestra: paga con fichas, con oro en lugar de cualquiera, o dando la vuelta a tus losetas de pueblo. En una bolsa caben ocho fichas.",
  ],
  "In a town you draw a town tile and turn all of yours face up. In a village you play another turn.": [
    "In einer Stadt ziehst du ein Stadtplättchen und deckst alle deine auf. In einem Dorf bist du noch einmal am Zug.",
    "Dans une ville, vous piochez une tuile de ville et redressez toutes les vôtres. Dans un village, vous rejouez.",
    "En un pueblo robas una loseta y descubres todas las tuyas. En una aldea juegas otro turno.",
  ],
  "When somebody reaches the palace, the round is played to its end. All who are there win together.": [
    "Wenn jemand den Palast erreicht, wird die Runde zu Ende gespielt. Alle, die dort sind, gewinnen gemeinsam.",
    "Quand quelqu’un atteint le palais, on termine la manche. Tous ceux qui y sont gagnent ensemble.",
    "Cuando alguien llega al palacio, se termina la ronda. Todos los que están allí ganan juntos.",
  ],

  // Mysteries.
  "Villages hide tiles: whoever comes first turns the tile up. You choose town tiles from a market of three, or from the stack.": [
    "Dörfer verbergen Plättchen: Wer zuerst kommt, deckt das Plättchen auf. Stadtplättchen wählst du aus einer Auslage von dreien oder vom Stapel.",
    "Les villages cachent des tuiles : le premier arrivé la découvre. Vous choisissez les tuiles de ville dans un marché de trois, ou dans la pile.",
    "Las aldeas esconden losetas: quien llega primero la descubre. Eliges las losetas de pueblo de un mercado de tres, o de la pila.",
  ],
  "A tornado takes the market away. A treasure pays once like gold. In a drought everybody keeps five tokens at most. A thief makes you give one away. Who has the Queen's jewel and reaches the palace wins alone.": [
    "Ein Tornado nimmt die Auslage mit. Ein Schatz zahlt einmal wie Gold. Bei Dürre behalten alle höchstens fünf Chips. Ein Dieb lässt dich einen verschenken. Wer das Juwel der Königin hat und den Palast erreicht, gewinnt allein.",
    "Une tornade emporte le marché. Un trésor paie une fois comme l’or. En cas de sécheresse, chacun garde cinq jetons au plus. Un voleur vous en fait donner un. Qui a le joyau de la reine et atteint le palais gagne seul.",
    "Un tornado se lleva el mercado. Un tesoro paga una vez como oro. En la sequía todos conservan cinco fichas como máximo. Un ladrón te hace dar una. Quien tenga la joya de la reina y llegue al palacio gana solo.",
  ],

  // What this server does.
  "On this server": ["Auf diesem Server", "Sur ce serveur", "En este servidor"],
  "Seats are drawn by lot. Where only one choice is possible, the server makes it. Who resigns or runs out of time is out, and the others play on; whoever is left alone wins.": [
    "Die Plätze werden ausgelost. Wo nur eine Wahl möglich ist, trifft der Server sie. Wer aufgibt oder keine Zeit mehr hat, scheidet aus, und die anderen spielen weiter; wer allein übrig ist, gewinnt.",
    "Les places sont tirées au sort. Quand un seul choix est possible, le serveur le fait. Qui abandonne ou n’a plus de temps est hors jeu, et les autres continuent ; qui reste seul gagne.",
    "Los asientos se sortean. Donde solo hay una opción, la toma el servidor. Quien se rinde o se queda sin tiempo queda fuera, y los demás siguen; quien queda solo gana.",
  ],
  "The deal is fixed before the first turn, and after the end everybody can check it: nobody chose the cards.": [
    "Die Verteilung der Karten steht vor dem ersten Zug fest, und nach dem Ende kann jeder sie prüfen: Niemand hat die Karten ausgesucht.",
    "La donne est fixée avant le premier tour, et chacun peut la vérifier après la fin : personne n’a choisi les cartes.",
    "El reparto queda fijado antes del primer turno, y al final cualquiera puede comprobarlo: nadie eligió las cartas.",
  ],
} satisfies Texts;
