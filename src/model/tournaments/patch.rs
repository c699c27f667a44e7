//! Changes of settings, and which settings can be combined.

use std::time::Duration;

use super::entry::EarlyLeavers;
use super::settings::{
    Acceleration, Conditions, Format, NextRound, Patch, Play, Players, RequestedByes, TournamentSettings,
    Unfinished,
};
use crate::clock::Clock;
use crate::game::Visibility;
use lapidary_contest::pairing::request::{Odd, TableSeats};
use lapidary_contest::standings::tie_break::TieBreak;

impl Patch {
    /// Returns the changed settings. Resets settings that another format does not have.
    pub fn apply(self, old: TournamentSettings) -> TournamentSettings {
        let old = match self.format {
            Some(format) if format != old.format => of_format(format, old),
            _ => old,
        };
        let old = match self.clock {
            Some(clock) if clock != old.clock => with_clock(clock, old),
            _ => old,
        };
        let (ladder, unfinished, orders) = (self.ladder, self.unfinished, self.tie_breaks.is_some());
        let mut new = self.over(old);
        // Tie-breaks separate only entries with equal points, so points come first.
        if orders && !new.tie_breaks.contains(&TieBreak::Points) {
            new.tie_breaks.insert(0, TieBreak::Points);
        }
        TournamentSettings {
            // A tournament that is no longer rated leaves the ladder.
            ladder: ladder.unwrap_or(new.ladder.filter(|_| new.rated)),
            // Without a time limit of rounds, nothing happens to their tables.
            unfinished: unfinished.unwrap_or(match new.round_ends_after {
                Some(_) => new.unfinished,
                None => Unfinished::Wait,
            }),
            ..new
        }
    }
}

/// Returns the settings with another format. Resets what the format does not have, so that a request needs
/// only what the format requires.
fn of_format(format: Format, old: TournamentSettings) -> TournamentSettings {
    let (is_arena, was_arena) = (format == Format::Arena, old.format == Format::Arena);
    let has_rounds = matches!(format, Format::Swiss | Format::Heats);
    let cut = old.cut.filter(|_| format == Format::Heats);
    let knocks_out = cut.is_some() || format.is_bracket();
    TournamentSettings {
        format,
        rounds: old.rounds.filter(|_| has_rounds),
        cut,
        duration: old.duration.filter(|_| is_arena),
        early_leavers: if format == Format::RoundRobin { old.early_leavers } else { EarlyLeavers::Count },
        cycles: if format == Format::RoundRobin { old.cycles } else { 1 },
        best_of: if knocks_out { old.best_of } else { 1 },
        advance: if cut.is_some() { old.advance } else { 1 },
        odd: if has_rounds { old.odd } else { Odd::Bye },
        acceleration: if format == Format::Swiss { old.acceleration } else { Acceleration::None },
        byes: if has_rounds { old.byes } else { RequestedByes::default() },
        third_place: old.third_place && format == Format::SingleElimination,
        teams: old.teams.filter(|rules| match format {
            Format::RoundRobin => rules.boards.is_some(),
            _ => has_rounds || is_arena,
        }),
        late_entries: if is_arena || was_arena { is_arena } else { old.late_entries },
        next_round: match (is_arena, was_arena) {
            (true, _) => NextRound::Automatic,
            (false, true) => NextRound::Call,
            (false, false) => old.next_round,
        },
        next_round_after: if is_arena { Duration::ZERO } else { old.next_round_after },
        round_dates: if is_arena { Vec::new() } else { old.round_dates },
        round_ends_after: old.round_ends_after.filter(|_| format.has_deadlines()),
        unfinished: if format.has_deadlines() { old.unfinished } else { Unfinished::Wait },
        ready_check: match (is_arena, was_arena) {
            (true, _) => Duration::ZERO,
            (false, true) => TournamentSettings::ready_check_of(old.clock),
            (false, false) => old.ready_check,
        },
        ..old
    }
}

/// Returns the settings with another clock. A ready check with the default time of the old clock gets that of
/// the new one.
fn with_clock(clock: Clock, old: TournamentSettings) -> TournamentSettings {
    let is_usual =
        old.format != Format::Arena && old.ready_check == TournamentSettings::ready_check_of(old.clock);
    let ready_check = if is_usual { TournamentSettings::ready_check_of(clock) } else { old.ready_check };
    TournamentSettings { clock, ready_check, ..old }
}

impl Conditions {
    /// Returns whether a player needs rated games.
    const fn concern_ratings(self) -> bool {
        self.games_min.is_some() || self.rating_established || self.highest_max.is_some()
    }
}

