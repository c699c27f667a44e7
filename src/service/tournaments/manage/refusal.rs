//! Why an act of an organizer on a tournament is refused.

use crate::games::GameRefusal;
use crate::outdated::Outdated;
use crate::refusal::{Code, Explain, Explanation, refusals};
use crate::tournaments::TournamentRefusal;
use crate::tournaments::entries::refusal::EntryRefusal;
use crate::tournaments::rounds::refusal::RoundRefusal;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::Failure;
use lapidary_store::sessions::{FreshLoginNeeded, SessionEnded};

refusals! {
    /// Why a tournament cannot be added to a series.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum NotAddable {
        NotOrganizer = NotOrganizer,
            "Only organizers of the series can do this: who has made it, or the owner and managers of its club.";
        League = SeriesState,
            "The series is a league, whose events are made by its seasons: `POST …/seasons` and `POST …/seasons/next`.";
        Visibility = SeriesState,
            "The tournament and the series have another visibility. The events of a public series are `public`, those of an unlisted one \
             `unlisted`; private tournaments are in no series.";
        Full(most: i64) = SeriesFull,
            "A series has at most {most} events. Make another one for the next events.";
    }

    /// Why an act of an organizer on a tournament is refused.
    pub enum ManageRefusal {
        TooManyAnnouncements(most: i64) = TooManyAnnouncements,
            "The tournament has {most} announcements in the last 24 hours, the most. Put the rest into `description`.";
        NotInvited = NotFound, "No player with this name is invited to the tournament.";
        HasResults = TournamentState,
            "The tournament has results that are rated when it ends. Close it; with `rated: false`, later rounds are not rated.";
        AlreadyOpen(status: Status) = TournamentState,
            "The registration was opened before: the tournament is `{}`. Leave `open` out.", status.name();
        /// The names of settings that cannot change after the start.
        SettingsFixed(names: Vec<&'static str>) = TournamentState,
            "The tournament has started, so these settings stay as they are: `{}`. Until the end, `name`, `next_round`, `late_entries`, \
             `registration_closes_in_ms`, `entries_max`, `entry`, `conditions` and `invited_only` can change, and `rounds`: not below those that are paired, and not once the knock-out \
             has begun.", names.join("`, `");
        TooManyOfClub(most: u32) = TooManyTournaments,
            "The club has {most} tournaments that are not over, the most that this server allows. Close one of them first.";
        TooMany(most: u32) = TooManyTournaments,
            "You have {most} tournaments that are not over, the most that this server allows. Close one of them first.";
        NoOrganizer = NotFound, "No player with this name organizes the tournament or is asked to.";
        OrganizerNeeded { is_creator: bool } => Explanation::new(Code::OrganizerNeeded, match is_creator {
            true => "The creator of a tournament stays its organizer: the games are made in their name. Ask others to organize it with `PATCH` and \
                `organizers`, or end it with `POST …/close`.",
            false => "You are the last organizer of this tournament, which is not over. Ask others to organize it with `PATCH` and `organizers`, or end \
                it with `POST …/close`.",
        });
        MayNotRate = Forbidden,
            "This account may not make rated tournaments on this server: send `rated` false, or ask the operator.";
        OthersTakePart = TournamentState,
            "Somebody else has an entry in the tournament, or can claim one, so it stays. End it with `POST …/close`.";
        CountsInSeries = TournamentState,
            "The tournament belongs to a series, so it stays. Take it out first, with `DELETE /v1/series/{{id}}/events/{{tournament_id}}`.";
        Series(unfit: NotAddable) => series(unfit);
    } contains {
        Tournament(TournamentRefusal),
        Entry(EntryRefusal),
        Round(RoundRefusal),
        Outdated(Outdated),
    } through TournamentRefusal: Failure, diesel::result::Error, getrandom::Error, SessionEnded, FreshLoginNeeded, GameRefusal;
}

/// Returns why a new tournament does not fit into a series.
fn series(unfit: &NotAddable) -> Explanation<'_> {
    let fault = match unfit {
        NotAddable::Full(_) => return unfit.explain(),
        NotAddable::League => {
            "is a league, whose events are made by its seasons: `POST /v1/series/{id}/seasons`"
        }
        NotAddable::Visibility => {
            "has another visibility than the tournament: the events of a public series are public, those of an unlisted one unlisted"
        }
        NotAddable::NotOrganizer => "must be the id of a series that you organize",
    };
    Explanation::new(Code::ValidationFailed, fault).at("/series")
}

impl From<NotAddable> for ManageRefusal {
    fn from(unfit: NotAddable) -> Self {
        ManageRefusal::Series(unfit)
    }
}
