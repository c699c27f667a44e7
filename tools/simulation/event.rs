//! An event while it is simulated: its rounds so far, and how a pairing is played.

use super::attendance::Attendance;
use super::format::Format;
use super::player::{Player, play};
use super::repeats::met;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::record::records;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::seed::{Draws, EventSeed};
use lapidary_contest::pairing::recut::recut;
use lapidary_contest::pairing::request::Pairing;
use lapidary_contest::standings::order::{Standing, StandingsRequest, standings};
use lapidary_contest::standings::tie_break::TieBreak;

/// What kind of round it is, which decides what it must satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Paired by score or in heats: nobody meets again, if that can be avoided.
    Paired,
    /// From a fixed schedule.
    Scheduled,
    /// Knock-out: opponents and byes follow from the bracket.
    KnockOut,
    /// A moment of an arena: not everybody plays.
    Arena,
}

/// A round as it was paired and as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulatedRound {
    /// The kind of round.
    pub stage: Stage,
    /// Who took part.
    pub present: Vec<EntryId>,
    /// The pairing.
    pub pairing: Pairing,
    /// What was played.
    pub played: PlayedRound,
}

/// An event while it is simulated.
pub struct Event {
    /// The format.
    pub format: Format,
    /// The players.
    pub players: Vec<Player>,
    /// Who is there.
    pub attendance: Attendance,
    /// The seed of pairings and lots.
    pub seed: EventSeed,
    /// The luck of the games, apart from the luck of the pairings.
    pub draws: Draws,
    /// The rounds so far.
    pub rounds: Vec<SimulatedRound>,
}

impl Event {
    /// The rounds as they were played.
    pub fn played(&self) -> Vec<PlayedRound> {
        self.rounds.iter().map(|round| round.played.clone()).collect()
    }

    /// Returns the standing of all players.
    pub fn standings(&self) -> Vec<Standing> {
        let entrants = entrants(&self.players);
        standings(&StandingsRequest {
            entrants: &entrants,
            rounds: &self.played(),
            points: &PointsTable::standard(),
            tie_breaks: &TieBreak::DEFAULT,
            seed: &self.seed,
        })
    }

    /// Plays a pairing: who is missing leaves the round, the others play.
    pub fn play(&mut self, stage: Stage, present: &[Player], pairing: Pairing) {
        let missing = match stage {
            Stage::Paired | Stage::Scheduled => self.attendance.missing(present, &mut self.draws),
            Stage::KnockOut | Stage::Arena => Vec::new(),
        };
        let tables: Vec<Vec<EntryId>> = pairing.tables.iter().map(|table| table.seats.clone()).collect();
        let is_cut = stage == Stage::Paired && !missing.is_empty();
        let before = if is_cut { self.played() } else { Vec::new() };
        let records = records(&before, &PointsTable::standard());
        // In a round robin, every opponent comes once anyway, so who is left alone has a walkover.
        let may_meet = |a, b| stage != Stage::Scheduled && met(&records, a, b) == 0;
        let cut = recut(&tables, &missing, self.format.seats().count(), &may_meet);
        let mut byes = cut.byes;
        byes.extend(pairing.byes.iter().filter(|bye| !missing.contains(bye)));
        let played: Vec<_> = cut.tables.iter().map(|table| self.play_table(table)).collect();
        self.rounds.push(SimulatedRound {
            stage,
            present: present.iter().map(|player| player.id).collect(),
            pairing,
            played: PlayedRound { tables: played, byes, no_shows: missing, ..PlayedRound::default() },
        });
    }

    /// Plays one game with this order of seats.
    pub fn play_table(&mut self, seats: &[EntryId]) -> lapidary_contest::event::round::PlayedTable {
        let player = |id: &EntryId| self.players.get(id.0 as usize - 1).copied();
        let seated: Vec<Player> = seats.iter().filter_map(player).collect();
        play(&seated, &mut self.draws)
    }
}

/// Returns the players as entrants.
pub fn entrants(players: &[Player]) -> Vec<Entrant> {
    players.iter().map(|player| Entrant { id: player.id, rating: player.rating, seed: None }).collect()
}
