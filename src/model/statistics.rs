//! The statistics of finished games: how often seats and first purchases have won, and the length of games.
//!
//! It knows how to count one game. It does not know which games are counted, or where counts are stored.
//! Counts have no names.

use std::collections::{BTreeMap, BTreeSet};

use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::card::CardId;

use super::log::{EntryKind, LogEntry};

/// The number of parts of a win. Two, three or four winners get whole parts.
pub const PARTS_OF_A_WIN: u64 = 12;

/// The minimum number of games, or of seats with an opening, for showing them.
pub const SHOWN_MIN: u64 = 5;

/// The maximum number of shown first purchases: the most frequent ones.
pub const OPENINGS_MAX: i64 = 100;

/// Which games are counted together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// The ruleset with its modules, as `splendor+orient`.
    pub ruleset: String,
    /// The number of seats.
    pub seats: SeatCount,
    /// Whether their results change ratings.
    pub rated: bool,
}

/// The games of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatCounts {
    /// The number of games.
    pub games: u64,
    /// What the seat has won, in parts of a win.
    pub win_parts: u64,
    /// The sum of the turns of all seats.
    pub turns: u64,
}

/// The first purchases of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// The first card.
    pub first: CardId,
    /// The second card. None if the seat has bought only one in the game.
    pub second: Option<CardId>,
}

/// The seats that have begun with an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpeningCounts {
    /// How often it was played, by any seat.
    pub times: u64,
    /// What these seats have won, in parts of a win.
    pub win_parts: u64,
}

/// A finished game, as far as it is counted.
#[derive(Debug)]
pub struct FinishedGame<'a> {
    pub ruleset: Ruleset,
    /// The number of seats.
    pub seats: SeatCount,
    /// Whether its result changes ratings.
    pub rated: bool,
    /// The rank of each seat, 1 the best.
    pub ranks: &'a [u8],
    /// The number of turns of all seats.
    pub turns: u16,
    pub log: &'a [LogEntry],
}

/// The counts of some games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// The number of games.
    pub games: u64,
    /// By group and seat.
    pub seats: BTreeMap<(Group, Seat), SeatCounts>,
    /// By group and opening.
    pub openings: BTreeMap<(Group, Opening), OpeningCounts>,
}

impl Counts {
    /// Adds a game.
    pub fn add(&mut self, game: &FinishedGame<'_>) {
        let ruleset = game.ruleset.deal_name();
        let group = Group { ruleset, seats: game.seats, rated: game.rated };
        self.games += 1;
        for seat in game.seats.seats() {
            let won = win_parts(game.ranks, seat);
            let counts = self.seats.entry((group.clone(), seat)).or_default();
            counts.games += 1;
            counts.win_parts += won;
            counts.turns += u64::from(game.turns);
            if let Ruleset::Splendor(_) = game.ruleset
                && let Some(opening) = opening(game.log, seat)
            {
                let counts = self.openings.entry((group.clone(), opening)).or_default();
                counts.times += 1;
                counts.win_parts += won;
            }
        }
    }
}

/// The win of a seat, in parts of a win: winners share one.
fn win_parts(ranks: &[u8], seat: Seat) -> u64 {
    let winners = ranks.iter().filter(|rank| **rank == 1).count() as u64;
    match ranks.get(seat.index()) {
        Some(1) => PARTS_OF_A_WIN / winners,
        _ => 0,
    }
}

/// Returns the first two cards that a seat has bought (B8, S7). None if it has bought nothing. Free cards do
/// not count (O7, O8).
fn opening(log: &[LogEntry], seat: Seat) -> Option<Opening> {
    let mut last_stronghold = None;
    let own = log.iter().map(|stored| &stored.entry).filter(|entry| entry.seat == Some(seat));
    let decided =
        own.filter(|entry| entry.kind == EntryKind::Action).filter_map(|entry| entry.action.as_deref());
    let mut bought = decided.filter_map(|text| match text.parse().ok()? {
        Action::Buy { card, .. } => Some(card),
        Action::PlaceStronghold { card, .. } => {
            last_stronghold = Some(card);
            None
        }
        // All strongholds of the seat are on the card, so the last one was placed there.
        Action::Conquer(_) => last_stronghold,
        _ => None,
    });
    Some(Opening { first: bought.next()?, second: bought.next() })
}

/// Which games are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StatisticsFilter {
    /// The id of the ruleset, with any modules.
    pub ruleset: &'static str,
    /// Only games with exactly these modules: the ruleset with them, as `splendor+orient`.
    pub played: Option<String>,
    /// Only games with this many seats.
    pub seats: Option<SeatCount>,
    /// Only games whose results change ratings, or only others.
    pub rated: Option<bool>,
}

impl StatisticsFilter {
    /// The matching rulesets with modules, in their stored form.
    pub fn rulesets(&self) -> Vec<String> {
        match &self.played {
            Some(played) => vec![played.clone()],
            None => {
                let all = Ruleset::every().filter(|one| one.id() == self.ruleset).map(Ruleset::deal_name);
                // Options are not part of a name.
                Vec::from_iter(all.collect::<BTreeSet<_>>())
            }
        }
    }

