// What the element itself says, in the languages of the pictures. What a game says comes from the server: its pictures and its lines.

/** A row has its languages in this order. */
const LANGUAGES = ["en", "de", "fr", "es"] as const;

const PHRASES = {
  loading: ["One moment …", "Einen Moment …", "Un instant …", "Un momento …"],
  interrupted: ["The connection is interrupted. Trying again …", "Die Verbindung ist unterbrochen. Neuer Versuch …", "La connexion est interrompue. Nouvel essai …", "La conexión está interrumpida. Reintentando …"],
  unreachable: ["The server cannot be reached.", "Der Server ist nicht erreichbar.", "Le serveur est injoignable.", "No se puede contactar con el servidor."],
  missing: ["There is no such game, or it is not public.", "Diese Partie gibt es nicht, oder sie ist nicht öffentlich.", "Cette partie n'existe pas ou n'est pas publique.", "Esta partida no existe o no es pública."],
  players: ["Players", "Spieler", "Joueurs", "Jugadores"],
  connected: ["connected", "verbunden", "en ligne", "en línea"],
  disconnected: ["not connected", "nicht verbunden", "hors ligne", "sin conexión"],
  bot: ["bot", "Bot", "bot", "bot"],
  former: ["a former player", "ein früherer Spieler", "un ancien joueur", "un exjugador"],
  resigned: ["{name} resigned", "{name} hat aufgegeben", "{name} a abandonné", "{name} se rindió"],
  timed_out: ["the time of {name} ran out", "die Zeit von {name} ist abgelaufen", "le temps de {name} est écoulé", "a {name} se le acabó el tiempo"],
  turn: ["Your turn", "Du bist am Zug", "À vous de jouer", "Te toca"],
  you: ["You", "Du", "Vous", "Tú"],
  board: ["Board", "Plan", "Plateau", "Tablero"],
  part: ["Part", "Teil", "Partie", "Parte"],
  points: ["points", "Punkte", "points", "puntos"],
  free: ["free seat", "freier Platz", "place libre", "asiento libre"],
  replay: ["Replay", "Wiedergabe", "Revoir la partie", "Repetición"],
  first: ["First version", "Erste Version", "Première version", "Primera versión"],
  back: ["One step back", "Einen Schritt zurück", "Un pas en arrière", "Un paso atrás"],
  play: ["Play", "Abspielen", "Lire", "Reproducir"],
  pause: ["Pause", "Pause", "Pause", "Pausa"],
  forward: ["One step forward", "Einen Schritt vor", "Un pas en avant", "Un paso adelante"],
  newest: ["Newest version", "Neueste Version", "Dernière version", "Última versión"],
  version: ["Version", "Version", "Version", "Versión"],
  of: ["of", "von", "sur", "de"],
  log: ["Log", "Verlauf", "Journal", "Registro"],
} as const;

export type Phrase = keyof typeof PHRASES;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-CH`, if the pictures have it. */
export const languageOf = (tag: string | null | undefined): Language | undefined => LANGUAGES.find((language) => tag?.toLowerCase().split("-")[0] === language);

export const phrase = (name: Phrase, language: Language): string => PHRASES[name][LANGUAGES.indexOf(language)]!;
