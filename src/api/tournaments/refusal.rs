//! The problems for refused requests about tournaments. Each says what is wrong, and what can be done about
//! it.

use crate::accounts::refusal::too_soon;
use crate::extract::{fresh_login_needed, session_ended};
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::round::TableStatus;
use lapidary_model::tournaments::settings::{EntryLock, Players, Status};
use lapidary_service::tournaments::{NotAddable, TournamentRefusal, Unmet};

impl From<TournamentRefusal> for Problem {
    fn from(refusal: TournamentRefusal) -> Self {
        use TournamentRefusal as R;
        match refusal {
            R::SessionEnded => session_ended(),
            R::FreshLoginNeeded => fresh_login_needed(),
            R::NoTeam(team) => Problem::new(
                Code::NotFound,
                format!("There is no {} in this tournament.", named("team", team.0)),
            ),
            R::NoTeams
            | R::NotCaptain
            | R::AlreadyInTeam(_)
            | R::TeamLocked
            | R::TeamFull { .. }
            | R::TooManyTeams(_)
            | R::TeamsIncomplete(_) => teams(&refusal),
            R::NotFound
            | R::NoTable { .. }
            | R::NoRound { .. }
            | R::NothingPaired
            | R::NoEntry { .. }
            | R::Erased(_)
            | R::NoClaim
            | R::NotInvited
            | R::NoOrganizer => Problem::new(Code::NotFound, missing(&refusal)),
            R::NotOrganizer => Problem::new(
                Code::NotOrganizer,
                "Only organizers of the tournament can do this, with a token that has the scope `organize`. Whoever is asked to organize it accepts with `POST …/organizers/accept`.",
            ),
            R::State(_) | R::AlreadyOpen(_) | R::SettingsFixed(_) | R::StaysCancelled | R::EndedLongAgo => {
                Problem::new(Code::TournamentState, state(&refusal))
            }
            R::RegistrationClosed => Problem::new(
                Code::RegistrationClosed,
                "The registration of the tournament is closed. An organizer can take entries again by `PATCH`: before the start with \
                 `registration_closes_in_ms`, later with `late_entries`.",
            ),
            R::AlreadyEntered { entry, status } => Problem::new(Code::AlreadyEntered, entered(entry, status)),
            R::NotEntered => Problem::new(
                Code::NotEntered,
                "You have no entry that takes part in this tournament. Enter with `POST …/enter`; if you have left or were removed, only \
                 an organizer can take you back.",
            ),
            R::NoSeat => Problem::new(
                Code::NotEntered,
                "You have no seat in the last round, so there is nothing to confirm. Wait for the next round.",
            ),
            R::Full(limit) => Problem::new(
                Code::TournamentFull,
                format!(
                    "The tournament is limited to {limit} entries. An organizer can raise `entries_max`."
                ),
            ),
            R::RatingRequired { min, max } => Problem::new(Code::RatingRequired, rating_text(min, max)),
            R::PlayerKind(players) => {
                let kind = if players == Players::Bot { "bots" } else { "people" };
                Problem::new(Code::PlayerKind, format!("The tournament is for {kind} only."))
            }
            R::MembersOnly => Problem::new(
                Code::InvitationRequired,
                "Only members of the club can enter this tournament. Join the club with `POST /v1/clubs/{id}/join`.",
            ),
            R::GroupOnly => Problem::new(
                Code::InvitationRequired,
                "Only players of the group can enter this event of a league. An organizer lets others in with `PATCH` and `invited`.",
            ),
            R::Series(NotAddable::Full(limit)) => series_full(limit),
            R::Series(fault) => Problem::validation(vec![Fault::at("/series", series_fault(fault))]),
            R::Locked(lock) => Problem::new(Code::EntryLocked, locked(lock)),
            R::NotLinked => Problem::new(
                Code::NotAvailable,
                "Players of this tournament enter without a code. Send `entry` with `{\"link\": true}` by `PATCH` first.",
            ),
            R::Condition(unmet) => Problem::new(Code::ConditionUnmet, condition(unmet)),
            R::TooSoon(delay) => too_soon(delay),
            R::SameOwner => Problem::new(
                Code::SameOwner,
                "Another bot of the same owner has entered this rated tournament.",
            ),
            R::OrganizerSeated => Problem::new(
                Code::OrganizerSeated,
                "An organizer of this rated tournament, or a bot of one, is concerned, so its organizers cannot do this.",
            ),
            R::RatedGame => Problem::new(
                Code::GameRated,
                "The game of the table is rated and has begun. Its clocks end it, or its players resign; then decide the table. \
                 Only an administrator of the server who does not organize the tournament can end it before.",
            ),
            R::MayNotRate => Problem::new(
                Code::Forbidden,
                "This account may not make rated tournaments on this server: send `rated` false, or ask the operator.",
            ),
            R::TooMany(limit) => Problem::new(
                Code::TooManyTournaments,
                format!(
                    "You have {limit} tournaments that are not over, the most that this server allows. Close one of them first."
                ),
            ),
            R::TooManyAnnouncements(limit) => Problem::new(
                Code::TooManyAnnouncements,
                format!(
                    "The tournament has {limit} announcements in the last 24 hours, the most. Put the rest into `description`."
                ),
            ),
            R::OrganizerNeeded { .. } => Problem::new(Code::OrganizerNeeded, needed(&refusal)),
            R::RoundUnfinished => Problem::new(
                Code::RoundUnfinished,
                "The last round is not over: wait for its tables, or decide them with `tables/{n}/result` or `tables/{n}/void`. If nothing was \
                 played in it, `rounds/{n}/unpair` takes it back.",
            ),
            R::RoundClosed => Problem::new(
                Code::RoundClosed,
                "The round is closed, so nothing of it is played or paired again. Correct a result with `tables/{n}/correct`; as long as \
                 no later round is paired, `result` and `void` decide a table too.",
            ),
            R::MissedReady => Problem::new(
                Code::RoundClosed,
                "The games of the round have started without you, because you were not ready in time. Confirm the next round in time.",
            ),
            R::NoByes => Problem::new(
                Code::NotAvailable,
                "Players of this tournament request no byes. Until the start, an organizer can allow them with `byes`.",
            ),
            R::TooManyByes(max) => Problem::new(
                Code::TooManyByes,
                format!(
                    "You have requested {max} byes, the most in this tournament. Take one back with `DELETE …/byes/{{n}}`."
                ),
            ),
            R::RoundPaired(round) => Problem::new(
                Code::RoundClosed,
                format!("Round {round} is paired, so its byes stay. Request one for a later round."),
            ),
            R::GoesOn => Problem::new(
                Code::NextRoundPaired,
                "By this result another entry would go on, but what follows the round is paired or over. If nothing was played in a later \
                 round, take it back with `rounds/{n}/unpair` first.",
            ),
            R::NoMoreRounds => Problem::new(
                Code::NoMoreRounds,
                "All rounds of the tournament are played. Close it with `POST …/close`.",
            ),
            R::Table(status) => Problem::new(Code::TableState, table(status)),
            R::ArenaRound => Problem::new(
                Code::TableState,
                "In an arena the server seats those who wait: nobody else is seated, and no round is unpaired. Void a table with \
                 `tables/{n}/void`.",
            ),
            R::OnTheServer => Problem::new(
                Code::NotAvailable,
                "The games of this tournament are played on the server, so players enter by themselves with `POST …/enter`, and games have \
                 results by themselves. Until the start, `PATCH` can change `play`.",
            ),
            R::OverTheBoard => Problem::new(
                Code::NotAvailable,
                "This tournament is played over the board: its tables have no clock on the server.",
            ),
            R::NotGuest(entry) => Problem::new(
                Code::NotAvailable,
                format!("Entry {} has a player with an account, and is no guest.", entry.0),
            ),
            R::NotAtTable => Problem::new(
                Code::NotSeated,
                "You have no seat at this table. Its players report its result, or an organizer sets it with `tables/{n}/result`.",
            ),
            R::TooFew => Problem::new(
                Code::NotPairable,
                "Fewer than two entries take part. Wait for players, or take some back with `entries/{n}/reinstate`.",
            ),
            R::Pairing(refusal @ Refusal::NoDesign { .. }) => Problem::new(
                Code::NotPairable,
                format!(
                    "{} Until the start, `PATCH` can change `seats` and `format`; or wait for more players.",
                    sentence(&refusal.to_string())
                ),
            ),
            R::Pairing(refusal) => Problem::new(Code::NotPairable, sentence(&refusal.to_string())),
            R::Field { pointer, fault } => Problem::validation(vec![Fault::at(pointer, fault)]),
            R::Misfit { pointer, fault } => Problem::validation(vec![Fault::at(pointer, fault)]),
            R::Hash(error) => error.into(),
            R::Game(refusal) => refusal.into(),
            R::Seat(refusal) => refusal.into(),
            R::Clock(refusal) => refusal.into(),
            R::Storage(failure) => failure.into(),
            broken @ R::Randomness(_) => Problem::internal(broken),
        }
    }
}

