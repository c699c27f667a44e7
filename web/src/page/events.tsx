// The pages of tournaments, clubs and series, with all that their organizers do. They are a file of their own (later.tsx).
export { Club } from "./club";
export { Invite } from "./invite";
export { NewEvent } from "./new_event";
export { Series } from "./series";
export { SeriesList } from "./series_list";
export { Tournament } from "./tournament";
