//! One simulated event from registration to the final order.

use super::attendance::{Attendance, Disturbance};
use super::brackets::{elimination, heats};
use super::event::{Event, SimulatedRound};
use super::format::Format;
use super::player::{Player, players};
use super::swiss::{arena, round_robin_event, swiss_rounds};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::seed::EventSeed;
use lapidary_contest::pairing::request::Refusal;
use lapidary_contest::standings::order::Standing;

/// An event that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulatedEvent {
    /// The format.
    pub format: Format,
    /// The players, by their numbers.
    pub players: Vec<Player>,
    /// The rounds.
    pub rounds: Vec<SimulatedRound>,
    /// Who came when.
    pub attendance: Attendance,
    /// The final order, the winner first.
    pub order: Vec<EntryId>,
    /// The standing by points after the last round.
    pub standings: Vec<Standing>,
    /// The seed.
    pub seed: EventSeed,
}

/// Simulates the event with this number.
pub fn simulate(
    format: Format,
    entries: u32,
    disturbance: Disturbance,
    seed: u64,
    number: u64,
) -> Result<SimulatedEvent, Refusal> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    bytes[8..16].copy_from_slice(&number.to_be_bytes());
    bytes[16..20].copy_from_slice(&entries.to_be_bytes());
    let seed = EventSeed::new(bytes);
    let mut draws = seed.draws(format.name());
    let players = players(format.entries(entries), &mut draws);
    let attendance = Attendance::new(disturbance, &players, &mut draws);
    let mut event = Event { format, players, attendance, seed, draws, rounds: Vec::new() };
    // The order of most formats is that of the standing.
    let mut order = None;
    match format {
        Format::Heats => order = Some(heats(&mut event)?),
        Format::Elimination => order = Some(elimination(&mut event)),
        Format::ArenaTwo | Format::ArenaFour => arena(&mut event),
        Format::RoundRobinTwo | Format::RoundRobinThree | Format::RoundRobinFour => {
            round_robin_event(&mut event)?;
        }
        _ => swiss_rounds(&mut event)?,
    }
    Ok(end(event, order))
}

fn end(event: Event, order: Option<Vec<EntryId>>) -> SimulatedEvent {
    let standings = event.standings();
    let order = order.unwrap_or_else(|| standings.iter().map(|line| line.entry).collect());
    let Event { format, players, attendance, seed, rounds, .. } = event;
    SimulatedEvent { format, players, rounds, attendance, order, standings, seed }
}
