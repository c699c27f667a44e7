//! The settings of a tournament, and how the database spells them.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::team::TeamRules;
use crate::clock::Clock;
use crate::club::ClubId;
use crate::delay::SpectatorDelay;
use crate::game::Visibility;
use crate::rating::pool_of_terms;
use crate::season::LadderId;
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::pairing::request::{Odd, TableSeats};
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_words::words;

/// The maximum number of entries of a tournament.
pub const ENTRIES_MAX: u16 = 2048;
/// The maximum number of players who are invited to enter a tournament, those who have entered included.
pub const INVITED_MAX: i64 = 2 * ENTRIES_MAX as i64;
/// The maximum number of rounds that are paired by points or at random.
pub const ROUNDS_MAX: u8 = 50;
/// How long players have to say that they are ready, in games that need their attention at once.
const READY_LIVE: Duration = Duration::from_secs(60);
/// The same in games that leave time.
const READY_SLOW: Duration = Duration::from_secs(24 * 60 * 60);

words! {
    /// How far a tournament is.
    Status:
    /// Only its organizers see it.
    Draft = "draft",
    /// Players can enter.
    Registration = "registration",
    /// It has started.
    Running = "running",
    /// It is over.
    Finished = "finished",
    /// It ended without a winner.
    Cancelled = "cancelled",
}

impl Status {
    /// Returns whether nothing can change any more.
    pub const fn is_over(self) -> bool {
        matches!(self, Status::Finished | Status::Cancelled)
    }
}

/// The maximum time for which the server waits before it pairs the next round: 7 days.
pub const NEXT_ROUND_AFTER_MS_MAX: u64 = 7 * 86_400_000;

/// The minimum duration of an arena: 5 minutes.
pub const DURATION_MS_MIN: u64 = 5 * 60_000;
/// The maximum duration of an arena: 7 days.
pub const DURATION_MS_MAX: u64 = 7 * 86_400_000;

words! {
    /// How a tournament is played.
    Format:
    /// Equal scores meet.
    Swiss = "swiss",
    /// Everybody meets everybody once.
    RoundRobin = "round_robin",
    /// Some rounds for everybody, then knock-out tables of the best.
    Heats = "heats",
    /// Matches of two; the loser is out.
    SingleElimination = "single_elimination",
    /// Whoever waits gets a table, for a fixed time.
    Arena = "arena",
}

impl Format {
    /// Returns whether rounds can end before all of their tables have a result. A knock-out match needs a
    /// winner, so the knock-out rounds of heats have no deadline either.
    pub const fn has_deadlines(self) -> bool {
        matches!(self, Format::Swiss | Format::RoundRobin | Format::Heats)
    }
}

words! {
    /// Whether the strong entries of a large field have virtual points in the first rounds.
    Acceleration:
    /// Nobody has.
    None = "none",
    /// By FIDE C.04.5.1: the upper half has them in the first half of the rounds.
    Baku = "baku",
}

words! {
    /// Who pairs the next round.
    NextRound:
    /// An organizer.
    Call = "call",
    /// The server, once a round is over.
    Automatic = "automatic",
}

words! {
    /// What happens to the tables without a result when the time of a round is over.
    Unfinished:
    /// They are played to their end.
    Wait = "wait",
    /// They do not count.
    Void = "void",
}

/// The maximum number of dates of rounds.
pub const ROUND_DATES_MAX: usize = 64;
/// The minimum time of a round: a minute.
pub const ROUND_ENDS_AFTER_MS_MIN: u64 = 60_000;
/// The maximum time of a round: 90 days.
pub const ROUND_ENDS_AFTER_MS_MAX: u64 = 90 * 86_400_000;

words! {
    /// Where the games of a tournament are played.
    Play:
    /// On this server, which makes and starts them.
    Server = "server",
    /// At a table with the box. The server makes no games: people tell it the results.
    OverTheBoard = "over_the_board",
}

words! {
    /// Who may play in a tournament.
    Players:
    /// People.
    Human = "human",
    /// Bots.
    Bot = "bot",
    /// People and bots together. Such a tournament is not rated.
    Any = "any",
}

impl Players {
    /// Returns whether bots, or people, may enter.
    pub const fn allows(self, bot: bool) -> bool {
        match self {
            Players::Human => !bot,
            Players::Bot => bot,
            Players::Any => true,
        }
    }
}

