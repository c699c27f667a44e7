//! Double elimination: two losses eliminate. The losers of the winners' bracket continue in the losers'
//! bracket, and the winners of both meet in the grand final. If the one with an earlier loss wins it, both
//! have lost once, and a last match decides.

use super::elimination::Bracket;
use crate::event::entry::EntryId;

/// A slot of a bracket. Empty if no entry has reached it.
type Slot = Option<EntryId>;

/// What the next round plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// The winners' bracket, for the first time.
    First,
    /// Both brackets.
    Both,
    /// The losers' bracket, against the latest losers of the other one.
    Losers,
    /// The grand final.
    Final,
    /// Its second match.
    Reset,
    /// Nothing.
    Over,
}

/// Both brackets before a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleBracket {
    winners: Vec<Slot>,
    losers: Vec<Slot>,
    /// The latest losers of the winners' bracket, waiting for opponents.
    dropped: Vec<Slot>,
    step: Step,
}

impl DoubleBracket {
    /// Returns the brackets of entries in seeded order, before the first round.
    pub fn new(seeds: &[EntryId]) -> DoubleBracket {
        let winners = Bracket::new(seeds).slots().to_vec();
        DoubleBracket { winners, losers: Vec::new(), dropped: Vec::new(), step: Step::First }
    }

    /// The pairs of the next round: those of the winners' bracket, then those of the losers' bracket.
    fn pairs(&self) -> (Vec<[Slot; 2]>, Vec<[Slot; 2]>) {
        let neighbors = |slots: &[Slot]| slots.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        match self.step {
            Step::First => (neighbors(&self.winners), Vec::new()),
            Step::Both => (neighbors(&self.winners), neighbors(&self.losers)),
            // Back to front, so that pairs from the other bracket are far apart.
            Step::Losers => {
                let dropped = self.dropped.iter().rev();
                (Vec::new(), self.losers.iter().zip(dropped).map(|(&one, &other)| [one, other]).collect())
            }
            Step::Final | Step::Reset => (vec![self.finalists()], Vec::new()),
            Step::Over => (Vec::new(), Vec::new()),
        }
    }

    /// The pair of the grand final: the winner of each bracket.
    fn finalists(&self) -> [Slot; 2] {
        [&self.winners, &self.losers].map(|bracket| bracket.first().copied().flatten())
    }

    /// Returns the matches and byes of the next round between present entries. An entry without an opponent
    /// advances without a match.
    pub fn between(&self, takes_part: &dyn Fn(EntryId) -> bool) -> (Vec<Vec<EntryId>>, Vec<EntryId>) {
        let (mut matches, mut byes) = (Vec::new(), Vec::new());
        let (winners, losers) = self.pairs();
        for pair in winners.into_iter().chain(losers) {
            let here: Vec<EntryId> = pair.into_iter().flatten().filter(|&entry| takes_part(entry)).collect();
            match here[..] {
                [_, _] => matches.push(here),
                [alone] => byes.push(alone),
                _ => {}
            }
        }
        (matches, byes)
    }

    /// Returns those who can still win.
    pub fn alive(&self) -> Vec<EntryId> {
        self.winners.iter().chain(&self.losers).chain(&self.dropped).copied().flatten().collect()
    }

    /// Returns the brackets after a round from which these entries advance. A match without a winner
    /// eliminates both. Skips rounds in which no two entries could meet.
    #[must_use]
    pub fn next(&self, on: &[EntryId]) -> DoubleBracket {
        let mut next = self.after(on);
        let has_match = |(winners, losers): (Vec<[Slot; 2]>, Vec<[Slot; 2]>)| {
            winners.into_iter().chain(losers).any(|pair| pair.iter().all(Option::is_some))
        };
        while !matches!(next.step, Step::Final | Step::Reset | Step::Over) && !has_match(next.pairs()) {
            next = next.after(&[]);
        }
        next
    }

    fn after(&self, on: &[EntryId]) -> DoubleBracket {
        let (winners, losers) = self.pairs();
        let (won, lost): (Vec<Slot>, Vec<Slot>) = winners.into_iter().map(|pair| played(pair, on)).unzip();
        let survived: Vec<Slot> = losers.into_iter().map(|pair| played(pair, on).0).collect();
        let [unbeaten, other] = self.finalists();
        let (winners, losers, dropped, step) = match self.step {
            // Two entries meet again in the grand final.
            Step::First if won.len() <= 1 => (won, lost, Vec::new(), Step::Final),
            Step::First => (won, lost, Vec::new(), Step::Both),
            Step::Both => (won, survived, lost, Step::Losers),
            Step::Losers => {
                let step = if self.winners.len() == 1 { Step::Final } else { Step::Both };
                (self.winners.clone(), survived, Vec::new(), step)
            }
            Step::Final if unbeaten.is_some() && other.is_some() && won.first() == Some(&other) => {
                (self.winners.clone(), self.losers.clone(), Vec::new(), Step::Reset)
            }
            Step::Final | Step::Reset | Step::Over => (won, Vec::new(), Vec::new(), Step::Over),
        };
        DoubleBracket { winners, losers, dropped, step }
    }
}

/// Returns the winner and the loser of a pair. An entry without an opponent wins.
fn played(pair: [Slot; 2], on: &[EntryId]) -> (Slot, Slot) {
    match pair {
        [Some(a), Some(b)] if on.contains(&a) => (Some(a), Some(b)),
        [Some(a), Some(b)] if on.contains(&b) => (Some(b), Some(a)),
        [Some(_), Some(_)] => (None, None),
        [one, other] => (one.or(other), None),
    }
}
