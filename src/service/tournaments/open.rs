//! Opening a round: who is missing leaves it, and the games of its tables start.

use std::collections::HashSet;
use std::time::Duration;

use super::act::Act;
use super::results::places;
use super::{TournamentRefusal, Tournaments};
use crate::games::{GameRefusal, SeatedGame, StartedDeal};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::record::{dropped, records};
use lapidary_contest::pairing::recut::{Recut, recut};
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_engine::deal::Seating;
use lapidary_engine::seat::SeatCount;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Terms, Visibility};
use lapidary_model::rating::pool_of_terms;
use lapidary_model::season::SeasonId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::{Play, Unfinished};
use lapidary_store::clubs::{ladders, seasons};
use lapidary_store::{Failure, Postgres, accounts};

impl Tournaments {
    /// Opens the last round, which is paired.
    pub(super) async fn open_round(&self, act: &mut Act<'_>) -> Result<(), TournamentRefusal> {
        act.lock_players().await?;
        let Some(round) = act.event.last_round().cloned() else { return Ok(()) };
        let no_shows = no_shows(&act.event, &round);
        let left = seated(&round).into_iter().filter(|&entry| !act.event.takes_part(entry));
        let missing: Vec<EntryId> = no_shows.iter().copied().chain(left).collect();
        let mut byes: Vec<EntryId> =
            round.byes.iter().copied().filter(|entry| !missing.contains(entry)).collect();
        if !missing.is_empty() {
            match act.event.tournament.settings.boards() {
                Some(_) => forfeit_boards(act, &round, &missing),
                None => byes.extend(seat_again(act, &round, &missing)),
            }
        }
        let deadline = deadline(&act.event, &round);
        for &entry in &no_shows {
            act.record(act.audit(AuditKind::NoShow).round(round.number).entry(entry));
        }
        act.record(act.audit(AuditKind::RoundOpened).round(round.number));
        let Some(opened) = act.event.rounds.last_mut() else { return Ok(()) };
        opened.status = RoundStatus::Open;
        opened.byes = byes;
        opened.no_shows = no_shows;
        opened.opened_at = Some(act.now);
        opened.ends_at = deadline.map(|(after, _)| act.now + after);
        opened.unfinished = deadline.map(|(_, unfinished)| unfinished);
        let is_waiting = |table: &&TournamentTable| table.game.is_none() && table.is_unfinished();
        let mut waiting: Vec<TournamentTable> = opened.tables.iter().filter(is_waiting).cloned().collect();
        drop_no_shows(act);
        if act.event.tournament.settings.duplicate {
            self.start_duplicates(act, waiting).await?;
        } else {
            self.begin_tables(act, &mut waiting, None).await?;
            act.put(waiting);
        }
        act.tell_everybody();
        Ok(())
    }

    /// Lets tables be played, with a deal that they share or with one each. Returns their games in the order
    /// of the tables; none over the board.
    pub(super) async fn begin_tables(
        &self,
        act: &mut Act<'_>,
        waiting: &mut [TournamentTable],
        deal: Option<&StartedDeal>,
    ) -> Result<Vec<GameId>, TournamentRefusal> {
        let mut games = Vec::new();
        if act.event.tournament.settings.play == Play::Server {
            let season = season_of(&mut act.db, &act.event).await?;
            let new: Vec<SeatedGame<'_>> = waiting
                .iter()
                .map(|table| game_of(&act.event, table, season.as_ref()))
                .collect::<Result<_, _>>()?;
            games = self.games.start_seated(&mut act.db, &new, deal).await?;
            for table in &*waiting {
                act.record(act.audit(AuditKind::TableStarted).table(table.round, table.number));
            }
            act.changes.games.extend(&games);
        }
        for (place, table) in waiting.iter_mut().enumerate() {
            table.begin(games.get(place).copied(), act.now);
        }
        Ok(games)
    }
}