words! {
    /// What a player sends to enter a tournament.
    EntryLock:
    /// Nothing.
    Open = "open",
    /// The password that organizers have set.
    Password = "password",
    /// The code that organizers have handed out, for example in a link.
    Link = "link",
}

/// The maximum number of announcements of a tournament in 24 hours.
pub const ANNOUNCEMENTS_PER_DAY: i64 = 10;

/// The maximum of the required rated games.
pub const GAMES_MIN_MAX: u32 = 100_000;
/// The maximum of the required age of an account, in days: ten years.
pub const ACCOUNT_DAYS_MIN_MAX: u16 = 3_650;

/// What a player needs to enter, beside the kind of player and the rating. It is checked when the player
/// enters, and not again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The minimum number of rated games in the pool of the tournament.
    pub games_min: Option<u32>,
    /// Whether the rating in that pool must not be provisional.
    pub rating_established: bool,
    /// The minimum age of the account, in whole days.
    pub account_days_min: Option<u16>,
}

/// Byes that players request, in rounds in which they do not want to play.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestedByes {
    /// The maximum number of them for a player; 0 if there are none.
    pub max: u8,
    /// Whether they have half of the points of a bye; otherwise they have no points.
    pub half: bool,
}

/// The settings of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentSettings {
    /// The name.
    pub name: String,
    /// What organizers tell about it, in paragraphs.
    pub description: Vec<String>,
    /// Where its games are played.
    pub play: Play,
    /// The club to which it belongs.
    pub club: Option<ClubId>,
    /// Whether only members of the club can enter.
    pub members_only: bool,
    /// The ladder of the club in whose seasons its games are rated.
    pub ladder: Option<LadderId>,
    /// Who may find and see it.
    pub visibility: Visibility,
    /// The ruleset of its games.
    pub ruleset: Ruleset,
    /// The clock of its games.
    pub clock: Clock,
    /// How it is played.
    pub format: Format,
    /// The number of seats of a table.
    pub seats: TableSeats,
    /// The number of rounds that are paired by points or at random; none where the format decides.
    pub rounds: Option<u8>,
    /// How long an arena makes tables; none for other formats.
    pub duration: Option<Duration>,
    /// How many entries go on after heats.
    pub cut: Option<u16>,
    /// The number of games of a match.
    pub best_of: u8,
    /// How many go on from a knock-out table after heats; a final has one winner.
    pub advance: u8,
    /// What happens to an odd field at tables of two.
    pub odd: Odd,
    /// Whether strong entries have virtual points in the first rounds.
    pub acceleration: Acceleration,
    /// Byes that players request.
    pub byes: RequestedByes,
    /// Whether the losers of the semi-finals play for the third place.
    pub third_place: bool,
    /// The rules for teams; none if everybody plays alone.
    pub teams: Option<TeamRules>,
    /// How much later those without a seat see its games; none if they see them at once.
    pub delay: Option<SpectatorDelay>,
    /// The points for places.
    pub points: PointsTable,
    /// The criteria of the standings, in order.
    pub tie_breaks: Vec<TieBreak>,
    /// Whether its games change ratings.
    pub rated: bool,
    /// Who may play, if the organizers have said it.
    pub players: Option<Players>,
    /// The maximum number of entries.
    pub entries_max: u16,
    /// The lowest rating of an entry.
    pub rating_min: Option<u16>,
    /// The highest rating of an entry.
    pub rating_max: Option<u16>,
    /// What else a player needs to enter.
    pub conditions: Conditions,
    /// What a player sends to enter.
    pub entry: EntryLock,
    /// When the registration closes, unless the tournament starts before.
    pub registration_closes_at: Option<DateTime<Utc>>,
    /// When the server starts it; none if an organizer does.
    pub starts_at: Option<DateTime<Utc>>,
    /// Whether players can enter while the tournament runs.
    pub late_entries: bool,
    /// How long players have to say that they are ready; zero without a ready check.
    pub ready_check: Duration,
    /// Who pairs the next round.
    pub next_round: NextRound,
    /// How long the server waits after a round before it pairs the next one or ends the tournament.
    pub next_round_after: Duration,
    /// When the server pairs each round at the earliest, the first round first. A round without a date
    /// follows the one before.
    pub round_dates: Vec<DateTime<Utc>>,
    /// How long a round is played; none if until its last result.
    pub round_ends_after: Option<Duration>,
    /// What happens then to the tables without a result.
    pub unfinished: Unfinished,
    /// Whether all tables of a round with the same number of seats play the same deal.
    pub duplicate: bool,
}

