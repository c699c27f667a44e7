//! What every simulated event must satisfy. The checks do not use the code that they check, except for sums
//! of points.

use std::collections::BTreeSet;

use super::event::{SimulatedRound, Stage, entrants};
use super::format::Format;
use super::repeats::{has_avoidable, is_out_of_turn, met};
use super::run::SimulatedEvent;
use super::swiss::settings;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::event::record::{Record, Records, add_round};
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::request::{Request, TableSeats};

/// The largest field that is paired again, in another order of entrants.
const PAIRED_AGAIN_MAX: usize = 64;

/// Returns all violations of an event, as sentences.
pub fn violations(event: &SimulatedEvent) -> Vec<String> {
    let (points, mut records, mut wrong) = (PointsTable::standard(), Records::new(), Vec::new());
    let mut played: Vec<PlayedRound> = Vec::new();
    for (round, number) in event.rounds.iter().zip(1..) {
        let mut found = Vec::new();
        found.extend(everybody_once(round));
        found.extend(everybody_played(round));
        if round.stage == Stage::Paired {
            found.extend(has_avoidable(&records, &round.pairing).then_some("has an avoidable repeat"));
            found.extend(best_seats(&records, round));
            found.extend(turns_at_small_tables(&records, event, round));
            found.extend(turns_at_byes(&records, round));
            found.extend(pairs_alike(event, round, &played));
        }
        wrong.extend(found.into_iter().map(|what| format!("round {number} {what}")));
        add_round(&mut records, &round.played, &points);
        played.push(round.played.clone());
    }
    wrong.extend(points_conserved(event, &points));
    wrong.extend(whole_order(event));
    wrong.extend(every_pair_once(event));
    wrong.extend(champion_stays(event));
    wrong
}

/// Nobody has two places in a round, and nobody is forgotten.
fn everybody_once(round: &SimulatedRound) -> Option<&'static str> {
    let tables = round.pairing.tables.iter().flat_map(|table| &table.seats);
    let seated: Vec<EntryId> = tables.chain(&round.pairing.byes).copied().collect();
    let distinct: BTreeSet<EntryId> = seated.iter().copied().collect();
    let present: BTreeSet<EntryId> = round.present.iter().copied().collect();
    let complete = match round.stage {
        Stage::Paired | Stage::KnockOut => distinct == present,
        Stage::Scheduled | Stage::Arena => distinct.is_subset(&present),
    };
    match () {
        () if distinct.len() < seated.len() => Some("seats somebody twice"),
        () if !complete => Some("does not seat everybody who takes part"),
        () => None,
    }
}

/// Who is paired plays, has a bye or is missing.
fn everybody_played(round: &SimulatedRound) -> Option<&'static str> {
    let paired = round.pairing.tables.iter().flat_map(|table| table.seats.clone());
    let paired: BTreeSet<EntryId> = paired.chain(round.pairing.byes.iter().copied()).collect();
    let played = round.played.tables.iter().flat_map(|table| &table.seats).map(|seat| seat.entry);
    let absent = round.played.byes.iter().chain(&round.played.no_shows).copied();
    let ended: Vec<EntryId> = played.chain(absent).filter(|id| paired.contains(id)).collect();
    (ended.len() != paired.len()).then_some("loses somebody before the tables start")
}

/// No other order of seats at a table balances the seats better.
fn best_seats(records: &Records, round: &SimulatedRound) -> Option<&'static str> {
    let none = Record::default();
    let worse = round.pairing.tables.iter().any(|table| {
        let counts: Vec<_> =
            table.seats.iter().map(|id| records.get(id).unwrap_or(&none).seats.map(i64::from)).collect();
        let cost = |order: &[usize]| -> i64 {
            let rise =
                |(seat, &who): (usize, &usize)| (2 * counts[who][seat] + 1) * if seat == 0 { 2 } else { 1 };
            order.iter().enumerate().map(rise).sum()
        };
        let own: Vec<usize> = (0..counts.len()).collect();
        orders(counts.len()).iter().any(|order| cost(order) < cost(&own))
    });
    worse.then_some("has seats that another order balances better")
}

