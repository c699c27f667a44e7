//! Why a request about a tournament is refused.

use std::time::Duration;

use super::NotAddable;
use crate::games::{ClockRefusal, GameRefusal, SeatRefusal};
use crate::outdated::Outdated;
use crate::ratings::RecomputeError;
use crate::refusal::{Code, Explain, Explanation, refusals, too_soon};
use crate::tournaments::entries::conditions::Unmet;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::game::Version;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::round::{TableName, TableStatus};
use lapidary_model::tournaments::settings::{EntryLock, Players, Status};
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
        Erased(entry: EntryId) = NotFound,
            "The account of entry {} is erased, so it cannot come back.", entry.0;
        NoClaim = NotFound,
            "No entry of this tournament waits for this code. A code can be used once, and a new one replaces it: ask an \
             organizer for another one.";
        NotInvited = NotFound, "No player with this name is invited to the tournament.";
        NoOrganizer = NotFound, "No player with this name organizes the tournament or is asked to.";
        NotOrganizer = NotOrganizer,
            "Only organizers of the tournament can do this, with a token that has the scope `organize`. Whoever is asked to organize it accepts with `POST …/organizers/accept`.";
        State(status: Status) = TournamentState,
            "The tournament is `{}`. {}", status.name(), remedy(*status);
        AlreadyOpen(status: Status) = TournamentState,
            "The registration was opened before: the tournament is `{}`. Leave `open` out.", status.name();
        /// The names of settings that cannot change after the start.
        SettingsFixed(names: Vec<&'static str>) = TournamentState,
            "The tournament has started, so these settings stay as they are: `{}`. Until the end, `name`, `next_round`, `late_entries`, \
             `registration_closes_in_ms`, `entries_max`, `entry`, `conditions` and `invited_only` can change, and `rounds`: not below those that are paired, and not once the knock-out \
             has begun.", names.join("`, `");
        StaysCancelled = TournamentState,
            "A tournament that was cancelled after its start stays cancelled, because its games were aborted. \
             Create another one.";
        OthersTakePart = TournamentState,
            "Somebody else has an entry in the tournament, or can claim one, so it stays. End it with `POST …/close`.";
        CountsInSeries = TournamentState,
            "The tournament belongs to a series, so it stays. Take it out first, with `DELETE /v1/series/{{id}}/events/{{tournament_id}}`.";
        EndedLongAgo = TournamentState,
            "The tournament ended more than 14 days ago, so it stays as it is.";
        RegistrationClosed = RegistrationClosed,
            "The registration of the tournament is closed. An organizer can take entries again by `PATCH`: before the start with \
             `registration_closes_in_ms`, later with `late_entries`.";
        AlreadyEntered { entry: EntryId, status: EntryStatus } => {
            Explanation::new(Code::AlreadyEntered, entered(*entry, *status))
        };
        NotEntered = NotEntered,
            "You have no entry that takes part in this tournament. Enter with `POST …/enter`; if you have left or were removed, only \
             an organizer can take you back.";
        NoSeat = NotEntered,
            "You have no seat in the last round, so there is nothing to confirm. Wait for the next round.";
        Full(most: u16) = TournamentFull,
            "The tournament is limited to {most} entries. An organizer can raise `entries_max`.";
        RatingRequired { min: Option<u16>, max: Option<u16> } = RatingRequired,
            "The tournament is for players with a rating{}.", rating_range(*min, *max);
        PlayerKind(players: Players) = PlayerKind,
            "The tournament is for {} only.", if *players == Players::Bot { "bots" } else { "people" };
        MembersOnly = InvitationRequired,
            "Only members of the club can enter this tournament. Join the club with `POST /v1/clubs/{{id}}/join`.";
        InvitedOnly = InvitationRequired,
            "Only players who are invited can enter this tournament. An organizer lets others in with `PATCH` and `invited`.";
        GroupOnly = InvitationRequired,
            "Only players of the group can enter this event of a league. An organizer lets others in with `PATCH` and `invited`.";
        Series(unfit: NotAddable) => series(unfit);
        Locked(lock: EntryLock) => Explanation::new(Code::EntryLocked, locked(*lock));
        NotLinked = NotAvailable,
            "Players of this tournament enter without a code. Send `entry` with `{{\"link\": true}}` by `PATCH` first.";
        TooSoon(delay: Duration) => too_soon(*delay);
        SameOwner = SameOwner, "Another bot of the same owner has entered this rated tournament.";
        OrganizerSeated = OrganizerSeated,
            "An organizer of this rated tournament, or a bot of one, is concerned, so its organizers cannot do this.";
        OrganizerPlays = OrganizerSeated,
            "You play in this rated tournament, or a bot of yours does, so another organizer who does not play, or an administrator of the \
             server, has to do this. Without them, `PATCH` with `rated: false` first: later games are not rated.";
        RatedGame = GameRated,
            "The game of the table is rated and has begun. Its clocks end it, or its players resign; then decide the table. \
             Only an administrator of the server who does not organize the tournament can end it before.";
        Ratings(cause: RecomputeError) => Explanation::broken(cause);
        MayNotRate = Forbidden,
            "This account may not make rated tournaments on this server: send `rated` false, or ask the operator.";
        TooMany(most: u32) = TooManyTournaments,
            "You have {most} tournaments that are not over, the most that this server allows. Close one of them first.";
        TooManyOfClub(most: u32) = TooManyTournaments,
            "The club has {most} tournaments that are not over, the most that this server allows. Close one of them first.";
        TooManyAnnouncements(most: i64) = TooManyAnnouncements,
            "The tournament has {most} announcements in the last 24 hours, the most. Put the rest into `description`.";
        ArenaRound = TableState,
            "In an arena the server seats those who wait: nobody else is seated, and no round is unpaired. Void a table with \
             `tables/{{n}}/void`.";
        RoundUnfinished = RoundUnfinished,
            "The last round is not over: wait for its tables, or decide them with `tables/{{n}}/result` or `tables/{{n}}/void`. If nothing was \
             played in it, `rounds/{{n}}/unpair` takes it back.";
        RoundClosed = RoundClosed,
            "The round is closed, so nothing of it is played or paired again. Correct a result with `tables/{{n}}/correct`; as long as \
             no later round is paired, `result` and `void` decide a table too.";
        MissedReady = RoundClosed,
            "The games of the round have started without you, because you were not ready in time. Confirm the next round in time.";
        NoByes = NotAvailable,
            "Players of this tournament request no byes. Until the start, an organizer can allow them with `byes`.";
        TooManyByes(most: u8) = TooManyByes,
            "Each entry can have {most} byes in this tournament. Take one back with `DELETE …/byes/{{n}}`.";
        NoTeams = NotAvailable,
            "This tournament has no teams: everybody plays alone. Until the start, an organizer can set `teams` by `PATCH`.";
        NoTeam(team: TeamId) = NotFound, "There is no {} in this tournament.", named("team", team.0);
        NotCaptain = NotCaptain,
            "Only the captain of the team can do this, organizers of the tournament with a token that has the scope `organize`, and with a member also \
             the member.";
        AlreadyInTeam(team: TeamId) = AlreadyInTeam,
            "The entry belongs to team {team}. Take it out with `DELETE …/entries/{{n}}/team` first.";
        TeamLocked = EntryLocked,
            "Players join a team with its code, which the request does not have, or which another code has replaced. Ask the captain of the \
             team for the code.";
        TeamFull { team: TeamId, size_max: u8 } = TeamFull,
            "Team {team} has {size_max} members, the most in this tournament. Join another team.";
        TooManyTeams(most: u16) = TournamentFull,
            "The tournament has {most} teams, as many as it can have entries. Delete one of them first.";
        /// What is missing, with the entries and teams that it concerns.
        TeamsIncomplete(fault: String) = TeamsIncomplete,
            "{} Put entries into teams with `PUT …/entries/{{n}}/team`, remove them with `entries/{{n}}/remove`, delete teams, or \
             change `teams` by `PATCH`.", sentence(fault);
        RoundPaired(round: u16) = RoundClosed,
            "Round {round} is paired, so its byes stay. Request one for a later round.";
        GoesOn = NextRoundPaired,
            "By this result another entry would go on, but what follows the round is paired or over. If nothing was played in a later \
             round, take it back with `rounds/{{n}}/unpair` first.";
        NoMoreRounds = NoMoreRounds,
            "All rounds of the tournament are played. Close it with `POST …/close`.";
        Table(status: TableStatus) => Explanation::new(Code::TableState, table(*status));
        /// The table has changed since the caller has seen it: `now` is what stands there.
        TableChanged { version: u32, now: String } => Explanation {
            version: Some(Version(*version)),
            ..Explanation::new(Code::TableChanged, format!("The table has version {version}: {now}. Look again before you decide."))
        };
        OnTheServer = NotAvailable,
            "The games of this tournament are played on the server, so players enter by themselves with `POST …/enter`, and games have \
             results by themselves. Until the start, `PATCH` can change `play`.";
        OverTheBoard = NotAvailable,
            "This tournament is played over the board: its tables have no clock on the server.";
        FirstRoundPaired = TournamentState,
            "The first round is paired, so seeds and ratings of entries stay as they are. If nothing was played in it, take it back with \
             `rounds/1/unpair`.";
        NotGuest(entry: EntryId) = NotAvailable,
            "Entry {} has a player with an account, and is no guest.", entry.0;
        NotAtTable = NotSeated,
            "You have no seat at this table. Its players report its result, or an organizer sets it with `tables/{{n}}/result`.";
        TooFew = NotPairable,
            "Fewer than two entries take part. Wait for players, or take some back with `entries/{{n}}/reinstate`.";
        OrganizerNeeded { is_creator: bool } => Explanation::new(Code::OrganizerNeeded, match is_creator {
            true => "The creator of a tournament stays its organizer: the games are made in their name. Ask others to organize it with `PATCH` and \
                `organizers`, or end it with `POST …/close`.",
            false => "You are the last organizer of this tournament, which is not over. Ask others to organize it with `PATCH` and `organizers`, or end \
                it with `POST …/close`.",
        });
        /// Settings that do not fit the entries, which `fault` names.
        Misfit { pointer: &'static str, fault: String } = ValidationFailed at *pointer, "{fault}";
        /// The faults of a list, each with the field that it is about.
        Fields(faults: Vec<(String, &'static str)>) => Explanation {
            faults: faults.clone(),
            ..Explanation::new(Code::ValidationFailed, "Results of the list are impossible.")
        };
        /// A table refuses its result of a list, of which nothing is stored.
        Listed { table: TableName, refusal: Box<TournamentRefusal> } => listed(*table, refusal);
        Field { pointer: String, fault: &'static str } = ValidationFailed at pointer.clone(), "{fault}";
        /// A game of a table does not start.
        Seat(refusal: SeatRefusal) => refusal.explain();
        /// The clocks of a game of a table stay as they are.
        Clock(refusal: ClockRefusal) => refusal.explain();
    } from sessions { SessionEnded, FreshLoginNeeded } contains {
        Condition(Unmet),
        Outdated(Outdated),
        Pairing(Refusal),
        Randomness(getrandom::Error),
        Hash(HashError),
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

impl From<NotAddable> for TournamentRefusal {
    fn from(unfit: NotAddable) -> Self {
        TournamentRefusal::Series(unfit)
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

/// Returns why a table refuses its result.
fn listed(table: TableName, refusal: &TournamentRefusal) -> Explanation<'_> {
    let told = refusal.explain();
    let named = match table {
        TableName::Number(number) => format!("table {number}"),
        TableName::InRound(number) => format!("the table with `number_in_round` {number}"),
    };
    let detail = format!("Nothing of the list is stored because of {named}. {}", told.detail);
    Explanation { detail: detail.into(), ..told }
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

impl From<RecomputeError> for TournamentRefusal {
    fn from(error: RecomputeError) -> Self {
        match error {
            RecomputeError::Storage(failure) => failure.into(),
            broken => TournamentRefusal::Ratings(broken),
        }
    }
}

/// Returns which tables there are.
fn tables_there(last: Option<(u16, Option<(u32, u32)>)>) -> String {
    match last {
        None => "no round is paired yet".to_owned(),
        Some((round, None)) => format!("round {round} has no tables"),
        Some((round, Some((first, last)))) if first == last => format!("round {round} has table {first}"),
        Some((round, Some((first, last)))) => format!("round {round} has the tables {first} to {last}"),
    }
}

/// Returns something with its number, if the request has named one.
fn named(what: &str, number: u32) -> String {
    match i32::try_from(number) {
        Ok(number) => format!("{what} {number}"),
        Err(_) => format!("{what} with this number"),
    }
}

/// Returns what can be done in a tournament that is this far.
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

/// Returns why a player cannot enter a second time.
fn entered(entry: EntryId, status: EntryStatus) -> String {
    let how = match status {
        EntryStatus::Active => return "You have an entry in this tournament.".to_owned(),
        EntryStatus::Waiting => {
            return "You wait for a place in this tournament: it is full. You move up when somebody leaves before the start."
                .to_owned();
        }
        EntryStatus::Paused => "You have paused in this tournament, which does not run",
        EntryStatus::Dropped => "You have left this tournament, or were missing twice",
        EntryStatus::Removed => "An organizer has removed you from this tournament",
    };
    format!("{how}. Ask an organizer to take you back with `entries/{}/reinstate`.", entry.0)
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

/// Returns what a player has to send.
const fn locked(lock: EntryLock) -> &'static str {
    match lock {
        EntryLock::Link => {
            "Players enter this tournament with a code, which the request does not have, or which another code has replaced. Ask an \
             organizer for the code, and send it as `code`."
        }
        EntryLock::Password | EntryLock::Open => {
            "Players enter this tournament with a password, which the request does not have, or which is wrong. Ask an organizer for \
             it, and send it as `password`."
        }
    }
}

/// Returns which ratings a tournament is for.
fn rating_range(min: Option<u16>, max: Option<u16>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    }
}

/// Returns the text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
