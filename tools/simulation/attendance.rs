//! Who takes part in which round: drops, no-shows and late entries.

use std::collections::BTreeSet;

use super::player::Player;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::seed::Draws;

/// One entry in this number comes after the first round.
const LATE_ONE_IN: usize = 25;
/// One entry in this number leaves after a round.
const DROPS_ONE_IN: usize = 60;
/// The same after a round of a knock-out, in which few are left.
const KNOCK_OUT_DROPS_ONE_IN: usize = 5;
/// One entry in this number is paired and missing.
const MISSING_ONE_IN: usize = 50;

/// Which disturbances are simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disturbance {
    /// Everybody plays all rounds.
    Calm,
    /// Drops, no-shows and late entries.
    Lively,
}

/// The entries of an event and who of them is active.
#[derive(Clone, PartialEq, Debug)]
pub struct Attendance {
    disturbance: Disturbance,
    late: BTreeSet<EntryId>,
    left: BTreeSet<EntryId>,
    ever_away: BTreeSet<EntryId>,
}

impl Attendance {
    /// Draws the late entries.
    pub fn new(disturbance: Disturbance, players: &[Player], draws: &mut Draws) -> Attendance {
        let mut drawn = |_: &&Player| disturbance == Disturbance::Lively && draws.below(LATE_ONE_IN) == 0;
        let late: BTreeSet<EntryId> = players.iter().filter(&mut drawn).map(|player| player.id).collect();
        Attendance { disturbance, ever_away: late.clone(), late, left: BTreeSet::new() }
    }

    /// Returns the players who take part in a round. Late entries play from the second round on.
    pub fn present(&self, players: &[Player], round: usize) -> Vec<Player> {
        let is_here = |player: &&Player| {
            !self.left.contains(&player.id) && (round > 0 || !self.late.contains(&player.id))
        };
        players.iter().filter(is_here).copied().collect()
    }

    /// Draws who is missing in a round.
    pub fn missing(&mut self, present: &[Player], draws: &mut Draws) -> Vec<EntryId> {
        let missing = self.drawn(present, MISSING_ONE_IN, draws);
        self.ever_away.extend(&missing);
        missing
    }

    /// Draws who leaves after a round, and drops those who were missing too often.
    pub fn leave(&mut self, present: &[Player], dropped: &[EntryId], draws: &mut Draws) {
        let leaving = self.drawn(present, DROPS_ONE_IN, draws);
        self.left.extend(leaving.iter().chain(dropped));
        self.ever_away.extend(leaving.iter().chain(dropped));
    }

    /// Draws who of those that are left in a knock-out leaves after a round.
    pub fn leave_knock_out(&mut self, present: &[Player], draws: &mut Draws) {
        let leaving = self.drawn(present, KNOCK_OUT_DROPS_ONE_IN, draws);
        self.left.extend(&leaving);
        self.ever_away.extend(&leaving);
    }

    /// Returns whether a player takes part until the end.
    pub fn stays(&self, id: EntryId) -> bool {
        !self.left.contains(&id)
    }

    /// Returns whether a player has been there for all rounds.
    pub fn was_always_there(&self, id: EntryId) -> bool {
        !self.ever_away.contains(&id)
    }

    fn drawn(&self, players: &[Player], one_in: usize, draws: &mut Draws) -> Vec<EntryId> {
        let mut is_drawn = |_: &&Player| self.disturbance == Disturbance::Lively && draws.below(one_in) == 0;
        players.iter().filter(&mut is_drawn).map(|player| player.id).collect()
    }
}