fn orders(seats: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |order: &Vec<usize>| {
            let free = (0..seats).filter(|one| !order.contains(one));
            free.map(|one| [order.as_slice(), &[one]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// Nobody sits at a small table while somebody else at a larger one was there less often, unless somebody
/// would meet again.
fn turns_at_small_tables(
    records: &Records,
    event: &SimulatedEvent,
    round: &SimulatedRound,
) -> Option<&'static str> {
    let unfair = event.format.seats() != TableSeats::Two && is_out_of_turn(records, &round.pairing);
    unfair.then_some("has somebody at a small table whose turn it is not")
}

/// Nobody has a bye while somebody else had fewer.
fn turns_at_byes(records: &Records, round: &SimulatedRound) -> Option<&'static str> {
    let byes = |id: &EntryId| records.get(id).map_or(0, |record| record.byes);
    let least = round.present.iter().map(byes).min();
    let unfair = round.pairing.byes.iter().any(|id| Some(byes(id)) > least);
    unfair.then_some("gives a bye to somebody whose turn it is not")
}

/// The same field in another order gives the same pairing.
fn pairs_alike(
    event: &SimulatedEvent,
    round: &SimulatedRound,
    played: &[PlayedRound],
) -> Option<&'static str> {
    if event.players.len() > PAIRED_AGAIN_MAX {
        return None;
    }
    let present = entrants(&event.players).into_iter().filter(|one| round.present.contains(&one.id));
    let present: Vec<Entrant> = present.rev().collect();
    let settings = settings(event.format);
    let request = Request { entrants: &present, rounds: played, settings: &settings, seed: &event.seed };
    (next_round(&request).as_ref() != Ok(&round.pairing)).then_some("is paired otherwise from the same data")
}

/// The points of the standing are those that tables and byes gave.
fn points_conserved(event: &SimulatedEvent, points: &PointsTable) -> Option<String> {
    let given: Points = event
        .rounds
        .iter()
        .map(|round| {
            let tables = round.played.tables.iter().map(|table| points.sum(table.seats.len()));
            tables.chain(round.played.byes.iter().map(|_| points.bye())).sum()
        })
        .sum();
    // The first criterion of the standings is the points in millionths, rounded down.
    let found: i64 = event.standings.iter().filter_map(|line| *line.values.first()?).sum();
    let expected = given.twelfths() * 1_000_000 / 12;
    let off = (found - expected).unsigned_abs() as usize;
    (off > event.standings.len()).then(|| format!("standings have {found} millionths of {expected}"))
}

/// The final order has everybody once, and no place of the standing is shared, because the lot decides last.
fn whole_order(event: &SimulatedEvent) -> Option<String> {
    let distinct: BTreeSet<EntryId> = event.order.iter().copied().collect();
    let places = event.standings.iter().zip(1..).all(|(line, place)| line.place == place);
    let whole = distinct.len() == event.players.len() && event.order.len() == event.players.len();
    (!whole || !places).then(|| "the final order does not have everybody once".to_owned())
}

/// In a round robin, every pair is scheduled exactly once.
fn every_pair_once(event: &SimulatedEvent) -> Option<String> {
    if event.rounds.iter().any(|round| round.stage != Stage::Scheduled) {
        return None;
    }
    let mut records = Records::new();
    for table in event.rounds.iter().flat_map(|round| &round.pairing.tables) {
        for &own in &table.seats {
            for &other in table.seats.iter().filter(|&&other| other != own) {
                *records.entry(own).or_default().met.entry(other).or_default() += 1;
            }
        }
    }
    let ids = || event.players.iter().map(|player| player.id);
    let once = ids().all(|a| ids().filter(|&b| b != a).all(|b| met(&records, a, b) == 1));
    (!once).then(|| "a pair is not scheduled exactly once".to_owned())
}

/// The winner of a knock-out takes part until the end, if anybody does.
fn champion_stays(event: &SimulatedEvent) -> Option<String> {
    let stays = |id: &EntryId| event.attendance.stays(*id);
    let knocks_out = matches!(event.format, Format::Heats | Format::Elimination);
    let wrong = knocks_out
        && event.players.iter().any(|player| stays(&player.id))
        && !event.order.first().is_some_and(stays);
    wrong.then(|| "the winner has left, and others have not".to_owned())
}