impl TournamentSettings {
    /// Returns the default time of a ready check for games with this clock.
    pub const fn ready_check_of(clock: Clock) -> Duration {
        match clock {
            Clock::None => Duration::ZERO,
            Clock::Live { .. } => READY_LIVE,
            Clock::Correspondence { .. } => READY_SLOW,
        }
    }

    /// Returns who may play: people in a rated tournament and everybody in another one, unless the organizers
    /// have said it.
    pub fn players(&self) -> Players {
        self.players.unwrap_or(if self.rated { Players::Human } else { Players::Any })
    }

    /// Returns when the server pairs the round with this number, from 1, at the earliest.
    pub fn round_date(&self, number: usize) -> Option<DateTime<Utc>> {
        self.round_dates.get(number.checked_sub(1)?).copied()
    }

    /// Returns the points of a bye that a player has requested.
    pub fn requested_bye_points(&self) -> Points {
        match self.byes.half {
            true => Points::of_twelfths(self.points.bye().twelfths() / 2),
            false => Points::default(),
        }
    }

    /// Returns the pool whose ratings count at its tables: that of people, unless it is for bots. Games
    /// without a clock are never rated.
    pub fn pool(&self) -> Option<Pool> {
        let kind = match self.players() {
            Players::Bot => PlayerKind::Bot,
            Players::Human | Players::Any => PlayerKind::Human,
        };
        pool_of_terms(self.ruleset, SeatCount::new(self.seats.count() as u8)?, self.clock, kind)
    }
}

/// Returns the table size with this number of seats.
pub const fn table_seats(seats: u8) -> Option<TableSeats> {
    match seats {
        2 => Some(TableSeats::Two),
        3 => Some(TableSeats::Three),
        4 => Some(TableSeats::Four),
        _ => None,
    }
}

/// The words for an odd field.
pub const ODD: [(Odd, &str); 2] = [(Odd::Bye, "bye"), (Odd::Three, "three")];

/// Returns the word for what happens to an odd field.
pub fn odd_name(odd: Odd) -> &'static str {
    ODD.iter().find(|(known, _)| *known == odd).map_or("bye", |(_, name)| name)
}

/// Returns what this word says about an odd field.
pub fn odd_named(name: &str) -> Option<Odd> {
    ODD.iter().find(|(_, known)| *known == name).map(|(odd, _)| *odd)
}

/// Returns the points as lists: for two, three and four seats, then for a bye.
pub fn points_lists(points: &PointsTable) -> ([Vec<u32>; 3], u32) {
    let whole = |twelfths: i64| u32::try_from(twelfths / 12).unwrap_or_default();
    let list = |seats: u8| {
        let places: Vec<u8> = (1..=seats).collect();
        places.iter().map(|&place| whole(points.of(place, &places).twelfths())).collect()
    };
    ([list(2), list(3), list(4)], whole(points.bye().twelfths()))
}

/// Writes points as the database stores them: `4 0|4 2 0|4 2 1 0|4`.
pub fn points_text(points: &PointsTable) -> String {
    let (lists, bye) = points_lists(points);
    let words = |list: &Vec<u32>| list.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let lists: Vec<String> = lists.iter().map(words).collect();
    format!("{}|{bye}", lists.join("|"))
}

/// Reads points as the database stores them.
pub fn points_read(text: &str) -> Option<PointsTable> {
    let lists: Option<Vec<Vec<u32>>> =
        text.split('|').map(|list| list.split(' ').map(|word| word.parse().ok()).collect()).collect();
    match &lists?[..] {
        [two, three, four, bye] => {
            PointsTable::custom([two.clone(), three.clone(), four.clone()], *bye.first()?).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_back() {
        for points in [PointsTable::standard(), PointsTable::wins_only()] {
            assert_eq!(points_read(&points_text(&points)), Some(points));
        }
        assert_eq!(points_text(&PointsTable::standard()), "4 0|4 2 0|4 2 1 0|4");
        for wrong in ["", "4 0", "4 0|4 2 0|4 2 1 0", "0 4|4 2 0|4 2 1 0|4", "4 0|4 2 0|4 2 1 x|4"] {
            assert_eq!(points_read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_word_is_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::named(status.name()), Some(status));
        }
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
        for (odd, name) in ODD {
            assert_eq!((odd_name(odd), odd_named(name)), (name, Some(odd)));
        }
    }
}
