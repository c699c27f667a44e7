//! The end of a season: who stays in the league, in what order, and who has left.

use std::collections::{BTreeMap, BTreeSet};

use super::groups::{CameFrom, GroupMember, LeftLeague, SeasonGroupView};
use crate::tournaments::{Ranked, final_order};
use lapidary_contest::series::promotion::{EndedGroup, Movement, next_groups};
use lapidary_model::auth::PlayerId;
use lapidary_model::player::Occupant;
use lapidary_model::series::{EventSeries, LeftBecause};
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::settings::Status;

/// The end of a season: the players who stay, by group and the best first, and those who have left.
#[derive(Debug, Default)]
pub(super) struct SeasonEnd {
    groups: Vec<EndedGroup<PlayerId>>,
    from: BTreeMap<PlayerId, (Occupant, CameFrom)>,
    /// The players who do not stay.
    pub left: Vec<LeftLeague>,
}

impl SeasonEnd {
    /// Adds a group with its event.
    pub fn add(
        &mut self,
        number: u16,
        size: u16,
        event: &Event,
        invited: &[Occupant],
        leaving: &BTreeSet<PlayerId>,
    ) {
        let played = event.tournament.status == Status::Finished;
        let mut order = Vec::new();
        let ranked = if played { final_order(event) } else { entered(event) };
        for one in ranked {
            let player = one.entry.player.clone();
            if let Some(reason) = leaves(one.entry, leaving) {
                self.left.push(LeftLeague { player, from_group: number, reason });
                continue;
            }
            let place = played.then_some(one.place);
            let from = CameFrom { from_group: Some(number), from_place: place, decided_by: one.decided_by };
            order.push(player.player);
            self.from.insert(player.player, (player, from));
        }
        for player in invited.iter().filter(|player| event.entry_of(player.player).is_none()) {
            let erased = player.username.is_none();
            let reason = match (leaving.contains(&player.player), played) {
                (true, _) => LeftBecause::Named,
                // Entering was no longer possible, so not entering is no fault.
                (false, false) if !erased => {
                    let from = CameFrom { from_group: Some(number), ..CameFrom::default() };
                    order.push(player.player);
                    self.from.insert(player.player, (player.clone(), from));
                    continue;
                }
                (false, _) => LeftBecause::NotEntered,
            };
            self.left.push(LeftLeague { player: player.clone(), from_group: number, reason });
        }
        self.groups.push(EndedGroup { size: size.into(), order, played });
    }

    /// Returns the groups of the next season.
    pub fn next(&self, league: &EventSeries) -> Vec<SeasonGroupView> {
        let groups = next_groups(&self.groups, league.settings.promoted.into());
        let member = |(player, movement): (PlayerId, Movement)| {
            let (player, from) = self.from.get(&player)?.clone();
            Some(GroupMember { player, movement, from })
        };
        let named = league.settings.groups.iter().zip(1..).zip(groups);
        named
            .map(|((group, number), own)| {
                SeasonGroupView::new(number, &group.name, own.into_iter().filter_map(member).collect())
            })
            .collect()
    }
}

/// Returns the entries of a cancelled event, in the order of their numbers.
fn entered(event: &Event) -> Vec<Ranked<'_>> {
    event.entries.iter().map(|entry| Ranked { entry, place: 0, decided_by: None }).collect()
}

/// Returns why the player of an entry leaves the league; none if they stay.
fn leaves(entry: &Entry, leaving: &BTreeSet<PlayerId>) -> Option<LeftBecause> {
    if leaving.contains(&entry.player.player) {
        return Some(LeftBecause::Named);
    }
    match entry.status {
        _ if entry.guest.is_some() => Some(LeftBecause::Guest),
        _ if entry.is_erased() => Some(LeftBecause::Dropped),
        EntryStatus::Dropped | EntryStatus::Waiting => Some(LeftBecause::Dropped),
        EntryStatus::Removed => Some(LeftBecause::Removed),
        EntryStatus::Active | EntryStatus::Paused => None,
    }
}
