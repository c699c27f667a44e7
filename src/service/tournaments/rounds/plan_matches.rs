//! The next round of an event in which teams play matches. Teams are paired like entries, and a match has as
//! many tables as boards.

use super::refusal::RoundRefusal;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::team::TeamId;
use lapidary_contest::event::team_match::boards as tables_of;
use lapidary_contest::pairing::cost::Cost;
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::recut::recut;
use lapidary_contest::pairing::request::{PairedTable, Pairing, Request, Settings, TableSeats};
use lapidary_contest::pairing::round_robin::{ScheduledRound, round_robin, twice};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::Stage;
use lapidary_model::tournaments::settings::Format;

/// The matches of a round.
pub(in crate::tournaments) struct PlannedMatches {
    /// The rule by which it is paired.
    pub stage: Stage,
    /// The boards of all matches, each with its number in its match and the cost of the match.
    pub boards: Vec<(u16, PairedTable)>,
    /// Entries with a bye, with their team.
    pub byes: Vec<EntryId>,
    /// The whole schedule of a round robin of teams; empty for other formats.
    pub schedule: Vec<ScheduledRound>,
}

/// Returns the matches of the next round, in which teams meet at this many boards.
pub(in crate::tournaments) fn plan_matches(
    event: &Event,
    boards: usize,
) -> Result<PlannedMatches, RoundRefusal> {
    let (stage, pairing, schedule) = match event.tournament.settings.format {
        Format::RoundRobin => scheduled(event, boards)?,
        _ => (Stage::Swiss, paired(event, boards)?, Vec::new()),
    };
    let line_up = |unit: EntryId| event.line_up(unit.into(), boards);
    let of_match = |PairedTable { seats, cost }: &PairedTable| {
        let tables = match seats[..] {
            [first, second] => tables_of(&line_up(first), &line_up(second)),
            _ => Vec::new(),
        };
        let cost = *cost;
        (1..).zip(tables).map(move |(board, seats)| (board, PairedTable { seats, cost })).collect::<Vec<_>>()
    };
    let byes = pairing.byes.iter().flat_map(|&team| line_up(team)).filter(|&entry| event.takes_part(entry));
    Ok(PlannedMatches {
        stage,
        boards: pairing.tables.iter().flat_map(of_match).collect(),
        byes: byes.collect(),
        schedule,
    })
}

/// Returns the participating teams.
fn present(event: &Event, boards: usize) -> Vec<Entrant> {
    let mut teams = event.team_entrants(boards);
    teams.retain(|team| event.team_takes_part(team.id.into()));
    teams
}

/// Pairs the teams by their match points.
fn paired(event: &Event, boards: usize) -> Result<Pairing, RoundRefusal> {
    if event.rounds.len() >= event.tournament.settings.rounds.unwrap_or_default().into() {
        return Err(RoundRefusal::NoMoreRounds);
    }
    let entrants = present(event, boards);
    if entrants.len() < 2 {
        return Err(RoundRefusal::TooFew);
    }
    // Two teams must not meet if two of their members must not.
    let team = |entry: EntryId| event.entry(entry).and_then(|entry| entry.team).map(TeamId::unit);
    let forbidden = event.tournament.forbidden.iter().filter_map(|&(a, b)| Some((team(a)?, team(b)?)));
    Ok(next_round(&Request {
        entrants: &entrants,
        rounds: &event.team_rounds(event.rounds.len()),
        settings: &Settings {
            points: PointsTable::matches(),
            forbidden: forbidden.collect(),
            ..Settings::swiss(TableSeats::Two)
        },
        seed: &event.seed,
    })?)
}

/// Returns the next round of the schedule of all teams. The opponent of a team that has left has a bye.
fn scheduled(event: &Event, boards: usize) -> Result<(Stage, Pairing, Vec<ScheduledRound>), RoundRefusal> {
    let mut teams = event.team_entrants(boards);
    teams.sort_by_cached_key(|one| (one.seed.unwrap_or(u16::MAX), event.seed.team_lot(one.id.into())));
    let teams: Vec<EntryId> = teams.iter().map(|team| team.id).collect();
    let once = round_robin(&teams, TableSeats::Two)?;
    let schedule = if event.tournament.settings.cycles > 1 { twice(once) } else { once };
    let round = schedule.get(event.rounds.len()).ok_or(RoundRefusal::NoMoreRounds)?;
    let missing: Vec<EntryId> =
        teams.into_iter().filter(|&team| !event.team_takes_part(team.into())).collect();
    let cut = recut(&round.tables, &missing, TableSeats::Two.count(), &|_, _| false);
    let tables = cut.tables.into_iter().map(|seats| PairedTable { seats, cost: Cost::default() }).collect();
    Ok((Stage::RoundRobin, Pairing { tables, byes: cut.byes }, schedule))
}
