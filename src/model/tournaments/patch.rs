//! Changes of settings, and which settings are possible together.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::settings::{Format, NextRound, Players, Settings};
use crate::clock::Clock;
use crate::game::Visibility;
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::pairing::request::{Odd, TableSeats};
use lapidary_contest::standings::tie_break::TieBreak;

/// A change of settings; what is none stays. The ruleset, the clock, the format and duplicate deals stay in any case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patch {
    /// The name.
    pub name: Option<String>,
    /// Who may find and see it.
    pub visibility: Option<Visibility>,
    /// The number of rounds.
    pub rounds: Option<u8>,
    /// How long an arena makes tables.
    pub duration: Option<Duration>,
    /// How many entries go on after heats.
    pub cut: Option<u16>,
    /// The number of games of a match.
    pub best_of: Option<u8>,
    /// What happens to an odd field at tables of two.
    pub odd: Option<Odd>,
    /// The points for places.
    pub points: Option<PointsTable>,
    /// The criteria of the standings.
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// Whether the games change ratings.
    pub rated: Option<bool>,
    /// Who may play.
    pub players: Option<Players>,
    /// The maximum number of entries.
    pub entries_max: Option<u16>,
    /// The lowest rating.
    pub rating_min: Option<Option<u16>>,
    /// The highest rating.
    pub rating_max: Option<Option<u16>>,
    /// When the registration closes.
    pub registration_closes_at: Option<Option<DateTime<Utc>>>,
    /// Whether players can enter while it runs.
    pub late_entries: Option<bool>,
    /// The time of a ready check.
    pub ready_check: Option<Duration>,
    /// Who pairs the next round.
    pub next_round: Option<NextRound>,
    /// How long the server waits before it pairs the next round.
    pub next_round_after: Option<Duration>,
}

impl Patch {
    /// Returns the changed settings.
    pub fn apply(self, old: Settings) -> Settings {
        Settings {
            name: self.name.unwrap_or(old.name),
            visibility: self.visibility.unwrap_or(old.visibility),
            rounds: self.rounds.or(old.rounds),
            duration: self.duration.or(old.duration),
            cut: self.cut.or(old.cut),
            best_of: self.best_of.unwrap_or(old.best_of),
            odd: self.odd.unwrap_or(old.odd),
            points: self.points.unwrap_or(old.points),
            tie_breaks: self.tie_breaks.unwrap_or(old.tie_breaks),
            rated: self.rated.unwrap_or(old.rated),
            players: self.players.or(old.players),
            entries_max: self.entries_max.unwrap_or(old.entries_max),
            rating_min: self.rating_min.unwrap_or(old.rating_min),
            rating_max: self.rating_max.unwrap_or(old.rating_max),
            registration_closes_at: self.registration_closes_at.unwrap_or(old.registration_closes_at),
            late_entries: self.late_entries.unwrap_or(old.late_entries),
            ready_check: self.ready_check.unwrap_or(old.ready_check),
            next_round: self.next_round.unwrap_or(old.next_round),
            next_round_after: self.next_round_after.unwrap_or(old.next_round_after),
            ..old
        }
    }
}

/// A setting that is impossible beside the others: its pointer, and what is wrong.
pub type SettingFault = (&'static str, &'static str);

impl Settings {
    /// Returns the first setting that is impossible beside the others.
    pub fn fault(&self) -> Option<SettingFault> {
        let has_rounds = matches!(self.format, Format::Swiss | Format::Heats);
        let knocks_out = matches!(self.format, Format::Heats | Format::SingleElimination);
        let twice = |index: usize| self.tie_breaks[..index].contains(&self.tie_breaks[index]);
        if self.rounds.is_some() != has_rounds {
            return Some(("/rounds", "must be sent for `swiss` and `heats`, and only for them"));
        }
        if self.cut.is_some() != (self.format == Format::Heats) {
            return Some(("/cut", "must be sent for `heats`, and only for them"));
        }
        if self.best_of > 1 && !knocks_out {
            return Some(("/best_of", "must be 1, except in knock-out rounds"));
        }
        if self.format == Format::SingleElimination && self.seats != TableSeats::Two {
            return Some(("/seats", "must be 2 for `single_elimination`"));
        }
        if self.odd == Odd::Three && (self.seats != TableSeats::Two || !has_rounds) {
            return Some(("/odd", "must be `bye`, except for `swiss` and `heats` at tables of two"));
        }
        if let Some(fault) = self.arena_fault() {
            return Some(fault);
        }
        if (0..self.tie_breaks.len()).any(twice) {
            return Some(("/tie_breaks", "must not name a tie-break twice"));
        }
        if self.duplicate && matches!(self.format, Format::SingleElimination | Format::Arena) {
            return Some((
                "/duplicate",
                "is not possible for `single_elimination` and `arena`, where tables are not compared",
            ));
        }
        if self.duplicate && self.best_of > 1 {
            return Some(("/best_of", "must be 1 with duplicate deals"));
        }
        if self.tie_breaks.contains(&TieBreak::SeatDifference) && !self.duplicate {
            return Some(("/tie_breaks", "can contain `seat_difference` only with duplicate deals"));
        }
        if self.next_round != NextRound::Automatic && !self.next_round_after.is_zero() {
            return Some(("/next_round_after_ms", "must be 0, unless `next_round` is `automatic`"));
        }
        if self.clock == Clock::None && self.rated {
            return Some(("/rated", "must be false for games without a clock"));
        }
        if self.rated && self.visibility != Visibility::Public {
            return Some((
                "/rated",
                "must be false unless `visibility` is `public`: everybody can check rated games",
            ));
        }
        if self.rated && self.players == Some(Players::Any) {
            return Some((
                "/rated",
                "must be false if `players` is `any`: people and bots have pools of their own",
            ));
        }
        if self.clock == Clock::None && (self.rating_min.is_some() || self.rating_max.is_some()) {
            return Some((
                "/rating",
                "is possible only with a clock, because games without one have no ratings",
            ));
        }
        None
    }

    /// Returns the first setting that is impossible in an arena, or only possible there.
    fn arena_fault(&self) -> Option<SettingFault> {
        if self.duration.is_some() != (self.format == Format::Arena) {
            return Some(("/duration_ms", "must be sent for `arena`, and only for it"));
        }
        let duration = self.duration?;
        // Without a clock a table may never end; with days for a turn, nobody waits for the next one.
        let Clock::Live { initial, .. } = self.clock else {
            return Some(("/clock", "must be `live` for `arena`"));
        };
        if duration < initial {
            return Some(("/duration_ms", "must be at least the `initial_ms` of the clock"));
        }
        if !self.ready_check.is_zero() {
            return Some(("/ready_check_ms", "must be 0 for `arena`: its tables start at once"));
        }
        if self.next_round != NextRound::Automatic {
            return Some(("/next_round", "must be `automatic` for `arena`: the server pairs those who wait"));
        }
        None
    }
}