/// Returns the refusal of a request about teams.
fn teams(refusal: &TournamentRefusal) -> Problem {
    use TournamentRefusal as R;
    match refusal {
        R::NotCaptain => Problem::new(
            Code::NotCaptain,
            "Only the captain of the team can do this, organizers of the tournament with a token that has the scope `organize`, and with a member also \
             the member.",
        ),
        R::AlreadyInTeam(team) => Problem::new(
            Code::AlreadyInTeam,
            format!(
                "The entry belongs to team {team}. Take it out with `DELETE …/entries/{{n}}/team` first."
            ),
        ),
        R::TeamLocked => Problem::new(
            Code::EntryLocked,
            "Players join a team with its code, which the request does not have, or which another code has replaced. Ask the captain of the \
             team for the code.",
        ),
        R::TeamFull { team, size_max } => Problem::new(
            Code::TeamFull,
            format!("Team {team} has {size_max} members, the most in this tournament. Join another team."),
        ),
        R::TooManyTeams(limit) => Problem::new(
            Code::TournamentFull,
            format!(
                "The tournament has {limit} teams, as many as it can have entries. Delete one of them first."
            ),
        ),
        R::TeamsIncomplete(fault) => Problem::new(
            Code::TeamsIncomplete,
            format!(
                "{} Put entries into teams with `PUT …/entries/{{n}}/team`, remove them with `entries/{{n}}/remove`, delete teams, or \
                 change `teams` by `PATCH`.",
                sentence(fault)
            ),
        ),
        _ => Problem::new(
            Code::NotAvailable,
            "This tournament has no teams: everybody plays alone. Until the start, an organizer can set `teams` by `PATCH`.",
        ),
    }
}

