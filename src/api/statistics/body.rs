//! Statistics in JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use lapidary_contest::shares::{Share, wilson};
use lapidary_model::statistics::{OpeningStatistics, PARTS_OF_A_WIN, SHOWN_MIN, SeatCounts, TableStatistics};

/// The steps of a share, and of a mean.
const STEPS: f64 = 10_000.0;

/// What the public games of a ruleset that are over say together. A row with fewer than five games is not
/// listed.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Statistics)]
pub struct StatisticsBody {
    #[schema(example = "splendor")]
    ruleset: &'static str,
    /// The number of games that match the filters.
    #[schema(example = 4812)]
    games: u64,
    /// Their mean number of turns, those of all seats together; null with fewer than five games.
    #[schema(example = 57.4)]
    mean_turns: Option<f64>,
    /// By number of seats, in this order.
    seats: Vec<SeatCountStatistics>,
    /// By set of modules, in the order of their names.
    modules: Vec<ModulesStatistics>,
}

/// The games with a number of seats.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatCountStatistics {
    #[schema(example = 2)]
    seat_count: u8,
    #[schema(example = 3920)]
    games: u64,
    #[schema(example = 55.1)]
    mean_turns: f64,
    /// Each seat, in order of play.
    by_seat: Vec<SeatBody>,
}

/// What a seat has won.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SeatStatistics)]
pub struct SeatBody {
    seat: u8,
    #[serde(flatten)]
    won: WinStatistics,
}

/// How much was won. Winners of a game share one win.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct WinStatistics {
    /// The number of wins; a shared win is a part of one.
    #[schema(example = 2009.5)]
    wins: f64,
    /// The share of the games that was won.
    #[schema(example = 0.5126)]
    win_share: f64,
    /// The lower end of the interval of 95 %: the score interval of Wilson.
    #[schema(example = 0.497)]
    low: f64,
    /// The upper end of the interval.
    #[schema(example = 0.5282)]
    high: f64,
}

/// The games with exactly these modules.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct ModulesStatistics {
    #[schema(example = json!(["orient"]))]
    modules: Vec<String>,
    #[schema(example = 411)]
    games: u64,
    #[schema(example = 52.9)]
    mean_turns: f64,
}

/// The first purchases of seats, in public games that are over. One with fewer than five seats is not listed.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = OpeningStatistics)]
pub struct OpeningsBody {
    #[schema(example = "splendor")]
    ruleset: &'static str,
    /// The first purchase after which the second ones are listed; null if the first ones are.
    #[schema(example = json!(null))]
    first: Option<&'static str>,
    /// The cards, the most frequent first, at most a hundred.
    openings: Vec<OpeningBody>,
}

/// A card that was bought first, or second.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Opening)]
pub struct OpeningBody {
    /// The id of the card.
    #[schema(example = "base-1-white-8")]
    card: String,
    /// How many seats have bought it.
    #[schema(example = 318)]
    times: u64,
    #[serde(flatten)]
    won: WinStatistics,
    /// What as many seats win on average: a half with two seats, a quarter with four.
    #[schema(example = 0.5)]
    usual_share: f64,
}

fn rounded(number: f64) -> f64 {
    (number * STEPS).round() / STEPS
}

fn mean(sum: u64, count: u64) -> f64 {
    rounded(sum as f64 / count.max(1) as f64)
}

/// Wins as a number.
fn wins(parts: u64) -> f64 {
    parts as f64 / PARTS_OF_A_WIN as f64
}

impl WinStatistics {
    /// Returns the wins in this many games, at least one.
    fn new(win_parts: u64, games: u64) -> WinStatistics {
        let games = games as f64;
        let Share { mean, low, high } = wilson(wins(win_parts) / games, games);
        let [win_share, low, high] = [mean, low, high].map(rounded);
        WinStatistics { wins: rounded(wins(win_parts)), win_share, low, high }
    }
}

/// The games and turns of tables.
fn summed<'a>(tables: impl IntoIterator<Item = &'a TableStatistics>) -> (u64, u64) {
    let of_first = tables.into_iter().filter_map(|table| table.by_seat.first());
    of_first.fold((0, 0), |(games, turns), seat| (games + seat.games, turns + seat.turns))
}

impl StatisticsBody {
    /// Returns the statistics of the tables of a ruleset.
    pub fn new(ruleset: &'static str, tables: &[TableStatistics]) -> StatisticsBody {
        let (games, turns) = summed(tables);
        let (mut by_count, mut by_modules) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for table in tables {
            by_count.entry(table.seats).or_default().push(table);
            by_modules.entry(table.ruleset.as_str()).or_default().push(table);
        }
        let by_modules = by_modules.into_iter().filter_map(|(name, tables)| {
            let (games, turns) = summed(tables);
            let modules = name.split('+').skip(1).map(str::to_owned).collect();
            (games >= SHOWN_MIN).then(|| ModulesStatistics { modules, games, mean_turns: mean(turns, games) })
        });
        StatisticsBody {
            ruleset,
            games,
            mean_turns: (games >= SHOWN_MIN).then(|| mean(turns, games)),
            seats: by_count.into_values().filter_map(|tables| SeatCountStatistics::new(&tables)).collect(),
            modules: by_modules.collect(),
        }
    }
}

impl SeatCountStatistics {
    /// Returns the statistics of tables with the same number of seats. None with too few games.
    fn new(tables: &[&TableStatistics]) -> Option<SeatCountStatistics> {
        let seats = tables.first()?.seats;
        let (games, turns) = summed(tables.iter().copied());
        let of_seat = |place: usize| {
            let counts = tables.iter().filter_map(|table| table.by_seat.get(place));
            let parts = counts.map(|counts: &SeatCounts| counts.win_parts).sum();
            SeatBody { seat: place as u8, won: WinStatistics::new(parts, games) }
        };
        (games >= SHOWN_MIN).then(|| SeatCountStatistics {
            seat_count: seats.get() as u8,
            games,
            mean_turns: mean(turns, games),
            by_seat: (0..seats.get()).map(of_seat).collect(),
        })
    }
}

impl OpeningsBody {
    /// Returns the first purchases, or those after the first one.
    pub fn new(
        ruleset: &'static str,
        first: Option<&'static str>,
        openings: &[OpeningStatistics],
    ) -> OpeningsBody {
        OpeningsBody { ruleset, first, openings: openings.iter().map(OpeningBody::from).collect() }
    }
}

impl From<&OpeningStatistics> for OpeningBody {
    fn from(opening: &OpeningStatistics) -> Self {
        let times = opening.counts.times;
        OpeningBody {
            card: opening.card.clone(),
            times,
            won: WinStatistics::new(opening.counts.win_parts, times),
            usual_share: rounded(wins(opening.usual_parts) / times as f64),
        }
    }
}