/// Returns the game that is to start at a table.
fn game_of<'a>(
    event: &'a Event,
    table: &TournamentTable,
    season: Option<&RunningSeason>,
) -> Result<SeatedGame<'a>, GameRefusal> {
    let settings = &event.tournament.settings;
    let seated: Vec<&Entry> = table.seats.iter().filter_map(|&entry| event.entry(entry)).collect();
    let bots = seated.iter().filter(|entry| entry.player.bot).count();
    let seats = SeatCount::new(seated.len() as u8)
        .ok_or(GameRefusal::Broken("a table has an impossible number of seats"))?;
    let kind = PlayerKind::of_table(bots, seated.len());
    let pool = kind.and_then(|kind| pool_of_terms(settings.ruleset, seats, settings.clock, kind));
    let is_old = |entry: &&Entry| season.is_none_or(|season| !season.too_new.contains(&entry.player.player));
    let season = season.filter(|season| pool.as_ref() == Some(&season.base) && seated.iter().all(is_old));
    let season = season.map(|season| season.id);
    let is_rated = settings.rated
        && settings.visibility == Visibility::Public
        && kind.is_some()
        && (settings.ladder.is_none() || season.is_some());
    let terms = Terms {
        ruleset: settings.ruleset,
        seats,
        visibility: settings.visibility,
        seating: Seating::JoinOrder,
        clock: settings.clock,
        delay: settings.delay,
        rated: is_rated,
        tournament: Some(event.tournament.id),
        season: season.filter(|_| is_rated),
    };
    Ok(SeatedGame {
        terms,
        creator: event.tournament.creator.player,
        players: seated.iter().map(|entry| (entry.player.player, entry.entropy.clone())).collect(),
        first_turn: settings.first_turn,
        watchers: &event.organizers,
    })
}

/// Returns how long a round is played that opens now, and what happens then. A knock-out match needs a
/// winner, so it is played to its end.
fn deadline(event: &Event, round: &Round) -> Option<(Duration, Unfinished)> {
    let settings = &event.tournament.settings;
    let has_deadline = matches!(round.stage, Stage::Swiss | Stage::RoundRobin | Stage::Heats);
    settings.round_ends_after.filter(|_| has_deadline).map(|after| (after, settings.unfinished))
}

/// The season in which the games of a tournament are rated, the pool of the server with the same games, and
/// the players who are too new to be rated there.
struct RunningSeason {
    id: SeasonId,
    base: Pool,
    too_new: HashSet<PlayerId>,
}

/// Returns the season that runs in the ladder of a tournament, and keeps it from ending until the transaction
/// ends. Without one, the games are not rated: a tournament never waits for a season.
async fn season_of(connection: &mut Postgres, event: &Event) -> Result<Option<RunningSeason>, Failure> {
    let Some(id) = event.tournament.settings.ladder else { return Ok(None) };
    let Some(ladder) = ladders::find(connection, id).await? else { return Ok(None) };
    let season = seasons::lock_running(connection, id).await?;
    let players: Vec<PlayerId> = event.entries.iter().map(|entry| entry.player.player).collect();
    let too_new = ladders::too_new(connection, id, &players).await?;
    Ok(season.map(|id| RunningSeason { id, base: ladder.base_pool, too_new }))
}

impl Act<'_> {
    /// Locks the players of the last round against erasure, so that nobody waits for a player who is gone.
    /// Those who are erased take no part.
    pub(super) async fn lock_players(&mut self) -> Result<(), Failure> {
        let seated = self.event.last_round().map(seated).unwrap_or_default();
        self.lock_entries(&seated).await
    }

    /// Does the same for the players of some entries.
    pub(super) async fn lock_entries(&mut self, held: &[EntryId]) -> Result<(), Failure> {
        let held: HashSet<EntryId> = held.iter().copied().collect();
        let entries = || self.event.entries.iter().filter(|entry| held.contains(&entry.id));
        let players: Vec<PlayerId> = entries().map(|entry| entry.player.player).collect();
        let there: HashSet<PlayerId> =
            accounts::lock_all(&mut self.db, &players).await?.into_iter().collect();
        for entry in self.event.entries.iter_mut().filter(|entry| held.contains(&entry.id)) {
            if !there.contains(&entry.player.player) {
                entry.player.username = None;
            }
        }
        Ok(())
    }
}

