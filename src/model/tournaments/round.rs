//! Rounds and tables of a tournament.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::settings::Unfinished;
use super::shared_deal::SharedDeal;
use crate::field_change::FieldChange;
use crate::game::GameId;
use crate::season::SeasonId;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::{PlayedTable, SeatResult};
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_contest::pairing::cost::Cost;
use lapidary_words::words;

words! {
    /// By which rule a round is paired.
    Stage:
    /// By points.
    Swiss = "swiss",
    /// By a fixed schedule.
    RoundRobin = "round_robin",
    /// At random, without repeats.
    Heats = "heats",
    /// The winners go on.
    KnockOut = "knock_out",
    /// Those who wait, all the time.
    Arena = "arena",
}

words! {
    /// How far a round is.
    RoundStatus:
    /// The players say that they are ready.
    Paired = "paired",
    /// It is played.
    Open = "open",
    /// It is over.
    Closed = "closed",
}

words! {
    /// How far a table is.
    TableStatus:
    /// Its game has not started.
    Waiting = "waiting",
    /// Its game is played.
    Playing = "playing",
    /// It has a result.
    Done = "done",
    /// It does not count.
    Void = "void",
}

words! {
    /// What decided a table.
    DecidedBy:
    /// Its game.
    Game = "game",
    /// An organizer.
    Arbiter = "arbiter",
    /// The players of the table, who have reported the same result.
    Players = "players",
}

/// How long the last player of a table can object after all others have reported the same result.
pub const OBJECTION_TIME: TimeDelta = TimeDelta::minutes(15);

/// A result that a player of a table has reported over the board. The table has it once all players of the
/// table have reported the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReportedResult)]
pub struct Report {
    /// The number of the entry of the player.
    #[serde(rename = "entry")]
    #[schema(value_type = u32, example = 1)]
    pub by: EntryId,
    /// The place of each seat, seat 0 first.
    pub places: Vec<u8>,
    /// The prestige of each seat; null if it was left out.
    pub prestige: Option<Vec<u8>>,
    /// The number of bought cards of each seat; null if it was left out.
    pub cards: Option<Vec<u8>>,
}

impl Report {
    /// Returns whether another report says the same.
    pub fn agrees(&self, other: &Report) -> bool {
        (&self.places, &self.prestige, &self.cards) == (&other.places, &other.prestige, &other.cards)
    }

    /// Returns whether both cannot be true. Missing values contradict nothing.
    pub fn contradicts(&self, other: &Report) -> bool {
        let differ = |own: &Option<Vec<u8>>, other: &Option<Vec<u8>>| {
            own.as_ref().zip(other.as_ref()).is_some_and(|(own, other)| own != other)
        };
        self.places != other.places
            || differ(&self.prestige, &other.prestige)
            || differ(&self.cards, &other.cards)
    }
}

