//! Refusals of requests about series as problems.

use crate::extract::{fresh_login_needed, session_ended};
use crate::problems::problem::Fault;
use crate::tournaments::refusal::series_full;
use crate::{Code, Problem};
use lapidary_service::series::SeriesRefusal;
use lapidary_service::tournaments::NotAddable;

impl From<SeriesRefusal> for Problem {
    fn from(refusal: SeriesRefusal) -> Self {
        use SeriesRefusal as R;
        let state = |detail: &'static str| Problem::new(Code::SeriesState, detail);
        match refusal {
            R::SessionEnded => session_ended(),
            R::FreshLoginNeeded => fresh_login_needed(),
            R::NotFound => Problem::new(Code::NotFound, "There is no such series."),
            R::NoEvent => {
                Problem::new(Code::NotFound, "The series has no such tournament, or you may not see it.")
            }
            R::NotOrganizer | R::NotAddable(NotAddable::NotOrganizer) => Problem::new(
                Code::NotOrganizer,
                "Only organizers of the series can do this: who has made it, or the owner and managers of its club.",
            ),
            R::TooMany(limit) => Problem::new(
                Code::TooManySeries,
                format!("You have {limit} series, the most that a player can have. Delete one first."),
            ),
            R::NotAddable(NotAddable::Full(limit)) => series_full(limit),
            R::TooManyEntries(limit) => Problem::new(
                Code::SeriesFull,
                format!(
                    "The finished events of the series have more than {limit} entries together, the most that a table can have. An \
                     organizer removes one with `DELETE …/events/{{tournament_id}}`."
                ),
            ),
            R::NotAddable(NotAddable::League) => state(
                "The series is a league, whose events are made by its seasons: `POST …/seasons` and `POST …/seasons/next`.",
            ),
            R::NotAddable(NotAddable::Visibility) => state(
                "The tournament and the series have another visibility. The events of a public series are `public`, those of an unlisted one \
                 `unlisted`; private tournaments are in no series.",
            ),
            R::OtherSeries => state(
                "The tournament belongs to another series. Remove it there with `DELETE …/events/{tournament_id}` first.",
            ),
            R::OfSeason => state(
                "The tournament is the event of a group in a season of the league, so it stays in it. Cancel it with `POST …/close`.",
            ),
            R::GroupsFixed => state(
                "The groups stay as they are once a season has begun, and a series with events does not become a league. Make another series.",
            ),
            R::NoLeague => {
                state("The series has no groups, so it has no seasons. Make a series with `groups`.")
            }
            R::NoSeason => state("The league has had no season. Start the first one with `POST …/seasons`."),
            R::HasSeasons => {
                state("The league has had a season. Start the next one with `POST …/seasons/next`.")
            }
            R::SeasonUnfinished(group) => Problem::new(
                Code::SeriesState,
                format!(
                    "The event of the group “{group}” is not over. Close it with `POST …/close` of the tournament first."
                ),
            ),
            R::GroupTooSmall(group) => Problem::new(
                Code::SeriesState,
                format!(
                    "The group “{group}” would have fewer than two players. Add some: `new_players` come into the lowest group, from which \
                     the others are filled."
                ),
            ),
            R::Field { pointer, fault } => Problem::validation(vec![Fault::at(pointer, fault)]),
            R::Tournament(refusal) => refusal.into(),
            R::Storage(failure) => failure.into(),
        }
    }
}
