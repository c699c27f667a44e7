//! The order of a standing: its criteria in order, and which of them separated each entry.

use super::games::{AllGames, Index};
use super::tie_break::TieBreak;
use super::value::value;
use crate::event::entry::{Entrant, EntryId};
use crate::event::points::PointsTable;
use crate::event::round::PlayedRound;
use crate::event::seed::EventSeed;

/// What a standing depends on.
#[derive(Clone, Copy, Debug)]
pub struct StandingsRequest<'a> {
    /// The listed entries.
    pub entrants: &'a [Entrant],
    pub rounds: &'a [PlayedRound],
    /// The points for places.
    pub points: &'a PointsTable,
    /// The criteria in order. Entries that they leave level share a place. With `Lot` at the end, none do.
    pub tie_breaks: &'a [TieBreak],
    /// The seed of the event.
    pub seed: &'a EventSeed,
}

/// A line of a standing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The place, from 1; equal places are shared.
    pub place: u32,
    pub entry: EntryId,
    /// The value of each criterion in millionths. None for a lot, and if nothing can be computed. Head to
    /// head is 0 for entries that earlier criteria separate.
    pub values: Vec<Option<i64>>,
    /// The criterion that separates this entry from the one above. None for the first entry and shared
    /// places.
    pub decided_by: Option<TieBreak>,
}

/// Returns the standing, the first place first.
pub fn standings(request: &StandingsRequest<'_>) -> Vec<Standing> {
    let all = AllGames::new(request.entrants, request.rounds, request.points);
    let mut order = LevelGroup { request, all, values: vec![Vec::new(); request.entrants.len()] };
    let mut everybody: Vec<Index> = (0..request.entrants.len()).collect();
    everybody.sort_by_key(|&index| request.entrants[index].id);
    let mut groups = vec![(everybody, None)];
    for &tie_break in request.tie_breaks {
        groups = groups.into_iter().flat_map(|group| order.split(group, tie_break)).collect();
    }
    order.lines(groups)
}

/// Level entries, with the criterion that separates them from the group above.
type Group = (Vec<Index>, Option<TieBreak>);

struct LevelGroup<'a> {
    request: &'a StandingsRequest<'a>,
    all: AllGames,
    values: Vec<Vec<Option<i64>>>,
}

impl LevelGroup<'_> {
    /// Splits a group by one criterion, with the better part first. Entries without a played table, and so
    /// without a value, come last. If an entry that has played lacks a value, the criterion cannot compare
    /// them all, and does not split the group.
    fn split(&mut self, (group, decided_by): Group, tie_break: TieBreak) -> Vec<Group> {
        if tie_break == TieBreak::Lot {
            return self.split_by_lot(group, decided_by);
        }
        let mut level = group.clone();
        level.sort_unstable();
        let mut valued: Vec<(Option<i64>, Index)> =
            group.iter().map(|&own| (value(&self.all, own, tie_break, &level), own)).collect();
        for &(value, own) in &valued {
            self.values[own].push(value);
        }
        if valued.iter().any(|&(value, own)| value.is_none() && self.all.games[own].games > 0) {
            return vec![(group, decided_by)];
        }
        valued.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        let parts = valued.chunk_by(|a, b| a.0 == b.0);
        let parts = parts.map(|part| part.iter().map(|&(_, own)| own).collect::<Vec<Index>>());
        parts.zip(0..).map(|(part, n)| (part, if n == 0 { decided_by } else { Some(tie_break) })).collect()
    }

    fn split_by_lot(&mut self, mut group: Vec<Index>, decided_by: Option<TieBreak>) -> Vec<Group> {
        for &own in &group {
            self.values[own].push(None);
        }
        if group.len() > 1 {
            group.sort_by_cached_key(|&own| self.request.seed.lot(self.all.entries[own]));
        }
        let alone = group.into_iter().zip(0..);
        alone.map(|(own, n)| (vec![own], if n == 0 { decided_by } else { Some(TieBreak::Lot) })).collect()
    }

    fn lines(mut self, groups: Vec<Group>) -> Vec<Standing> {
        let mut lines: Vec<Standing> = Vec::with_capacity(self.values.len());
        for (group, decided_by) in groups {
            let place = lines.len() as u32 + 1;
            for (own, n) in group.into_iter().zip(0..) {
                lines.push(Standing {
                    place,
                    entry: self.all.entries[own],
                    values: std::mem::take(&mut self.values[own]),
                    decided_by: if n == 0 { decided_by } else { None },
                });
            }
        }
        lines
    }
}
