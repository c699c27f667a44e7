// Refusals of the server in the language of the reader. The server has a title for each code in every language, but most of its details are in
// English: where the code says enough, this sentence stands for them.
import type { Text } from "../language";

/** Sentences by the codes that people meet most. */
export const SENTENCES: Readonly<Record<string, Text>> = {
  invalid_credentials: "Name or password is wrong. Passwords are case-sensitive.",
  wrong_password: "This is not your current password.",
  username_taken: "Somebody else has this name. Choose another one.",
  unauthenticated: "Sign in for that.",
  forbidden: "You may not do this.",
  not_found: "It does not exist, or you may not see it.",
  not_seated: "You have no seat in this game.",
  not_your_turn: "Somebody else is to move.",
  version_conflict: "The game has gone on meanwhile. Look at the board, and choose again.",
  game_finished: "The game is over.",
  game_full: "All seats are taken. Look for another table.",
  game_started: "The game has begun already.",
  game_not_stalled: "Something has happened in this game recently. Wait for a while.",
  too_many_games: "You have too many games at once. End one of them first.",
  too_many_analyses: "You have asked for many analyses. Try again later.",
  not_organizer: "Only organizers can do this.",
  organizer_seated: "You play in this rated event, so another organizer has to do this.",
  rating_required: "Your rating does not fit this event.",
  entry_locked: "Type the password or the code that the organizer has given you.",
  condition_unmet: "You do not meet a condition of this event.",
  club_role: "Your role in the club does not allow this.",
  invitation_required: "Only whoever is invited can do this.",
  club_banned: "The club does not admit you.",
  registration_closed: "The registration is closed.",
  already_entered: "This player has entered already.",
  not_entered: "This player does not take part.",
  tournament_full: "The event is full.",
  round_unfinished: "A table of the round has no result yet.",
  no_more_rounds: "All rounds of this event are played.",
  table_changed: "Somebody else has typed something at this table meanwhile. Look at it, then do it again.",
  internal_error: "The server has a fault. It is written down there. Try again later.",
  unavailable: "The server is busy. Try again in a moment.",
};
