//! Results of many games: shares and head-to-head scores. It does not know what a bot is.

use super::fault;
use super::referee::{Played, Thought};
use lapidary_contest::shares::{Scores, score};

/// The results of a bot.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The shares of its games: 1 for a sole victory, a part of 1 for a shared one.
    pub scores: Scores,
    /// Games won alone.
    pub wins: u64,
    /// Games won together with others.
    pub shared: u64,
    /// Games in which the bot resigned.
    pub resigned: u64,
    /// How long it thought.
    pub thought: Thought,
    /// Faults, in the order of [`fault::FaultKind::ALL`].
    pub faults: [u64; fault::FaultKind::ALL.len()],
}

/// The results of a match.
#[derive(Debug)]
pub struct Tally {
    /// By bot.
    pub records: Vec<Record>,
    /// For each pair of bots, the scores of the first against the second by rank: 1, 1/2 or 0.
    pairs: Vec<Vec<Scores>>,
    games: u64,
    deals: u64,
}

impl Tally {
    /// Without results.
    pub fn new(bots: usize) -> Tally {
        Tally {
            records: vec![Record::default(); bots],
            pairs: vec![vec![Scores::default(); bots]; bots],
            games: 0,
            deals: 0,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, played: &Played) {
        let (seats, ranks) = (&played.fixture.seats, &played.ranks);
        self.games += 1;
        for (seat, bot) in seats.iter().enumerate() {
            let record = &mut self.records[*bot];
            let score = score(ranks, seat);
            record.thought.add(played.thought.get(seat).copied().unwrap_or_default());
            record.scores.add(score);
            record.wins += u64::from(score == 1.0);
            record.shared += u64::from(score > 0.0 && score < 1.0);
            for (other, opponent) in seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let ordering = ranks.get(other).cmp(&ranks.get(seat));
                self.pairs[*bot][*opponent].add(f64::from(ordering as i8 + 1) / 2.0);
            }
        }
        for seat in &played.resigned {
            self.records[seats[seat.index()]].resigned += 1;
        }
        for fault in &played.faults {
            self.records[seats[fault.seat.index()]].faults[fault.fault.kind as usize] += 1;
        }
        if played.fixture.is_last_of_deal {
            self.deals += 1;
            self.records.iter_mut().for_each(|record| record.scores.close());
            self.pairs.iter_mut().flatten().for_each(Scores::close);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of deals of which all games are played.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The scores of a bot against another.
    pub fn pair(&self, bot: usize, opponent: usize) -> &Scores {
        &self.pairs[bot][opponent]
    }
}
