// What many visitors never open: the end of a game and its analysis, the hints of a first game, lists, the pages of tournaments, clubs and series, with all that their organizers do, those of players and
// puzzles, and the form of a table. They are a file of their own (later.tsx).
export { Analysis } from "./analysis";
export { Coach } from "./coach";
export { Ending, NoGame } from "./ending";
export { ClubList, GameList, LadderList, PlayerList, TournamentList } from "./browse";
export { Club } from "./club";
export { Invite } from "./invite";
export { Ladder } from "./lists";
export { Moderation } from "./moderate";
export { NewEvent } from "./new_event";
export { NewGame } from "./new_game";
export { Player } from "./player";
export { PracticeHere } from "./practice";
export { Proof } from "./proof";
export { Puzzle, PuzzleOfToday } from "./puzzle";
export { Replay } from "./replay";
export { Rules } from "./rules";
export { Series } from "./series";
export { SeriesList } from "./series_list";
export { Tournament } from "./tournament";
