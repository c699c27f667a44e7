//! Decides who plays which game, in which seats, and with which deal. Only the seed decides, so game 17 does
//! not depend on the games before it.

/// The maximum number of bots of a match: with 4 seats they make 35,960 tables.
pub const BOTS_MAX: usize = 32;

/// The games of a match in rounds. In a round, every table plays in every rotation of its seats.
#[derive(Debug)]
pub struct Schedule {
    seed: u64,
    is_rotated: bool,
    seats: usize,
    /// Every selection of bots for the seats.
    tables: Vec<Vec<usize>>,
    games: u64,
}

/// One game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The index of the game in the match.
    pub index: u64,
    /// The number of the deal. Games with the same number and the same number of seats have the same deal.
    pub deal: u64,
    /// What the deal follows from.
    pub deal_seed: u64,
    /// The seed for the id of the game and for the random choices of its bots.
    pub game_seed: u64,
    /// The bot in each seat, as its index.
    pub seats: Vec<usize>,
    /// Whether the next game has other bots or another deal.
    pub is_last_of_set: bool,
    /// Whether the next game has another deal.
    pub is_last_of_deal: bool,
}

/// The purposes of the numbers derived from the seed of a match.
#[derive(Clone, Copy)]
enum SeedPurpose {
    Deal = 1,
    Game = 2,
    Seats = 3,
}

impl Schedule {
    /// A match of at least this many games. It plays the last round completely, so that all bots have equal
    /// chances. Needs at least as many bots as seats.
    ///
    /// With rotation, all games of a round have one deal. Without it, every game has its own deal, and the
    /// seed draws the seats.
    pub fn new(bots: usize, seats: usize, games: u64, seed: u64, is_rotated: bool) -> Schedule {
        Schedule::of(choices(bots, seats), seats, games, seed, is_rotated)
    }

    /// A match in which the first bot plays every game, against every selection of the others.
    pub fn gauntlet(bots: usize, seats: usize, games: u64, seed: u64, is_rotated: bool) -> Schedule {
        let tables = choices(bots, seats).into_iter().filter(|table| table.contains(&0)).collect();
        Schedule::of(tables, seats, games, seed, is_rotated)
    }

    fn of(tables: Vec<Vec<usize>>, seats: usize, games: u64, seed: u64, is_rotated: bool) -> Schedule {
        let mut schedule = Schedule { seed, is_rotated, seats, tables, games: 0 };
        let round = schedule.games_of_round().max(1);
        schedule.games = games.div_ceil(round) * round;
        schedule
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of seats of each game.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games of a round.
    pub fn games_of_round(&self) -> u64 {
        self.tables.len() as u64 * self.rotations()
    }

    fn rotations(&self) -> u64 {
        if self.is_rotated { self.seats as u64 } else { 1 }
    }

    /// The game with this index.
    pub fn fixture(&self, index: u64) -> Fixture {
        let (round, within) = (index / self.games_of_round(), index % self.games_of_round());
        let (table, rotation) = (within / self.rotations(), within % self.rotations());
        let deal = if self.is_rotated { round } else { index };
        let mut seats = self.tables[table as usize].clone();
        if self.is_rotated {
            seats.rotate_left(rotation as usize);
        } else {
            fastrand::Rng::with_seed(self.derived(SeedPurpose::Seats, index)).shuffle(&mut seats);
        }
        Fixture {
            index,
            deal,
            deal_seed: self.derived(SeedPurpose::Deal, deal),
            game_seed: self.derived(SeedPurpose::Game, index),
            seats,
            is_last_of_set: rotation + 1 == self.rotations(),
            is_last_of_deal: !self.is_rotated || within + 1 == self.games_of_round(),
        }
    }

    fn derived(&self, purpose: SeedPurpose, index: u64) -> u64 {
        derive(derive(self.seed, purpose as u64), index)
    }
}

/// A number that follows from a seed and an index, and looks random: a step of SplitMix64 (Steele, Lea,
/// Flood: Fast splittable pseudorandom number generators, 2014).
pub fn derive(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Every selection of `count` of the numbers below `of`, in lexicographic order.
fn choices(of: usize, count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for chosen in 0..count {
        found = found
            .into_iter()
            .flat_map(|start: Vec<usize>| {
                let first = start.last().map_or(0, |last| last + 1);
                let end = (of + chosen + 1).saturating_sub(count);
                (first..end).map(move |next| [&start[..], &[next]].concat())
            })
            .collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_games_has_one_deal_and_rotated_seats() {
        let schedule = Schedule::new(2, 2, 5, 7, true);
        assert_eq!(schedule.games(), 6, "the last pair is played completely");
        let games: Vec<Fixture> = (0..6).map(|index| schedule.fixture(index)).collect();
        for pair in games.chunks(2) {
            assert_eq!(pair[0].deal_seed, pair[1].deal_seed);
            assert_ne!(pair[0].game_seed, pair[1].game_seed);
            assert_eq!([&pair[0].seats[..], &pair[1].seats[..]], [[0, 1], [1, 0]]);
            assert_eq!([pair[0].is_last_of_set, pair[1].is_last_of_set], [false, true]);
            assert!(pair[1].is_last_of_deal);
        }
        assert_ne!(games[0].deal_seed, games[2].deal_seed);
        assert_eq!(schedule.fixture(3), Schedule::new(2, 2, 1000, 7, true).fixture(3));
        assert_ne!(schedule.fixture(3), Schedule::new(2, 2, 1000, 8, true).fixture(3));
    }

    #[test]
    fn every_bot_plays_every_seat_against_all_others() {
        for (bots, seats, tables) in [(3, 2, 3), (4, 3, 4), (4, 4, 1), (5, 3, 10), (BOTS_MAX, 4, 35_960)] {
            let schedule = Schedule::new(bots, seats, 1, 7, true);
            assert_eq!(schedule.games(), (tables * seats) as u64, "{bots} bots at {seats} seats");
            let mut games_at = vec![vec![0; seats]; bots];
            for index in 0..schedule.games() {
                let fixture = schedule.fixture(index);
                assert_eq!(fixture.deal, 0);
                for (seat, bot) in fixture.seats.iter().enumerate() {
                    games_at[*bot][seat] += 1;
                }
            }
            assert!(games_at.iter().flatten().all(|games| *games == tables * seats / bots), "{games_at:?}");
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_bot_plays_every_game() {
        for (bots, seats, tables) in [(5, 2, 4), (4, 3, 3), (5, 4, 4)] {
            let schedule = Schedule::gauntlet(bots, seats, 1, 7, true);
            assert_eq!(schedule.games(), tables * seats as u64, "{bots} bots at {seats} seats");
            let mut games_of = vec![0; bots];
            for index in 0..schedule.games() {
                schedule.fixture(index).seats.iter().for_each(|bot| games_of[*bot] += 1);
            }
            assert_eq!(games_of[0], schedule.games());
            assert!(games_of[1..].iter().all(|games| *games == games_of[1]), "{games_of:?}");
        }
    }

    #[test]
    fn without_rotation_every_game_has_its_own_deal_and_drawn_seats() {
        let schedule = Schedule::new(2, 2, 100, 7, false);
        let games: Vec<Fixture> = (0..100).map(|index| schedule.fixture(index)).collect();
        let first = games.iter().filter(|game| game.seats == [0, 1]).count();
        assert!((30..=70).contains(&first), "{first}");
        let mut deals: Vec<u64> = games.iter().map(|game| game.deal_seed).collect();
        deals.sort_unstable();
        deals.dedup();
        assert_eq!(deals.len(), 100);
    }
}