/// A setting that conflicts with the others: its pointer and a description.
pub type SettingFault = (&'static str, &'static str);

impl TournamentSettings {
    /// Returns the first setting that conflicts with the others.
    pub fn fault(&self) -> Option<SettingFault> {
        let has_rounds = matches!(self.format, Format::Swiss | Format::Heats);
        let twice = |index: usize| self.tie_breaks[..index].contains(&self.tie_breaks[index]);
        if self.rounds.is_some() != has_rounds {
            return Some(("/rounds", "must be sent for `swiss` and `heats`, and only for them"));
        }
        if self.cut.is_none() && self.format == Format::Heats || self.cut.is_some() && !has_rounds {
            return Some(("/cut", "must be sent for `heats`, and is possible only for them and for `swiss`"));
        }
        if self.cycles > 1 && self.format != Format::RoundRobin {
            return Some(("/cycles", "must be 1, except for `round_robin`"));
        }
        let has_leavers = self.format == Format::RoundRobin && self.seats == TableSeats::Two;
        if self.early_leavers != EarlyLeavers::Count && !has_leavers {
            return Some(("/early_leavers", "must be `count`, except for `round_robin` at tables of two"));
        }
        if self.best_of > 1 && !self.knocks_out() {
            return Some(("/best_of", "must be 1, except in knock-out rounds"));
        }
        if self.advance > 1 && (self.cut.is_none() || self.seats == TableSeats::Two) {
            return Some(("/advance", "must be 1, except with a `cut` at tables of three or four"));
        }
        if self.advance > 1 && self.best_of > 1 {
            return Some(("/advance", "must be 1 with `best_of` above 1: a match has one winner"));
        }
        if self.format.is_bracket() && self.seats != TableSeats::Two {
            return Some(("/seats", "must be 2 for `single_elimination` and `double_elimination`"));
        }
        if self.odd == Odd::Three && (self.seats != TableSeats::Two || !has_rounds) {
            return Some(("/odd", "must be `bye`, except for `swiss` and `heats` at tables of two"));
        }
        if self.acceleration != Acceleration::None && self.format != Format::Swiss {
            return Some(("/acceleration", "must be `none`, except for `swiss`"));
        }
        if self.byes.max > 0 && !has_rounds {
            return Some(("/byes", "is possible only for `swiss` and `heats`, which pair round by round"));
        }
        if self.third_place && self.format != Format::SingleElimination {
            return Some(("/third_place", "must be false, except for `single_elimination`"));
        }
        if let Some(fault) = self.teams_fault() {
            return Some(fault);
        }
        if self.delay.is_some() && self.visibility == Visibility::Private {
            return Some((
                "/spectator_delay",
                "is for public and unlisted tournaments: nobody else sees private games",
            ));
        }
        if let Some(fault) = self.arena_fault() {
            return Some(fault);
        }
        if let Some(fault) = self.pace_fault() {
            return Some(fault);
        }
        if self
            .first_turn
            .is_some_and(|first_turn| self.clock.at_start().is_none_or(|time| first_turn >= time))
        {
            return Some((
                "/first_turn_ms",
                "must be null without a clock, and shorter than the `initial_ms` or `per_turn_ms` of the clock",
            ));
        }
        if self.waiting_list && self.teams.is_some() {
            return Some(("/waiting_list", "must be false with `teams`: a place in a team cannot wait"));
        }
        if self.members_only && self.club.is_none() {
            return Some(("/members_only", "must be false, unless the tournament belongs to a `club`"));
        }
        if self.ladder.is_some() && !self.rated {
            return Some(("/ladder", "is possible only with `rated`"));
        }
        if self.ladder.is_some() && self.club.is_none() {
            return Some(("/ladder", "is possible only in a tournament of the `club` whose ladder it is"));
        }
        if self.delay.is_some() && self.play == Play::OverTheBoard {
            return Some((
                "/spectator_delay",
                "is not possible over the board, where the server shows no games",
            ));
        }
        if self.play == Play::OverTheBoard {
            return self.over_the_board_fault();
        }
        if (0..self.tie_breaks.len()).any(twice) {
            return Some(("/tie_breaks", "must not name a tie-break twice"));
        }
        if self.duplicate && (self.format.is_bracket() || self.format == Format::Arena) {
            return Some((
                "/duplicate",
                "is not possible in brackets and for `arena`, where tables are not compared",
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
        if self.clock == Clock::None && self.conditions.concern_ratings() {
            return Some((
                "/conditions",
                "can have `games_min`, `rating_established` and `highest_max` only with a clock: games without one are not rated",
            ));
        }
        None
    }

    /// Returns the first setting that conflicts with the rules for teams.
    fn teams_fault(&self) -> Option<SettingFault> {
        let has_rounds = matches!(self.format, Format::Swiss | Format::Heats);
        if self.teams?.boards.is_none() {
            return (!has_rounds && self.format != Format::Arena).then_some((
                "/teams",
                "is possible only for `swiss`, `heats` and `arena`, and with `boards` for `round_robin`: another schedule or bracket cannot keep members apart",
            ));
        }
        if self.cut.is_some() || !matches!(self.format, Format::Swiss | Format::RoundRobin) {
            return Some((
                "/teams/boards",
                "is possible only for `swiss` without `cut` and for `round_robin`, where teams meet teams",
            ));
        }
        if self.seats != TableSeats::Two {
            return Some(("/seats", "must be 2 with `boards` of `teams`: a board has two players"));
        }
        if self.odd != Odd::Bye {
            return Some(("/odd", "must be `bye` with `boards` of `teams`: a match has two teams"));
        }
        if self.acceleration != Acceleration::None {
            return Some(("/acceleration", "must be `none` with `boards` of `teams`"));
        }
        if self.byes.max > 0 {
            return Some((
                "/byes",
                "must have a `max` of 0 with `boards` of `teams`: whoever pauses is replaced by the next member",
            ));
        }
        let counts = self.early_leavers == EarlyLeavers::Count;
        (!counts).then_some(("/early_leavers", "must be `count` with `boards` of `teams`"))
    }

    /// Returns the first setting that needs games on the server.
    fn over_the_board_fault(&self) -> Option<SettingFault> {
        if self.format == Format::Arena {
            return Some(("/format", "must not be `arena` over the board: the server starts its games"));
        }
        if self.clock != Clock::None {
            return Some((
                "/clock",
                "must be of the kind `none` over the board, where the server keeps no time",
            ));
        }
        if self.rated && self.ladder.is_none() {
            return Some((
                "/rated",
                "must be false over the board, except in a `ladder` of the `club`: the server sees no game",
            ));
        }
        if self.rated && self.visibility != Visibility::Public {
            return Some((
                "/rated",
                "must be false unless `visibility` is `public`: everybody can check rated results",
            ));
        }
        if self.rating_min.is_some() || self.rating_max.is_some() {
            return Some(("/rating", "is not possible over the board, where guests have no rating"));
        }
        if self.conditions.concern_ratings() {
            return Some((
                "/conditions",
                "cannot have `games_min`, `rating_established` and `highest_max` over the board, where games have no clock",
            ));
        }
        if self.duplicate {
            return Some(("/duplicate", "must be false over the board, where people shuffle the cards"));
        }
        if !self.ready_check.is_zero() {
            return Some(("/ready_check_ms", "must be 0 over the board: an organizer sees who is there"));
        }
        if self.players == Some(Players::Bot) {
            return Some(("/players", "must not be `bot` over the board"));
        }
        None
    }

    /// Returns the first setting of dates and times of rounds that conflicts with the others.
    fn pace_fault(&self) -> Option<SettingFault> {
        if let Some(&first) = self.round_dates.first() {
            if self.format == Format::Arena {
                return Some(("/round_dates", "must be empty for `arena`, which has one round"));
            }
            if self.next_round != NextRound::Automatic {
                return Some((
                    "/round_dates",
                    "must be empty, unless `next_round` is `automatic`: the server pairs at these times",
                ));
            }
            if self.starts_at.is_some_and(|starts_at| first < starts_at) {
                return Some(("/round_dates", "must not begin before `starts_at`"));
            }
        }
        let is_swiss_alone = self.format == Format::Swiss && self.cut.is_none();
        if is_swiss_alone && self.round_dates.len() > self.rounds.unwrap_or_default().into() {
            return Some(("/round_dates", "must not have more dates than `rounds`"));
        }
        if self.round_ends_after.is_some() && !self.format.has_deadlines() {
            return Some((
                "/round_ends_after_ms",
                "must be null in brackets, whose matches need a winner, and for `arena`",
            ));
        }
        if self.round_ends_after.is_none() && self.unfinished != Unfinished::Wait {
            return Some(("/unfinished", "must be `wait` without `round_ends_after_ms`"));
        }
        None
    }

    /// Returns the first setting that is impossible in an arena, or only possible there.
    fn arena_fault(&self) -> Option<SettingFault> {
        if self.duration.is_some() != (self.format == Format::Arena) {
            return Some(("/duration_ms", "must be sent for `arena`, and only for it"));
        }
        let duration = self.duration?;
        // Without a clock, a table may never end. With days for a turn, nobody waits for the next one.
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