/// Returns the refusal of one event too many in a series.
pub fn series_full(limit: i64) -> Problem {
    Problem::new(
        Code::SeriesFull,
        format!("A series has at most {limit} events. Make another one for the next events."),
    )
}

/// Returns what is wrong with the series of a new tournament.
const fn series_fault(fault: NotAddable) -> &'static str {
    match fault {
        NotAddable::League => {
            "is a league, whose events are made by its seasons: `POST /v1/series/{id}/seasons`"
        }
        NotAddable::Visibility => {
            "has another visibility than the tournament: the events of a public series are public, those of an unlisted one unlisted"
        }
        NotAddable::NotOrganizer | NotAddable::Full(_) => "must be the id of a series that you organize",
    }
}

/// Returns what is missing.
fn missing(refusal: &TournamentRefusal) -> String {
    use TournamentRefusal as R;
    match *refusal {
        R::NoTable { table, last } => {
            let there = match last {
                None => "no round is paired yet".to_owned(),
                Some((round, None)) => format!("round {round} has no tables"),
                Some((round, Some((first, last)))) if first == last => {
                    format!("round {round} has table {first}")
                }
                Some((round, Some((first, last)))) => {
                    format!("round {round} has the tables {first} to {last}")
                }
            };
            format!("There is no {}: {there}.", named("table", table))
        }
        R::NoRound { round, rounds: 0 } => {
            format!("There is no {}: no round is paired yet.", named("round", round))
        }
        R::NoRound { round, rounds } => {
            format!("There is no {}: the last one is round {rounds}.", named("round", round))
        }
        R::NothingPaired => {
            "No round is paired yet. Pair the first one with `POST …/rounds/next`.".to_owned()
        }
        R::NoEntry { entry, last: None } => {
            format!("There is no {}: nobody has entered yet.", named("entry", entry.0))
        }
        R::NoEntry { entry, last: Some(last) } => {
            format!("There is no {}: the last one is entry {}.", named("entry", entry.0), last.0)
        }
        R::Erased(entry) => format!("The account of entry {} is erased, so it cannot come back.", entry.0),
        R::NoClaim => "No entry of this tournament waits for this code. A code can be used once, and a new one replaces it: ask an \
            organizer for another one."
            .to_owned(),
        R::NotInvited => "No player with this name is invited to the tournament.".to_owned(),
        R::NoOrganizer => "No player with this name organizes the tournament or is asked to.".to_owned(),
        _ => "There is no such tournament, or you may not see it.".to_owned(),
    }
}