/// What the reports of a table decide together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement<'a> {
    /// Nothing: too few players have reported the same.
    None,
    /// All players have reported this.
    All(&'a Report),
    /// At a table of three or four, all players but one have reported this. The last one has not objected.
    AllButOne(&'a Report),
    /// Two reports contradict each other.
    Disputed,
}

/// A table as a request names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableName {
    /// By its number in the tournament.
    Number(u32),
    /// By its number in the last round.
    InRound(u16),
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentTable {
    /// Its number, unique in the tournament.
    pub number: u32,
    /// Its round.
    pub round: u16,
    /// The match in its round; the games of a match share it.
    pub match_number: u16,
    /// Its number in its round. 0 in an arena, and for older tables without a stored number.
    pub in_round: u16,
    /// Its board in a match of two teams, from 1. 0 where players play alone.
    pub board: u16,
    /// How far it is.
    pub status: TableStatus,
    /// The entries in the order of seats.
    pub seats: Vec<EntryId>,
    /// The entries as they were paired.
    pub paired: Vec<EntryId>,
    /// Whether an organizer has set it.
    pub manual: bool,
    /// Whether it is played for the third place of a knock-out.
    pub third_place: bool,
    /// What speaks against it.
    pub cost: Cost,
    /// Its game.
    pub game: Option<GameId>,
    /// The result by seat.
    pub result: Option<Vec<SeatResult>>,
    /// The last report of each player over the board, with the latest last, while nothing has decided the
    /// table.
    pub reports: Vec<Report>,
    /// When the result reported by all players but one becomes final, unless somebody objects before.
    pub final_at: Option<DateTime<Utc>>,
    /// What decided it.
    pub decided_by: Option<DecidedBy>,
    /// When its game started. None also for older tables without a stored start.
    pub started_at: Option<DateTime<Utc>>,
    /// When its play ended. Decisions of organizers do not change it.
    pub ended_at: Option<DateTime<Utc>>,
    /// When an organizer has decided it, the last time.
    pub decided_at: Option<DateTime<Utc>>,
    /// How often it has changed. Acts on it name the version that their author has seen.
    pub version: u32,
}

impl TournamentTable {
    /// Returns a table that waits for its game.
    pub fn waiting(
        number: u32,
        round: u16,
        match_number: u16,
        seats: Vec<EntryId>,
        cost: Cost,
    ) -> TournamentTable {
        TournamentTable {
            number,
            round,
            match_number,
            in_round: 0,
            board: 0,
            status: TableStatus::Waiting,
            paired: seats.clone(),
            seats,
            manual: false,
            third_place: false,
            cost,
            game: None,
            result: None,
            reports: Vec::new(),
            final_at: None,
            decided_by: None,
            started_at: None,
            ended_at: None,
            decided_at: None,
            version: 0,
        }
    }

    /// Lets it be played; over the board without a game.
    pub const fn begin(&mut self, game: Option<GameId>, at: DateTime<Utc>) {
        self.status = TableStatus::Playing;
        self.game = game;
        self.started_at = Some(at);
        self.version += 1;
    }

    /// Replaces a player's earlier report. The time to object runs while all players but one agree and
    /// everybody can report. It restarts only if it was stopped.
    pub fn report(&mut self, report: Report, everybody_reports: bool, at: DateTime<Utc>) {
        self.reports.retain(|known| known.by != report.by);
        self.reports.push(report);
        let waits = everybody_reports && matches!(self.agreement(), Agreement::AllButOne(_));
        self.final_at = waits.then(|| self.final_at.unwrap_or(at + OBJECTION_TIME));
        self.version += 1;
    }

    /// Returns what the reports decide together.
    pub fn agreement(&self) -> Agreement<'_> {
        let agreed = |report: &Report| self.reports.iter().filter(|other| report.agrees(other)).count();
        let Some(most) = self.reports.iter().max_by_key(|report| agreed(report)) else {
            return Agreement::None;
        };
        let is_disputed =
            self.reports.iter().any(|one| self.reports.iter().any(|other| one.contradicts(other)));
        match self.seats.len() - agreed(most) {
            0 => Agreement::All(most),
            _ if is_disputed => Agreement::Disputed,
            1 if self.seats.len() > 2 => Agreement::AllButOne(most),
            _ => Agreement::None,
        }
    }

    /// Returns whether the time to object to a reported result is over.
    pub fn is_final(&self, now: DateTime<Utc>) -> bool {
        self.status == TableStatus::Playing && self.final_at.is_some_and(|at| at <= now)
    }

    /// Gives it a result. Its play ends now, unless it ended before.
    pub fn decide(&mut self, result: Vec<SeatResult>, by: DecidedBy, at: DateTime<Utc>) {
        self.end(TableStatus::Done, Some(result), Some(by), at);
    }

    /// Makes it void. `by` is none for the server. Its play ends now, unless it ended before.
    pub fn void(&mut self, by: Option<DecidedBy>, at: DateTime<Utc>) {
        self.end(TableStatus::Void, None, by, at);
    }

    /// Gives it a result in which these players forfeit, because they were absent when its round was opened.
    pub fn forfeit(&mut self, absent: &[EntryId], at: DateTime<Utc>) {
        let here = self.seats.iter().filter(|entry| !absent.contains(entry)).count() as u8;
        let seat = |&entry: &EntryId| {
            let forfeit = absent.contains(&entry);
            let place = if forfeit { here + 1 } else { 1 };
            SeatResult { entry, place, prestige: None, cards: None, tokens: None, forfeit }
        };
        self.end(TableStatus::Done, Some(self.seats.iter().map(seat).collect()), None, at);
    }

    fn end(
        &mut self,
        status: TableStatus,
        result: Option<Vec<SeatResult>>,
        by: Option<DecidedBy>,
        at: DateTime<Utc>,
    ) {
        self.status = status;
        self.result = result;
        self.reports.clear();
        self.final_at = None;
        self.decided_by = by;
        self.ended_at = self.ended_at.or(Some(at));
        self.decided_at = Some(at).filter(|_| by == Some(DecidedBy::Arbiter));
        self.version += 1;
    }

    /// Returns how an act of organizers and players changes its result, in words.
    pub fn differences(&self, after: &TournamentTable) -> Vec<FieldChange> {
        let seats = |table: &TournamentTable, value: fn(&SeatResult) -> Option<u16>| {
            let values: Option<Vec<String>> =
                table.result.as_ref()?.iter().map(|seat| Some(value(seat)?.to_string())).collect();
            values.map(|values| values.join(", "))
        };
        let forfeits = |table: &TournamentTable| {
            let seats = (0..).zip(table.result.iter().flatten()).filter(|(_, seat)| seat.forfeit);
            let seats: Vec<String> = seats.map(|(seat, _): (u8, _)| seat.to_string()).collect();
            (!seats.is_empty()).then(|| seats.join(", "))
        };
        let texts = |table: &TournamentTable| {
            [
                ("status", Some(table.status.name().to_owned())),
                ("places", seats(table, |seat| Some(seat.place.into()))),
                ("prestige", seats(table, |seat| seat.prestige)),
                ("cards", seats(table, |seat| seat.cards)),
                ("forfeits", forfeits(table)),
            ]
        };
        FieldChange::between(texts(self), texts(after))
    }

    /// Returns it with these of its entries. It changes only if some are missing.
    #[must_use]
    pub fn with_seats(&self, seats: Vec<EntryId>) -> TournamentTable {
        let version = self.version + u32::from(seats != self.seats);
        TournamentTable { seats, version, ..self.clone() }
    }

    /// Returns it waiting again for a game of these entries.
    #[must_use]
    pub fn seated_again(&self, seats: Vec<EntryId>) -> TournamentTable {
        let again = TournamentTable::waiting(self.number, self.round, self.match_number, seats, self.cost);
        TournamentTable {
            paired: self.paired.clone(),
            in_round: self.in_round,
            board: self.board,
            manual: self.manual,
            third_place: self.third_place,
            started_at: self.started_at,
            version: self.version + 1,
            ..again
        }
    }

    /// Returns the number on the table in a hall: its number in its round, which the games of a match share.
    /// None in an arena.
    pub fn number_in_round(&self) -> Option<u16> {
        let known = if self.in_round > 0 { self.in_round } else { self.match_number };
        (known > 0).then_some(known)
    }

    /// Returns whether it is a board of a match of two teams.
    pub const fn is_of_match(&self) -> bool {
        self.board > 0
    }

    /// Returns the table as played, if it counts.
    pub fn played(&self) -> Option<PlayedTable> {
        let seats = self.result.clone().filter(|_| self.status == TableStatus::Done)?;
        Some(PlayedTable { seats })
    }

    /// Returns whether everybody has forfeited in its result.
    pub fn is_forfeited(&self) -> bool {
        self.played().is_some_and(|played| played.seats.iter().all(|seat| seat.forfeit))
    }

    /// Returns whether the round waits for it.
    pub const fn is_unfinished(&self) -> bool {
        matches!(self.status, TableStatus::Waiting | TableStatus::Playing)
    }
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// By which rule it is paired.
    pub stage: Stage,
    /// How far it is.
    pub status: RoundStatus,
    /// The entries that took part when it was paired.
    pub entrants: Vec<EntryId>,
    /// Who has a bye.
    pub byes: Vec<EntryId>,
    /// Who had requested a bye when it was paired.
    pub requested_byes: Vec<EntryId>,
    /// What counted in its pairing beside the points.
    pub virtual_points: VirtualPoints,
    /// Who was missing.
    pub no_shows: Vec<EntryId>,
    /// The pairs that must not meet in it.
    pub forbidden: Vec<(EntryId, EntryId)>,
    /// Who is ready.
    pub ready: Vec<EntryId>,
    /// Until when the players can say that they are ready.
    pub ready_until: Option<DateTime<Utc>>,
    /// When it was paired.
    pub paired_at: DateTime<Utc>,
    /// When its games started.
    pub opened_at: Option<DateTime<Utc>>,
    /// When it was closed.
    pub closed_at: Option<DateTime<Utc>>,
    /// When the time to play it is over; none without a deadline.
    pub ends_at: Option<DateTime<Utc>>,
    /// What then happens to its tables without a result. None without a deadline.
    pub unfinished: Option<Unfinished>,
    /// When the server pairs the next round. None if it does not wait for that.
    pub next_round_at: Option<DateTime<Utc>>,
    /// The entries that no longer took part when it was closed. None before, and for older rounds without a
    /// stored list.
    pub absent: Option<Vec<EntryId>>,
    /// The last entry when it was paired; entry 0 if there was none.
    pub last_entry: EntryId,
    /// The entries that organizers had removed when it was paired.
    pub removed: Vec<EntryId>,
    /// The season of a ladder that rates its results over the board. None if they are unrated.
    pub season: Option<SeasonId>,
    /// The entries whose ratings they change, fixed before any result is known.
    pub rated: Vec<EntryId>,
    /// Its tables.
    pub tables: Vec<TournamentTable>,
    /// The deals that its tables share. None without duplicate deals, and before its games start.
    pub deals: Vec<SharedDeal>,
}

