//! An event with everything that its pairings and standings depend on.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::entry::{EarlyLeavers, Entry, EntryStatus};
use super::round::{Round, Stage, TournamentTable};
use super::settings::{Format, Status, TournamentSettings};
use super::team::Team;
use crate::audience::Audience;
use crate::auth::PlayerId;
use crate::field_change::Fields;
use crate::game::Visibility;
use crate::player::Occupant;
use crate::tournament::TournamentId;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::Points;
use lapidary_contest::event::record::records;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::seed::EventSeed;
use lapidary_contest::event::team::TeamId;
use lapidary_contest::pairing::request::Refusal;
use lapidary_contest::pairing::round_robin::{ScheduledRound, round_robin, twice};

/// A tournament without its entries and rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    pub id: TournamentId,
    /// How far it is.
    pub status: Status,
    /// The settings.
    pub settings: TournamentSettings,
    /// Who created it.
    pub creator: Occupant,
    /// Pairs of entries that must not meet in the next rounds.
    pub forbidden: Vec<(EntryId, EntryId)>,
    /// The commitment to the seed.
    pub commitment: [u8; 32],
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it started.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether an end that an organizer has taken back revealed the seed.
    pub seed_revealed: bool,
    /// When the server pairs the first round of a started tournament. None if it does not wait for that.
    pub first_round_at: Option<DateTime<Utc>>,
}

impl Tournament {
    /// Returns the entries without a place. Before the start, missing entries give theirs to the next one.
    pub const fn without_place(&self) -> &'static [EntryStatus] {
        use EntryStatus::{Dropped, Paused, Removed, Waiting};
        match self.status {
            Status::Draft | Status::Registration => &[Waiting, Removed, Paused, Dropped],
            _ => &[Waiting, Removed],
        }
    }

    /// Returns who sees what is written in the audit.
    pub fn audience(&self) -> Audience {
        match (self.status, self.settings.visibility) {
            (Status::Draft, _) => Audience::Organizers,
            (_, Visibility::Private) => Audience::Members,
            _ => Audience::Everybody,
        }
    }

    /// Returns whether everybody may know the seed.
    pub const fn is_seed_public(&self) -> bool {
        self.status.is_over() || self.seed_revealed
    }

    /// Returns when an arena stops to make tables. None for other formats and before the start.
    pub fn pairing_until(&self) -> Option<DateTime<Utc>> {
        self.started_at?.checked_add_signed(TimeDelta::from_std(self.settings.duration?).ok()?)
    }

    /// Returns whether a running arena makes no more tables at this time. Time never stops other formats.
    pub fn is_pairing_over(&self, now: DateTime<Utc>) -> bool {
        self.pairing_until().is_some_and(|until| until <= now)
    }
}

/// The fields of a tournament: only the forbidden pairs, which organizers replace as a whole.
impl Fields for Tournament {
    fn fields(&self) -> Vec<(&'static str, Option<String>)> {
        let pairs: Vec<String> = self.forbidden.iter().map(|(a, b)| format!("{}-{}", a.0, b.0)).collect();
        vec![("forbidden_pairs", Some(pairs.join(", ")))]
    }
}

/// Points that an organizer gives or takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// The entry.
    pub entry: EntryId,
    /// The round from which on it counts.
    pub round: u16,
    /// The points, less than none to take some.
    pub points: Points,
    /// Why.
    pub reason: String,
}

/// A tournament with its entries, rounds and secret seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The tournament.
    pub tournament: Tournament,
    /// The seed, which is secret until the end.
    pub seed: EventSeed,
    /// Organizers besides the creator.
    pub organizers: Vec<PlayerId>,
    /// The owner and the managers of its club. They also organize it while they have this role.
    pub managers: Vec<PlayerId>,
    /// The entries by number.
    pub entries: Vec<Entry>,
    /// The teams by number; none in a tournament without teams.
    pub teams: Vec<Team>,
    /// The rounds by number, each with its tables.
    pub rounds: Vec<Round>,
    /// The adjustments.
    pub adjustments: Vec<Adjustment>,
}

impl Event {
    /// Returns the event without the times at which acts open and close rounds. No pairing depends on them.
    pub fn without_moments(&self) -> Event {
        let mut event = self.clone();
        event.tournament.first_round_at = None;
        for round in &mut event.rounds {
            (round.opened_at, round.ends_at) = (None, None);
            (round.closed_at, round.next_round_at) = (None, None);
            for table in &mut round.tables {
                (table.started_at, table.ended_at) = (None, None);
                (table.final_at, table.decided_at) = (None, None);
            }
        }
        event
    }