/// Returns something with its number, if the request has named one.
fn named(what: &str, number: u32) -> String {
    match i32::try_from(number) {
        Ok(number) => format!("{what} {number}"),
        Err(_) => format!("{what} with this number"),
    }
}

/// Returns why a tournament does not allow a request as far as it is.
fn state(refusal: &TournamentRefusal) -> String {
    use TournamentRefusal as R;
    match refusal {
        R::State(status) => {
            let (name, remedy) = (status.name(), remedy(*status));
            format!("The tournament is `{name}`. {remedy}")
        }
        R::AlreadyOpen(status) => {
            format!("The registration was opened before: the tournament is `{}`. Leave `open` out.", status.name())
        }
        R::SettingsFixed(names) => fixed_text(names),
        R::StaysCancelled => "A tournament that was cancelled after its start stays cancelled, because its games were aborted. \
            Create another one."
            .to_owned(),
        _ => "The tournament ended more than 14 days ago, so it stays as it is.".to_owned(),
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

/// Returns why an organizer stays.
fn needed(refusal: &TournamentRefusal) -> &'static str {
    match refusal {
        TournamentRefusal::OrganizerNeeded { is_creator: true } => {
            "The creator of a tournament stays its organizer: the games are made in their name. Ask others to organize it with `PATCH` and \
             `organizers`, or end it with `POST …/close`."
        }
        _ => {
            "You are the last organizer of this tournament, which is not over. Ask others to organize it with `PATCH` and `organizers`, or end \
             it with `POST …/close`."
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

/// Returns which condition a player does not meet.
fn condition(unmet: Unmet) -> String {
    match unmet {
        Unmet::AccountDays(days) => format!(
            "`account_days_min` of `conditions`: the tournament is for accounts that are at least {days} days old."
        ),
        Unmet::Games { min, played } => format!(
            "`games_min` of `conditions`: the tournament is for players with at least {min} rated games in its pool, and you have {played}."
        ),
        Unmet::Provisional => "`rating_established` of `conditions`: the tournament is for players whose rating in its pool is not \
            provisional. Play rated games of this pool."
            .to_owned(),
    }
}

fn rating_text(min: Option<u16>, max: Option<u16>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("The tournament is for players with a rating from {min} to {max}."),
        (Some(min), None) => format!("The tournament is for players with a rating of at least {min}."),
        (None, Some(max)) => format!("The tournament is for players with a rating of at most {max}."),
        (None, None) => "The tournament is for players with a rating.".to_owned(),
    }
}

/// Returns the text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}

/// Returns why settings stay as they are.
fn fixed_text(names: &[&str]) -> String {
    format!(
        "The tournament has started, so these settings stay as they are: `{}`. Until the end, `name`, `next_round`, `late_entries`, \
         `registration_closes_in_ms`, `entries_max`, `entry` and `conditions` can change, and `rounds`: not below those that are paired, and not once the knock-out \
         has begun.",
        names.join("`, `")
    )
}