impl Round {
    /// Returns whether a running round has no table left to wait for.
    pub fn is_played(&self) -> bool {
        self.status == RoundStatus::Open && !self.tables.iter().any(TournamentTable::is_unfinished)
    }

    /// Returns whether its time is over, so that tables without a result become void. While somebody can
    /// object to a reported result, the round waits; a rated one waits for every table with a report, so
    /// that nobody escapes a loss by silence.
    pub fn is_overdue(&self, now: DateTime<Utc>, is_rated: bool) -> bool {
        let has_ended = self.ends_at.is_some_and(|ends_at| ends_at <= now);
        let is_reported = |table: &TournamentTable| table.is_unfinished() && !table.reports.is_empty();
        let waits =
            self.tables.iter().any(|table| table.final_at.is_some() || is_rated && is_reported(table));
        self.status == RoundStatus::Open && self.unfinished == Some(Unfinished::Void) && has_ended && !waits
    }

    /// Returns everybody who was paired in it or sits in it.
    pub fn everybody(&self) -> Vec<EntryId> {
        let tables = self.tables.iter().flat_map(|table| table.seats.iter().chain(&table.paired));
        tables.chain(&self.byes).copied().collect()
    }

    /// Drops finished tables, except this many of the last.
    pub fn keep_last(&mut self, kept: usize) {
        let old = self.tables.len().saturating_sub(kept);
        let mut index = 0;
        self.tables.retain(|table| {
            index += 1;
            index > old || table.is_unfinished()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_are_played_and_the_last_ones_are_kept() {
        let table = |number: u32, status: TableStatus| TournamentTable {
            status,
            ..TournamentTable::waiting(number, 1, 0, Vec::new(), Cost::default())
        };
        let statuses = [TableStatus::Done, TableStatus::Playing, TableStatus::Void, TableStatus::Done];
        let mut round = Round {
            number: 1,
            stage: Stage::Arena,
            status: RoundStatus::Open,
            entrants: Vec::new(),
            byes: Vec::new(),
            requested_byes: Vec::new(),
            virtual_points: VirtualPoints::default(),
            no_shows: Vec::new(),
            forbidden: Vec::new(),
            ready: Vec::new(),
            ready_until: None,
            paired_at: DateTime::UNIX_EPOCH,
            opened_at: None,
            closed_at: None,
            ends_at: None,
            unfinished: None,
            next_round_at: None,
            absent: None,
            last_entry: EntryId(0),
            removed: Vec::new(),
            season: None,
            rated: Vec::new(),
            deals: Vec::new(),
            tables: (1..).zip(statuses).map(|(number, status)| table(number, status)).collect(),
        };
        let numbers = |round: &Round| -> Vec<u32> { round.tables.iter().map(|table| table.number).collect() };
        round.keep_last(9);
        assert_eq!(numbers(&round), [1, 2, 3, 4]);
        round.keep_last(1);
        assert_eq!(numbers(&round), [2, 4]);
    }
}
