//! Why a request about a tournament is refused.

use crate::games::{ClockRefusal, GameRefusal, SeatRefusal};
use crate::ratings::RecomputeError;
use crate::refusal::{Code, Explain, Explanation, refusals};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::tournaments::round::TableStatus;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::Failure;

refusals! {
    /// Why a request about a tournament is refused.
    pub enum TournamentRefusal {
        NotFound = NotFound, "There is no such tournament, or you may not see it.";
        NoTable {
            table: u32,
            /// The last round and the numbers of its first and last table; none if nothing is paired.
            last: Option<(u16, Option<(u32, u32)>)>,
        } = NotFound, "There is no {}: {}.", named("table", *table), tables_there(*last);
        NoRound { round: u32, rounds: usize } = NotFound, "There is no {}: {}.", named("round", *round), match rounds {
            0 => "no round is paired yet".to_owned(),
            last => format!("the last one is round {last}"),
        };
        NothingPaired = NotFound, "No round is paired yet. Pair the first one with `POST …/rounds/next`.";
        NoEntry { entry: EntryId, last: Option<EntryId> } = NotFound, "There is no {}: {}.", named("entry", entry.0), match last {
            None => "nobody has entered yet".to_owned(),
            Some(last) => format!("the last one is entry {}", last.0),
        };
        NotOrganizer = NotOrganizer,
            "Only organizers of the tournament can do this, with a token that has the scope `organize`. Whoever is asked to organize it accepts with `POST …/organizers/accept`. \
             Bots do not organize a rated evening, nor does whoever is rated there.";
        NotCreator = NotOrganizer,
            "This cannot be undone, so only the creator of the tournament can do it, the owner of its club, or an administrator of the server.";
        State(status: Status) = TournamentState,
            "The tournament is `{}`. {}", status.name(), remedy(*status);
        NotEntered = NotEntered,
            "You have no entry that takes part in this tournament. Enter with `POST …/enter`; if you have left or were removed, only \
             an organizer can take you back.";
        NoSeat = NotEntered,
            "You have no seat in the last round, so there is nothing to confirm. Wait for the next round.";
        OrganizerSeated = OrganizerSeated,
            "An organizer of this rated tournament, or a bot of one, is concerned, so its organizers cannot do this.";
        OrganizerPlays = OrganizerSeated,
            "You play in this rated tournament, or a bot of yours does, so another organizer who does not play, or an administrator of the \
             server, has to do this. Without them, `PATCH` with `rated: false` first: later rounds are not rated.";
        HasOrganized = TournamentState,
            "You have organized this rated tournament since its start, or you organize it and it keeps pairs apart, or a bot of yours does, \
             so you do not play in it.";
        RatedGame = GameRated,
            "The game of the table is rated and has begun. Its clocks end it, or its players resign; then decide the table. \
             Only an administrator of the server who does not organize the tournament can end it before.";
        Ratings(cause: Box<RecomputeError>) => Explanation::broken(&**cause);
        ArenaRound = TableState,
            "In an arena the server seats those who wait: nobody else is seated, and no round is unpaired. Void a table with \
             `tables/{{n}}/void`.";
        RoundClosed = RoundClosed,
            "The round is closed, so nothing of it is played or paired again. Correct a result with `tables/{{n}}/correct`; as long as \
             no later round is paired, `result` and `void` decide a table too.";
        MissedReady = RoundClosed,
            "The games of the round have started without you, because you were not ready in time. Confirm the next round in time.";
        Table(status: TableStatus) => Explanation::new(Code::TableState, table(*status));
        Replaced(other: u32) = TableState,
            "The table is `void`, and table {other} is played in its place. Decide that one.";
        OnTheServer = NotAvailable,
            "The games of this tournament are played on the server, so players enter by themselves with `POST …/enter`, and games have \
             results by themselves. Until the start, `PATCH` can change `play`.";
        NotAtTable = NotSeated,
            "You have no seat at this table. Its players report its result, or an organizer sets it with `tables/{{n}}/result`.";
        /// Settings that do not fit the entries; `fault` names the entries.
        Misfit { pointer: &'static str, fault: String } = ValidationFailed at *pointer, "{fault}";
        Field { pointer: String, fault: &'static str } = ValidationFailed at pointer.clone(), "{fault}";
        /// A game of a table does not start.
        Seat(refusal: SeatRefusal) => refusal.explain();
        /// The clocks of a game of a table stay as they are.
        Clock(refusal: ClockRefusal) => refusal.explain();
    } from sessions { SessionEnded, FreshLoginNeeded } contains {
        Pairing(Refusal),
        Randomness(getrandom::Error),
        Game(GameRefusal),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl Explain for Refusal {
    fn explain(&self) -> Explanation<'_> {
        let what = sentence(&self.to_string());
        let detail = match self {
            Refusal::NoDesign { .. } => {
                format!(
                    "{what} Until the start, `PATCH` can change `seats` and `format`; or wait for more players."
                )
            }
            _ => what,
        };
        Explanation::new(Code::NotPairable, detail)
    }
}

impl TournamentRefusal {
    /// Returns the refusal of a field of the request.
    pub(super) fn field(pointer: impl Into<String>, fault: &'static str) -> TournamentRefusal {
        TournamentRefusal::Field { pointer: pointer.into(), fault }
    }
}

impl From<SeatRefusal> for TournamentRefusal {
    fn from(refusal: SeatRefusal) -> Self {
        match refusal {
            SeatRefusal::Game(refusal) => refusal.into(),
            other => TournamentRefusal::Seat(other),
        }
    }
}

impl From<ClockRefusal> for TournamentRefusal {
    fn from(refusal: ClockRefusal) -> Self {
        match refusal {
            ClockRefusal::Game(refusal) => refusal.into(),
            other => TournamentRefusal::Clock(other),
        }
    }
}

impl From<RecomputeError> for TournamentRefusal {
    fn from(error: RecomputeError) -> Self {
        match error {
            RecomputeError::Storage(failure) => failure.into(),
            broken => TournamentRefusal::Ratings(Box::new(broken)),
        }
    }
}

/// Returns the numbers of the existing tables in words.
fn tables_there(last: Option<(u16, Option<(u32, u32)>)>) -> String {
    match last {
        None => "no round is paired yet".to_owned(),
        Some((round, None)) => format!("round {round} has no tables"),
        Some((round, Some((first, last)))) if first == last => format!("round {round} has table {first}"),
        Some((round, Some((first, last)))) => format!("round {round} has the tables {first} to {last}"),
    }
}

/// Returns the name of something with its number, if the request has one.
pub(super) fn named(what: &str, number: u32) -> String {
    match i32::try_from(number) {
        Ok(number) => format!("{what} {number}"),
        Err(_) => format!("{what} with this number"),
    }
}

/// Returns what is possible in a tournament with this status.
const fn remedy(status: Status) -> &'static str {
    match status {
        Status::Draft => "Open its registration with `PATCH` and `open: true`.",
        Status::Registration => "It has not started: start it with `POST …/start`.",
        Status::Running => "It has started, and it is not over.",
        Status::Finished => {
            "For 14 days after the end, `tables/{n}/correct` corrects results, and `POST …/reopen` takes the end back."
        }
        Status::Cancelled => {
            "Nothing changes any more. If it was cancelled before its start, `POST …/reopen` takes that back for 14 days."
        }
    }
}

/// Returns why a table does not allow a request.
const fn table(status: TableStatus) -> &'static str {
    match status {
        TableStatus::Waiting => {
            "The table is `waiting`: its game has not started. Wait for the ready check, or void the table."
        }
        TableStatus::Playing => "The table is `playing`: its game is not over.",
        TableStatus::Done => {
            "The table is `done`: its game is over. `tables/{n}/result` changes its result; once it is void, it can be seated again."
        }
        TableStatus::Void => {
            "The table is `void`: it does not count, and nobody plays there. `tables/{n}/result` makes it count; outside of a knock-out, \
             `tables/{n}/substitute` lets it be played."
        }
    }
}

/// Returns the text with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