    /// The numbers of seats that match.
    pub fn seat_counts(&self) -> Vec<SeatCount> {
        self.seats.map_or_else(|| SeatCount::ALL.to_vec(), |seats| vec![seats])
    }

    /// Whether games that change ratings match, others, or both.
    pub fn kinds(&self) -> Vec<bool> {
        self.rated.map_or_else(|| vec![false, true], |rated| vec![rated])
    }
}

/// The games of a ruleset with its modules and a number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableStatistics {
    /// The ruleset with its modules, as `splendor+orient`.
    pub ruleset: String,
    /// The number of seats.
    pub seats: SeatCount,
    /// Each seat, in order of play.
    pub by_seat: Vec<SeatCounts>,
}

/// A card that was bought first, or second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningStatistics {
    pub card: String,
    /// How often, and what it has won.
    pub counts: OpeningCounts,
    /// The average win of this many seats, in parts of a win: one of two seats wins half of the games.
    pub usual_parts: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Version;
    use crate::log::{Author, NewEntry};
    use chrono::DateTime;
    use lapidary_engine::splendor::module::Modules;

    fn log(lines: &[(u8, &str)]) -> Vec<LogEntry> {
        let entry = |(seq, &(seat, action)): (u32, &(u8, &str))| LogEntry {
            seq: Version(seq),
            at: DateTime::UNIX_EPOCH,
            entry: NewEntry {
                seat: Seat::new(seat),
                by: Author::Player,
                kind: EntryKind::Action,
                action: Some(action.to_owned()),
            },
        };
        (1..).zip(lines).map(entry).collect()
    }

    fn card(name: &str) -> CardId {
        CardId::from_name(name).expect("a card")
    }

    #[test]
    fn an_opening_is_what_was_bought_and_not_what_came_free() {
        let log = log(&[
            (0, "take wug"),
            (1, "buy base-1-red-1 1w1u1g1k"),
            (0, "buy base-1-white-1 1u1g1r1k"),
            (0, "take_free base-1-green-1"),
            (0, "reserve base-2-blue-3"),
            (0, "buy base-2-blue-3 1o"),
            (0, "buy base-1-black-1 1o"),
        ]);
        let of = |seat| opening(&log, Seat::new(seat).expect("a seat"));
        let first = card("base-1-white-1");
        assert_eq!(of(0), Some(Opening { first, second: Some(card("base-2-blue-3")) }));
        assert_eq!(of(1), Some(Opening { first: card("base-1-red-1"), second: None }));
        assert_eq!(of(2), None);
    }

    #[test]
    fn a_conquered_card_is_bought() {
        let log = log(&[
            (0, "buy base-1-white-1 1u1g1r1k"),
            (0, "place_stronghold base-2-red-1"),
            (1, "place_stronghold base-2-red-2"),
            (0, "conquer 3k"),
        ]);
        let second = Some(card("base-2-red-1"));
        assert_eq!(
            opening(&log, Seat::new(0).unwrap()),
            Some(Opening { first: card("base-1-white-1"), second })
        );
    }

    #[test]
    fn seats_that_win_together_share_a_win_in_whole_parts() {
        let of = |ranks: &[u8]| -> Vec<u64> {
            let seats = SeatCount::new(ranks.len() as u8).expect("seats");
            seats.seats().map(|seat| win_parts(ranks, seat)).collect()
        };
        assert_eq!(of(&[2, 1]), [0, 12]);
        assert_eq!(of(&[1, 3, 1]), [6, 0, 6]);
        assert_eq!(of(&[1, 1, 1]), [4, 4, 4]);
        assert_eq!(of(&[1, 1, 1, 1]), [3, 3, 3, 3]);
    }

    #[test]
    fn counts_of_games_add_up() {
        let log = log(&[(0, "buy base-1-white-1 1u1g1r1k")]);
        let ruleset = Ruleset::Splendor(Modules::NONE);
        let game = |ranks, turns| FinishedGame {
            ruleset,
            seats: SeatCount::TWO,
            rated: false,
            ranks,
            turns,
            log: &log,
        };
        let mut counts = Counts::default();
        counts.add(&game(&[1, 2], 50));
        counts.add(&game(&[1, 1], 61));
        let group = Group { ruleset: "splendor".to_owned(), seats: SeatCount::TWO, rated: false };
        let seat = |seat, win_parts| {
            let key = (group.clone(), Seat::new(seat).unwrap());
            (key, SeatCounts { games: 2, win_parts, turns: 111 })
        };
        assert_eq!(counts.seats, BTreeMap::from([seat(0, 18), seat(1, 6)]));
        let opening = Opening { first: card("base-1-white-1"), second: None };
        let times = OpeningCounts { times: 2, win_parts: 18 };
        assert_eq!(counts.openings, BTreeMap::from([((group.clone(), opening), times)]));
    }
}