    /// Returns whether a player is an organizer, by name or by their role in the club.
    pub fn is_organizer(&self, player: PlayerId) -> bool {
        self.is_named_organizer(player) || self.managers.contains(&player)
    }

    /// Returns whether a player has created the tournament, or is one of its named organizers.
    pub fn is_named_organizer(&self, player: PlayerId) -> bool {
        self.tournament.creator.player == player || self.organizers.contains(&player)
    }

    /// Returns the entry of a player.
    pub fn entry_of(&self, player: PlayerId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.player.player == player)
    }

    /// Returns the entry with this number.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Returns the entry with this number, to change it.
    pub fn entry_mut(&mut self, id: EntryId) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    /// Returns the team with this number.
    pub fn team(&self, id: TeamId) -> Option<&Team> {
        self.teams.iter().find(|team| team.id == id)
    }

    /// Returns the members of a team, including those that have left the tournament.
    pub fn members(&self, team: TeamId) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.team == Some(team))
    }

    /// Returns whether two entries belong to one team.
    pub fn are_teammates(&self, a: EntryId, b: EntryId) -> bool {
        let team = |id: EntryId| self.entry(id).and_then(|entry| entry.team);
        team(a).is_some_and(|own| team(b) == Some(own))
    }

    /// Returns the pairs of entries that the pairing keeps apart: forbidden pairs, and members of one team.
    pub fn kept_apart(&self) -> Vec<(EntryId, EntryId)> {
        let mut pairs = self.tournament.forbidden.clone();
        let mut members: BTreeMap<TeamId, Vec<EntryId>> = BTreeMap::new();
        for entry in &self.entries {
            let Some(team) = entry.team else { continue };
            let others = members.entry(team).or_default();
            pairs.extend(others.iter().map(|&other| (other, entry.id)));
            others.push(entry.id);
        }
        pairs
    }

    /// Returns whether an entry takes part in the next round.
    pub fn takes_part(&self, id: EntryId) -> bool {
        self.entry(id).is_some_and(Entry::takes_part)
    }

    /// Returns whether an entry took part until this round closed, or takes part now if it is open. Entries
    /// that were missing at the opening of a knock-out round are out.
    pub fn took_part(&self, id: EntryId, round: &Round) -> bool {
        match &round.absent {
            Some(absent) => !absent.contains(&id),
            None if round.stage == Stage::KnockOut && round.no_shows.contains(&id) => false,
            None => self.takes_part(id),
        }
    }

    /// Returns whether an entry takes part at the end, or now if the tournament is not over. A later erasure
    /// of its account changes nothing.
    pub fn stays(&self, id: EntryId) -> bool {
        match self.tournament.status.is_over() {
            true => self.entry(id).is_some_and(|entry| entry.status == EntryStatus::Active),
            false => self.takes_part(id),
        }
    }

    /// Returns all entries of standings: all except those waiting for a place.
    pub fn entrants(&self) -> Vec<Entrant> {
        let there = self.entries.iter().filter(|entry| entry.status != EntryStatus::Waiting);
        there.map(Entry::entrant).collect()
    }

    /// Returns the number of entries that have a place.
    pub fn places_taken(&self) -> usize {
        let without = self.tournament.without_place();
        self.entries.iter().filter(|entry| !without.contains(&entry.status)).count()
    }

    /// Returns those who take part in the next round.
    pub fn present(&self) -> Vec<Entrant> {
        self.entries.iter().filter(|entry| entry.takes_part()).map(Entry::entrant).collect()
    }

    /// Returns the last round.
    pub fn last_round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// Returns the table with this number, to change it.
    pub fn table_mut(&mut self, number: u32) -> Option<&mut TournamentTable> {
        self.rounds.iter_mut().flat_map(|round| &mut round.tables).find(|table| table.number == number)
    }

    /// Returns the number of the next table.
    pub fn next_table(&self) -> u32 {
        let numbers = self.rounds.iter().flat_map(|round| &round.tables).map(|table| table.number);
        numbers.max().unwrap_or_default() + 1
    }

    /// Returns when the server pairs the next round at the earliest.
    pub fn next_date(&self) -> Option<DateTime<Utc>> {
        self.tournament.settings.round_date(self.rounds.len() + 1)
    }

    /// Returns the first rounds as they were played.
    pub fn played(&self, rounds: usize) -> Vec<PlayedRound> {
        let played = |round: &Round| PlayedRound {
            tables: round.tables.iter().filter_map(|table| table.played()).collect(),
            byes: round.byes.clone(),
            no_shows: round.no_shows.clone(),
            adjustments: self.adjusted(round.number).into_iter().chain(self.requested(round)).collect(),
            virtual_points: round.virtual_points.clone(),
        };
        self.rounds.iter().take(rounds).map(played).collect()
    }

    /// Returns the first rounds for standings. Omits annulled games, and games of a knock-out after a Swiss
    /// event, whose standings do not change.
    pub fn scored(&self, rounds: usize) -> Vec<PlayedRound> {
        let mut played = self.played(rounds);
        // After a Swiss event, only the rounds decide the knock-out.
        let is_swiss = self.tournament.settings.format == Format::Swiss;
        let pairs = played.iter_mut().zip(&self.rounds);
        for (played, _) in pairs.filter(|(_, round)| is_swiss && round.stage == Stage::KnockOut) {
            played.tables.clear();
            played.byes.clear();
        }
        let annulled = self.annulled(rounds);
        if !annulled.is_empty() {
            let schedule = self.schedule().unwrap_or_default();
            for (played, scheduled) in played.iter_mut().zip(&schedule) {
                let is_annulled = |entry: &EntryId| annulled.contains(entry);
                played.tables.retain(|table| !table.seats.iter().any(|seat| is_annulled(&seat.entry)));
                // An entry that has waited for them gets no points for it either.
                let alone = scheduled.tables.iter().filter(|pair| pair.iter().any(is_annulled));
                let alone: Vec<EntryId> = alone.flatten().copied().collect();
                played.byes.retain(|bye| !alone.contains(bye));
            }
        }
        played
    }

    /// Returns the entries whose results are annulled in the standings after some rounds: they have left a
    /// round robin for good before half of their games.
    pub fn annulled(&self, rounds: usize) -> Vec<EntryId> {
        let settings = &self.tournament.settings;
        let (EarlyLeavers::Annul, Some(first)) = (settings.early_leavers, self.rounds.first()) else {
            return Vec::new();
        };
        let games = first.entrants.len().saturating_sub(1) * usize::from(settings.cycles);
        let records = records(&self.played(rounds), &settings.points);
        // An entry that leaves later is still present in earlier standings. An account erased after the end
        // has not left.
        let absent = match self.rounds.get(rounds) {
            Some(_) => self.rounds[..rounds].last().and_then(|last| last.absent.as_ref()),
            None => None,
        };
        let is_over = self.tournament.status.is_over();
        let has_left = |entry: &Entry| {
            let is_out = matches!(entry.status, EntryStatus::Dropped | EntryStatus::Removed);
            (is_out || !is_over && entry.is_erased())
                && (rounds == self.rounds.len() || absent.is_some_and(|all| all.contains(&entry.id)))
        };
        let is_early = |entry: &Entry| {
            let played =
                records.get(&entry.id).map_or(0, |own| own.games as usize + usize::from(own.unplayed()));
            first.entrants.contains(&entry.id) && 2 * played < games
        };
        let left = self.entries.iter().filter(|entry| has_left(entry) && is_early(entry));
        left.map(|entry| entry.id).collect()
    }

    /// Returns the order in which a round robin schedules its entries: that of the first round, by seed, then
    /// by lot.
    pub fn scheduled_entries(&self) -> Vec<EntryId> {
        match self.rounds.first() {
            Some(first) => first.entrants.clone(),
            None => {
                let mut all = self.present();
                all.sort_by_cached_key(|one| (one.seed.unwrap_or(u16::MAX), self.seed.lot(one.id)));
                all.iter().map(|one| one.id).collect()
            }
        }
    }

    /// Returns the rounds of a round robin.
    pub fn schedule(&self) -> Result<Vec<ScheduledRound>, Refusal> {
        let settings = &self.tournament.settings;
        let once = round_robin(&self.scheduled_entries(), settings.seats)?;
        Ok(if settings.cycles > 1 { twice(once) } else { once })
    }

    /// Returns the points of requested byes. Unlike byes of the pairing, they are not a win without a game.
    /// So such an entry can still get a bye of the pairing.
    fn requested(&self, round: &Round) -> Vec<(EntryId, Points)> {
        let points = self.tournament.settings.requested_bye_points();
        round.requested_byes.iter().map(|&entry| (entry, points)).collect()
    }

    fn adjusted(&self, round: u16) -> Vec<(EntryId, Points)> {
        let own = self.adjustments.iter().filter(|adjustment| adjustment.round == round);
        own.map(|adjustment| (adjustment.entry, adjustment.points)).collect()
    }
}
