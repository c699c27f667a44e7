//! The lines of the standings after any round, and the final order of a knock-out.

use std::collections::{BTreeMap, BTreeSet};

use super::matches::{advancing, finalists, third_and_fourth};
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::Points;
use lapidary_contest::event::record::{Record, records};
use lapidary_contest::pairing::double_elimination::DoubleBracket;
use lapidary_contest::standings::knock_out::{knock_out_order, with_final};
use lapidary_contest::standings::order::{Standing, StandingsRequest, standings};
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage};
use lapidary_model::tournaments::settings::{Format, Status};

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The place, from 1.
    pub place: u32,
    pub entry: EntryId,
    pub points: Points,
    /// The number of tables played.
    pub games: u32,
    /// The number of byes.
    pub byes: u16,
    /// The values of the criteria and which of them decided.
    pub standing: Standing,
    /// The last knock-out round that the entry reached; none without one.
    pub knock_out: Option<u16>,
    /// Whether its results count for nobody, because it left early.
    pub annulled: bool,
    /// Its rank in its team, from 1, where teams play matches. This is its board if nobody before it is
    /// absent.
    pub board: Option<u16>,
}

/// Returns the lines of the standings after some rounds. Entries that went further in a knock-out come first.
/// Entries removed before the next round was paired come last.
pub(in crate::tournaments) fn lines(event: &Event, rounds: usize) -> Vec<Line> {
    let (played, settings) = (event.scored(rounds), &event.tournament.settings);
    let records = records(&played, &settings.points);
    let (reached, annulled) = (reached(event, rounds), event.annulled(rounds));
    let boards = boards(event);
    let mut lines: Vec<Line> = standings(&StandingsRequest {
        entrants: &entrants(event, rounds),
        rounds: &played,
        points: &settings.points,
        tie_breaks: &settings.tie_breaks,
        seed: &event.seed,
    })
    .into_iter()
    .map(|standing| {
        let none = Record::default();
        let record = records.get(&standing.entry).unwrap_or(&none);
        Line {
            place: standing.place,
            entry: standing.entry,
            points: record.points,
            games: record.games,
            byes: record.byes,
            knock_out: reached.get(&standing.entry).copied(),
            annulled: annulled.contains(&standing.entry),
            board: boards.get(&standing.entry).copied(),
            standing,
        }
    })
    .collect();
    rank_knock_out(event, rounds, &reached, &mut lines);
    rank_removed(event, rounds, &mut lines);
    lines
}

/// Returns the rank of each member in its team, where teams play matches.
fn boards(event: &Event) -> BTreeMap<EntryId, u16> {
    let teams = event.teams.iter().filter(|_| event.tournament.settings.boards().is_some());
    let places = teams.flat_map(|team| team.ordered(&event.entries).into_iter().zip(1..));
    places.map(|(entry, place)| (entry.id, place)).collect()
}

/// Returns the last knock-out round that each entry reached. The winner of the last one reached the one after
/// it.
fn reached(event: &Event, rounds: usize) -> BTreeMap<EntryId, u16> {
    let mut reached = BTreeMap::new();
    let knock_out = event.rounds.iter().take(rounds).filter(|round| round.stage == Stage::KnockOut);
    let first = event.rounds.first().filter(|_| is_double(event));
    let mut bracket = first.map(|first| DoubleBracket::new(&first.entrants));
    for round in knock_out {
        // Entries that play for the third place have only reached the round before.
        let tables = round.tables.iter().filter(|table| !table.third_place);
        let seated = tables.flat_map(|table| table.seats.iter().copied());
        for entry in seated.chain(round.byes.iter().copied()) {
            reached.insert(entry, round.number);
        }
        let mut on = advancing(event, round);
        if let Some(bracket) = &mut bracket {
            *bracket = bracket.next(&on);
            // An entry that has lost once goes on too.
            on = bracket.alive();
        }
        for entry in on {
            reached.insert(entry, round.number + 1);
        }
    }
    reached
}

/// Returns whether entries are out only after losing twice.
fn is_double(event: &Event) -> bool {
    event.tournament.settings.format == Format::DoubleElimination
}