/// Everybody who sits at a table that is not void, or has a bye.
pub(super) fn seated(round: &Round) -> Vec<EntryId> {
    at_tables(round).chain(round.byes.iter().copied()).collect()
}

fn at_tables(round: &Round) -> impl Iterator<Item = EntryId> {
    let tables = round.tables.iter().filter(|table| table.status != TableStatus::Void);
    tables.flat_map(|table| table.seats.iter().copied())
}

/// Those who sit at a table and are not ready, if there is a ready check.
pub(super) fn no_shows(event: &Event, round: &Round) -> Vec<EntryId> {
    if event.tournament.settings.ready_check.is_zero() {
        return Vec::new();
    }
    at_tables(round).filter(|&entry| event.takes_part(entry) && !round.ready.contains(&entry)).collect()
}

/// Seats the others again after some are missing; returns who has a bye then.
fn seat_again(act: &mut Act<'_>, round: &Round, missing: &[EntryId]) -> Vec<EntryId> {
    let event = &act.event;
    let before = event.played(event.rounds.len().saturating_sub(1));
    let records = records(&before, &event.tournament.settings.points);
    let may_meet = |a: EntryId, b: EntryId| {
        let met = records.get(&a).is_some_and(|record| record.met.contains_key(&b));
        let forbidden =
            round.forbidden.iter().any(|&pair| pair == (a, b) || pair == (b, a)) || event.are_teammates(a, b);
        // In a schedule or a bracket everybody has fixed opponents.
        matches!(round.stage, Stage::Swiss | Stage::Heats) && !met && !forbidden
    };
    // Nobody is seated at a table that an organizer has voided, or with its players.
    let mut free: Vec<&TournamentTable> = round.tables.iter().filter(|table| table.is_unfinished()).collect();
    let own: Vec<Vec<EntryId>> = free.iter().map(|table| table.seats.clone()).collect();
    let Recut { tables: seats, byes } =
        recut(&own, missing, event.tournament.settings.seats.count(), &may_meet);
    let mut changed = Vec::new();
    // A table keeps its number while somebody of it is left.
    for seats in seats {
        let place = free.iter().position(|old| seats.iter().any(|entry| old.seats.contains(entry)));
        changed.extend(place.map(|place| free.remove(place).with_seats(seats)));
    }
    for table in free {
        let mut void = table.clone();
        void.void(None, act.now);
        act.record(act.audit(AuditKind::TableVoided).table(round.number, table.number));
        changed.push(void);
    }
    act.put(changed);
    byes
}

/// Gives the boards of those who are missing to their opponents.
fn forfeit_boards(act: &mut Act<'_>, round: &Round, missing: &[EntryId]) {
    let is_missing = |entry: &EntryId| missing.contains(entry);
    let tables =
        round.tables.iter().filter(|table| table.is_unfinished() && table.seats.iter().any(is_missing));
    let mut decided = Vec::new();
    for before in tables {
        let mut table = before.clone();
        table.forfeit(missing, act.now);
        let note = table.result.as_deref().map(places).unwrap_or_default();
        let audit = act.audit(AuditKind::TableFinished).table(round.number, table.number).note(note);
        act.record(audit.changes(before.differences(&table)));
        decided.push(table);
    }
    act.put(decided);
}

/// Drops those who were missing too often.
fn drop_no_shows(act: &mut Act<'_>) {
    let played = act.event.played(act.event.rounds.len());
    // Whoever an organizer has taken back is dropped only for being missing again.
    let missing = act.event.last_round().map(|round| round.no_shows.clone()).unwrap_or_default();
    let often = dropped(&records(&played, &act.event.tournament.settings.points));
    for entry in often.into_iter().filter(|entry| missing.contains(entry)) {
        let own = act.event.entry_mut(entry).filter(|own| own.status == EntryStatus::Active);
        if let Some(own) = own {
            own.status = EntryStatus::Dropped;
            act.record(act.audit(AuditKind::Dropped).entry(entry));
        }
    }
}
