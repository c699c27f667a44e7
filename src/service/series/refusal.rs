//! Why a request about a series is refused.

use crate::outdated::Outdated;
use crate::refusal::refusals;
use crate::tournaments::{ManageRefusal, NotAddable, TournamentRefusal};
use lapidary_store::Failure;

refusals! {
    /// Why a request about a series is refused.
    pub enum SeriesRefusal {
        NotFound = NotFound, "There is no such series.";
        NoEvent = NotFound, "The series has no such tournament, or you may not see it.";
        NotOrganizer => NotAddable::NotOrganizer.explain();
        NotCreator = NotOrganizer,
            "This cannot be undone, so only who has made the series can do it, the owner of its club, or an administrator of the server.";
        TooMany(most: i64) = TooManySeries,
            "You have {most} series, the most that a player can have. Delete one first.";
        OtherSeries = SeriesState,
            "The tournament belongs to another series. Remove it there with `DELETE …/events/{{tournament_id}}` first.";
        OfSeason = SeriesState,
            "The tournament is the event of a group in a season of the league, so it stays in it. Cancel it with `POST …/close`.";
        GroupsFixed = SeriesState,
            "The groups stay as they are once a season has begun, and a series with events does not become a league. Make another series.";
        NoLeague = SeriesState, "The series has no groups, so it has no seasons. Make a series with `groups`.";
        NoSeason = SeriesState, "The league has had no season. Start the first one with `POST …/seasons`.";
        HasSeasons = SeriesState,
            "The league has had a season. Start the next one with `POST …/seasons/next`.";
        SeasonUnfinished(group: String) = SeriesState,
            "The event of the group “{group}” is not over. Close it with `POST …/close` of the tournament first.";
        GroupTooSmall(group: String) = SeriesState,
            "The group “{group}” would have fewer than two players. Add some: `new_players` come into the lowest group, from which \
             the others are filled.";
        TooManyEntries(most: i64) = SeriesFull,
            "The finished events of the series have more than {most} entries together, the most that a table can have. An \
             organizer removes one with `DELETE …/events/{{tournament_id}}`.";
        Field { pointer: String, fault: &'static str } = ValidationFailed at pointer.clone(), "{fault}";
    } from sessions { SessionEnded, FreshLoginNeeded } contains {
        NotAddable(NotAddable),
        Outdated(Outdated),
        Tournament(TournamentRefusal),
        NewTournament(ManageRefusal),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}