/// Puts entries that went further in a knock-out before the others, and the finalists in their order. An
/// entry that has left is not the winner, if any entry stays.
fn rank_knock_out(event: &Event, rounds: usize, reached: &BTreeMap<EntryId, u16>, lines: &mut [Line]) {
    let mut listed = event.rounds.iter().take(rounds);
    let last = listed.rfind(|round| round.stage == Stage::KnockOut);
    if last.is_none() && !is_undecided(event, rounds) {
        return;
    }
    let goes_on = |reached: &u16| last.is_some_and(|last| *reached > last.number);
    let on: Vec<EntryId> =
        reached.iter().filter(|(_, reached)| goes_on(reached)).map(|(&entry, _)| entry).collect();
    let standing: Vec<EntryId> = lines.iter().map(|line| line.entry).collect();
    let standing = with_final(&standing, &last.map(|last| finalists(event, last)).unwrap_or_default());
    let mut order = knock_out_order(&standing, reached, &|entry| stays(event, last, &on, entry));
    if let Some((third, fourth)) = last.and_then(|last| third_and_fourth(event, last)) {
        put_before(&mut order, third, fourth);
    }
    let place: BTreeMap<EntryId, usize> = order.into_iter().zip(0..).collect();
    lines.sort_by_key(|line| place.get(&line.entry).copied());
    for (line, place) in lines.iter_mut().zip(1..) {
        line.place = place;
    }
}

/// Moves an entry right before another one that was ahead of it.
fn put_before(order: &mut Vec<EntryId>, better: EntryId, worse: EntryId) {
    let place = |entry: EntryId| order.iter().position(|&other| other == entry);
    let (Some(from), Some(to)) = (place(better), place(worse)) else { return };
    if to < from {
        let entry = order.remove(from);
        order.insert(to, entry);
    }
}

/// Returns whether a knock-out was to follow these rounds, and fewer than two are left for it.
fn is_undecided(event: &Event, rounds: usize) -> bool {
    let settings = &event.tournament.settings;
    if !settings.knocks_out() {
        return false;
    }
    let before = usize::from(settings.rounds.unwrap_or_default());
    let has_started = !matches!(event.tournament.status, Status::Draft | Status::Registration);
    let over = event.rounds.iter().all(|round| round.status == RoundStatus::Closed);
    let staying = event.entries.iter().filter(|entry| event.stays(entry.id)).count();
    has_started && over && rounds == event.rounds.len() && rounds >= before && staying < 2
}

/// Returns whether an entry takes part until a knock-out is decided. This is its last round, from which these
/// entries go on. While the round is played, nobody counts as having left.
fn stays(event: &Event, last: Option<&Round>, on: &[EntryId], entry: EntryId) -> bool {
    let Some(last) = last else { return event.stays(entry) };
    match event.rounds.iter().find(|next| next.number > last.number) {
        _ if last.status != RoundStatus::Closed => true,
        // In a double elimination, not everybody plays in every round.
        Some(next) if is_double(event) => event.took_part(entry, next),
        Some(next) => !on.contains(&entry) || next.everybody().contains(&entry),
        // The last match had a winner, no matter what they do afterwards.
        None if on.len() == 1 => event.took_part(entry, last),
        None => event.stays(entry),
    }
}

/// Returns the entries in the standings after some rounds: all that had entered when the next one was paired.
fn entrants(event: &Event, rounds: usize) -> Vec<Entrant> {
    let last = event.rounds.get(rounds).map(|next| next.last_entry);
    let had_entered = |entrant: &Entrant| last.is_none_or(|last| entrant.id <= last);
    event.entrants().into_iter().filter(had_entered).collect()
}

/// Puts removed entries after all others, if they were removed when another round followed, or are removed
/// now and none has.
fn rank_removed(event: &Event, rounds: usize, lines: &mut [Line]) {
    let removed: BTreeSet<EntryId> = match event.rounds.get(rounds) {
        Some(next) => next.removed.iter().copied().collect(),
        None => {
            let is_removed = |entry: &&Entry| entry.status == EntryStatus::Removed;
            event.entries.iter().filter(is_removed).map(|entry| entry.id).collect()
        }
    };
    let is_removed = |line: &Line| removed.contains(&line.entry);
    lines.sort_by_key(is_removed);
    let (mut place, mut above) = (0, None);
    for (line, number) in lines.iter_mut().zip(1..) {
        let group = (line.place, is_removed(line));
        if above.replace(group) != Some(group) {
            place = number;
        }
        line.place = place;
    }
}
