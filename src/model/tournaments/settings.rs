//! The settings of a tournament, and their stored form.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entry::EarlyLeavers;
use super::team::TeamRules;
use crate::clock::Clock;
use crate::club::ClubId;
use crate::delay::SpectatorDelay;
use crate::game::Visibility;
use crate::rating::pool_of_terms;
use crate::season::LadderId;
use crate::spelled::ms_if_any;
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::pairing::request::{Odd, TableSeats};
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_words::words;

/// The maximum number of entries of a tournament.
pub const ENTRIES_MAX: u16 = 2048;
/// The maximum number of invited players of a tournament, including those who have entered.
pub const INVITED_MAX: i64 = 2 * ENTRIES_MAX as i64;
/// The maximum number of rounds that are paired by points or at random.
pub const ROUNDS_MAX: u8 = 50;
/// How long players have to say that they are ready, in games that need attention at once.
const READY_LIVE: Duration = Duration::from_secs(60);
/// The same in slow games.
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

/// The maximum time that the server waits before it pairs the next round: 7 days.
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
    /// Matches of two; whoever has lost twice is out.
    DoubleElimination = "double_elimination",
    /// Whoever waits gets a table, for a fixed time.
    Arena = "arena",
}

impl Format {
    /// Returns whether it is a bracket of matches of two.
    pub const fn is_bracket(self) -> bool {
        matches!(self, Format::SingleElimination | Format::DoubleElimination)
    }

    /// Returns whether rounds can end before all tables have a result. Knock-out matches need a winner, so
    /// the knock-out rounds of heats have no deadline either.
    pub const fn has_deadlines(self) -> bool {
        matches!(self, Format::Swiss | Format::RoundRobin | Format::Heats)
    }
}

words! {
    /// Whether the strong entries of a large field have virtual points in the first rounds of a Swiss
    /// event.
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

/// The conditions for entering, beside the kind of player and the rating. They are checked only when the
/// player enters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conditions {
    /// The minimum number of rated games in the pool of the tournament.
    pub games_min: Option<u32>,
    /// Whether the rating in that pool must not be provisional.
    pub rating_established: bool,
    /// The minimum age of the account, in whole days.
    pub account_days_min: Option<u16>,
    /// How high the rating in that pool may have been.
    pub highest_max: Option<HighestRating>,
}

/// The maximum period for the highest rating that a tournament requires, in days: two years.
pub const HIGHEST_DAYS_MAX: u16 = 730;

/// The highest rating that a player may have had for some time: whoever has lost on purpose to enter is too
/// strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HighestRating {
    /// The shown rating.
    #[schema(example = 1600)]
    pub rating: u16,
    /// The number of days until now in which no rating was higher.
    #[schema(example = 90)]
    pub days: u16,
}

/// Byes that players request for rounds in which they do not want to play.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestedByes {
    /// The maximum number of them for a player; 0 if there are none.
    pub max: u8,
    /// Whether they give half of the points of a bye; otherwise none.
    pub half: bool,
}

/// Defines the settings, their defaults and their changes, so that each setting appears once here. A setting
/// that stays after the start has its name from the contract.
macro_rules! settings {
    ($($(#[doc = $about:literal])+ $(#[serde($($spelled:tt)+)])? $name:ident: $type:ty = $default:expr
        $(=> $fixed:literal)?,)+) => {
        /// The settings of a tournament.
        ///
        /// They are stored as one document, in which a setting that is missing has its default, as all that
        /// are added later are missing in what is stored now. Those that are skipped in it have columns of
        /// their own: statements look for them, or the first release, which had no document, has them.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct TournamentSettings {
            $($(#[doc = $about])+ $(#[serde($($spelled)+)])? pub $name: $type,)+
        }

        impl Default for TournamentSettings {
            fn default() -> Self {
                TournamentSettings { $($name: $default,)+ }
            }
        }

        /// A change of settings; what is none stays.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct Patch {
            $($(#[doc = $about])+ pub $name: Option<$type>,)+
        }

        impl Patch {
            /// Returns the settings with each that is sent, whether they are possible together or not.
            pub(super) fn over(self, old: TournamentSettings) -> TournamentSettings {
                TournamentSettings { $($name: self.$name.unwrap_or(old.$name),)+ }
            }

            /// Returns the names of the settings that it changes, of those that stay after the start.
            pub fn fixed_names(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $($(if self.$name.is_some() {
                    names.push($fixed);
                })?)+
                names
            }
        }
    };
}

settings! {
    /// The name.
    #[serde(skip)]
    name: String = String::new(),
    /// What organizers tell about it, in paragraphs.
    description: Vec<String> = Vec::new(),
    /// Where its games are played.
    play: Play = Play::Server => "play",
    /// The club to which it belongs.
    #[serde(skip)]
    club: Option<ClubId> = None => "club",
    /// Whether only members of the club can enter.
    members_only: bool = false => "members_only",
    /// Whether only players who are invited can enter.
    invited_only: bool = false,
    /// The ladder of the club in whose seasons its games are rated.
    #[serde(skip)]
    ladder: Option<LadderId> = None => "ladder",
    /// Who may find and see it.
    #[serde(skip)]
    visibility: Visibility = Visibility::Public => "visibility",
    /// The ruleset of its games.
    #[serde(skip)]
    ruleset: Ruleset = Ruleset::Splendor(Modules::NONE) => "ruleset",
    /// The clock of its games.
    #[serde(skip)]
    clock: Clock = Clock::None => "clock",
    /// How it is played.
    #[serde(skip)]
    format: Format = Format::Swiss => "format",
    /// The number of seats of a table.
    #[serde(skip)]
    seats: TableSeats = TableSeats::Four => "seats",
    /// Whether all tables of a round with the same number of seats play the same deal.
    #[serde(skip)]
    duplicate: bool = false => "duplicate",
    /// The number of rounds that are paired by points or at random; none where the format decides.
    #[serde(skip)]
    rounds: Option<u8> = None,
    /// How long an arena makes tables; none for other formats.
    #[serde(skip)]
    duration: Option<Duration> = None => "duration_ms",
    /// How many entries go on to knock-out tables after the rounds for everybody; none if nobody does.
    #[serde(skip)]
    cut: Option<u16> = None => "cut",
    /// How often everybody meets everybody in a round robin.
    cycles: u8 = 1 => "cycles",
    /// What becomes of the results of those who leave a round robin early.
    early_leavers: EarlyLeavers = EarlyLeavers::Count => "early_leavers",
    /// The number of games of a match.
    #[serde(skip)]
    best_of: u8 = 1 => "best_of",
    /// How many go on from a knock-out table after the cut; a final has one winner.
    advance: u8 = 1 => "advance",
    /// What happens to an odd field at tables of two.
    #[serde(skip)]
    odd: Odd = Odd::Bye => "odd",
    /// Whether strong entries have virtual points in the first rounds.
    acceleration: Acceleration = Acceleration::None => "acceleration",
    /// Byes that players request.
    byes: RequestedByes = RequestedByes::default() => "byes",
    /// Whether the losers of the semi-finals play for the third place.
    third_place: bool = false => "third_place",
    /// The rules for teams; none if everybody plays alone.
    teams: Option<TeamRules> = None => "teams",
    /// How much later those without a seat see its games; none if they see them at once.
    delay: Option<SpectatorDelay> = None => "spectator_delay",
    /// The points for places.
    #[serde(skip)]
    points: PointsTable = PointsTable::standard() => "points",
    /// The criteria of the standings, in order.
    #[serde(skip)]
    tie_breaks: Vec<TieBreak> = TieBreak::DEFAULT.to_vec() => "tie_breaks",
    /// Whether its games change ratings.
    #[serde(skip)]
    rated: bool = false => "rated",
    /// When an organizer gave up the rating of the running tournament.
    rating_ended_at: Option<DateTime<Utc>> = None,
    /// Who may play, if the organizers have said it.
    #[serde(skip)]
    players: Option<Players> = None => "players",
    /// The maximum number of entries.
    #[serde(skip)]
    entries_max: u16 = 256,
    /// Whether players who enter while it is full wait for a place until the start.
    waiting_list: bool = false => "waiting_list",
    /// The lowest rating of an entry.
    #[serde(skip)]
    rating_min: Option<u16> = None => "rating",
    /// The highest rating of an entry.
    #[serde(skip)]
    rating_max: Option<u16> = None,
    /// What else a player needs to enter.
    conditions: Conditions = Conditions::default(),
    /// What a player sends to enter.
    entry: EntryLock = EntryLock::Open,
    /// When the registration closes, unless the tournament starts before.
    #[serde(skip)]
    registration_closes_at: Option<DateTime<Utc>> = None,
    /// When the server starts it; none if an organizer does.
    #[serde(skip)]
    starts_at: Option<DateTime<Utc>> = None => "starts_at",
    /// Whether players can enter while the tournament runs.
    #[serde(skip)]
    late_entries: bool = false,
    /// How long players have to say that they are ready; zero without a ready check.
    #[serde(skip)]
    ready_check: Duration = Duration::ZERO => "ready_check_ms",
    /// The part of its time that each seat has for its first turn; none if it has all.
    #[serde(with = "ms_if_any")]
    first_turn: Option<Duration> = None => "first_turn_ms",
    /// Who pairs the next round.
    #[serde(skip)]
    next_round: NextRound = NextRound::Call,
    /// How long the server waits after a round before it pairs the next one or ends the tournament.
    #[serde(skip)]
    next_round_after: Duration = Duration::ZERO => "next_round_after_ms",
    /// When the server pairs each round at the earliest, in order. Further rounds follow the one before.
    round_dates: Vec<DateTime<Utc>> = Vec::new(),
    /// How long a round is played; none if until its last result.
    #[serde(with = "ms_if_any")]
    round_ends_after: Option<Duration> = None,
    /// What happens then to the tables without a result.
    unfinished: Unfinished = Unfinished::Wait,
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

    /// Returns who may play. Unless the organizers decide otherwise: people in a rated tournament, everybody
    /// in others.
    pub fn players(&self) -> Players {
        self.players.unwrap_or(if self.rated { Players::Human } else { Players::Any })
    }

    /// Returns whether it ends with knock-out rounds.
    pub const fn knocks_out(&self) -> bool {
        self.cut.is_some() || self.format.is_bracket()
    }

    /// Returns the earliest time at which the server pairs the round with this number, from 1.
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

    /// Returns the server's pool for the games that a club's ladder rates. Over the board, where the server
    /// keeps no time, they are live games of people.
    pub fn rated_pool(&self) -> Option<Pool> {
        if self.play == Play::Server {
            return self.pool();
        }
        let live = Clock::Live { initial: Duration::ZERO, increment: Duration::ZERO };
        let seats = SeatCount::new(self.seats.count() as u8)?;
        pool_of_terms(self.ruleset, seats, live, PlayerKind::Human)
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

/// Returns the points as lists: for two, three and four seats, then for a bye.
pub fn points_lists(points: &PointsTable) -> ([Vec<u32>; 3], u32) {
    let whole = |twelfths: i64| u32::try_from(twelfths / 12).unwrap_or_default();
    let list = |seats: u8| {
        let places: Vec<u8> = (1..=seats).collect();
        places.iter().map(|&place| whole(points.of(place, &places).twelfths())).collect()
    };
    ([list(2), list(3), list(4)], whole(points.bye().twelfths()))
}

/// Writes points in their stored form: `4 0|4 2 0|4 2 1 0|4`.
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
    }

    #[test]
    fn points_come_first_in_a_list_that_does_not_name_them() {
        let asked = |tie_breaks: &[TieBreak]| {
            let patch = Patch { tie_breaks: Some(tie_breaks.to_vec()), ..Patch::default() };
            patch.apply(TournamentSettings::default()).tie_breaks
        };
        assert_eq!(asked(&[TieBreak::Wins]), [TieBreak::Points, TieBreak::Wins]);
        assert_eq!(asked(&[TieBreak::Wins, TieBreak::Points]), [TieBreak::Wins, TieBreak::Points]);
        let stored = TournamentSettings { tie_breaks: vec![TieBreak::Wins], ..TournamentSettings::default() };
        assert_eq!(Patch::default().apply(stored).tie_breaks, [TieBreak::Wins], "others stay as they are");
    }

    /// Settings without a column, all different from their defaults.
    fn changed() -> TournamentSettings {
        TournamentSettings {
            description: vec!["Bring a friend.".to_owned()],
            play: Play::OverTheBoard,
            members_only: true,
            invited_only: true,
            waiting_list: true,
            cycles: 2,
            early_leavers: EarlyLeavers::Annul,
            advance: 2,
            acceleration: Acceleration::Baku,
            byes: RequestedByes { max: 2, half: true },
            third_place: true,
            teams: Some(TeamRules { size_min: 2, size_max: 4, counted: Some(3), boards: None }),
            delay: Some(SpectatorDelay::Turns(3)),
            conditions: Conditions {
                games_min: Some(10),
                rating_established: true,
                account_days_min: Some(30),
                highest_max: Some(HighestRating { rating: 1600, days: 90 }),
            },
            entry: EntryLock::Password,
            round_dates: DateTime::from_timestamp(1_800_100_000, 0).into_iter().collect(),
            round_ends_after: Some(Duration::from_secs(3_600)),
            unfinished: Unfinished::Void,
            first_turn: Some(Duration::from_secs(120)),
            rating_ended_at: DateTime::from_timestamp(1_800_200_000, 0),
            ..TournamentSettings::default()
        }
    }

    /// A document written by the migration to documents. Every later version must read it.
    const STORED: &str = r#"{"first_turn": 120000, "description": ["Bring a friend."], "play": "over_the_board", "members_only": true,
        "rating_ended_at": "2027-01-17T15:33:20+00:00", "invited_only": true, "waiting_list": true, "cycles": 2, "early_leavers": "annul", "advance": 2,
        "acceleration": "baku", "byes": {"max": 2, "half": true}, "third_place": true,
        "teams": {"size_min": 2, "size_max": 4, "counted": 3}, "delay": {"turns": 3},
        "conditions": {"games_min": 10, "rating_established": true, "account_days_min": 30,
        "highest_max": {"rating": 1600, "days": 90}}, "entry": "password",
        "round_dates": ["2027-01-16T11:46:40+00:00"], "round_ends_after": 3600000, "unfinished": "void"}"#;

    #[test]
    fn settings_are_read_back_from_their_document() {
        assert_eq!(serde_json::from_str::<TournamentSettings>(STORED).unwrap(), changed());
        let later = SpectatorDelay::Time(Duration::from_secs(5));
        let later = TournamentSettings { delay: Some(later), ..TournamentSettings::default() };
        assert_eq!(serde_json::to_value(&later).unwrap()["delay"], serde_json::json!({"time": 5_000}));
        for settings in [changed(), later, TournamentSettings::default()] {
            let document = serde_json::to_value(&settings).unwrap();
            assert_eq!(serde_json::from_value::<TournamentSettings>(document).unwrap(), settings);
        }
    }

    #[test]
    fn a_tournament_of_the_first_release_has_the_usual_settings() {
        assert_eq!(serde_json::from_str::<TournamentSettings>("{}").unwrap(), TournamentSettings::default());
    }

    #[test]
    fn a_document_with_a_word_or_a_value_that_nobody_knows_is_not_read() {
        for (part, wrong) in [
            ("over_the_board", "in_the_garden"),
            (r#""half": true"#, r#""half": 1"#),
            (r#"{"turns": 3}"#, r#"{"moves": 3}"#),
            ("3600000", "-1"),
            ("2027-01-16T11:46:40+00:00", "soon"),
        ] {
            let damaged = STORED.replace(part, wrong);
            assert_ne!(damaged, STORED);
            assert!(serde_json::from_str::<TournamentSettings>(&damaged).is_err(), "{part}");
        }
    }
}
