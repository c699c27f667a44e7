//! The ratings of results over the board. They change when the event ends, in the ladder of its club, so that
//! earlier corrections cost nothing. A result that changes later is annulled in the log and rated anew. The
//! pairing of a round settles whose ratings its results change, and in which season.

use std::collections::{BTreeMap, BTreeSet};

use crate::ratings::{RatedResult, RatedSeat, annul_games, is_final, is_over, rate_result};
use crate::tournaments::TournamentRefusal;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::numbered::numbers;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::SeatResult;
use lapidary_contest::rating::conditions::{PAIR_GAMES_PER_DAY_MAX, Unrated};
use lapidary_contest::rating::pool::{Pool, TableSize};
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::rating::{LoggedSeat, RatedTable};
use lapidary_model::season::{ClubLadder, SeasonId};
use lapidary_model::settings::Switch;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, TournamentTable};
use lapidary_model::tournaments::settings::{Play, Status};
use lapidary_store::Failure;
use lapidary_store::clubs::{ladders, seasons};
use lapidary_store::ratings::{self, RatedStart};
use lapidary_store::tournaments::{audit, setting_differences};

/// Why a result is annulled if it changed between two ends of its event.
pub(in crate::tournaments) const RATED_BEFORE: &str = "the result has changed after it was rated";

/// Why results of a season that is over are not rated, and those that are rated stay.
const SEASON_OVER: &str = "their season is over";

/// The maximum number of results that one end of an event rates.
const RATED_AT_ONCE_MAX: u32 = 1_000;

/// The results to bring in line with the log.
#[derive(Debug, Clone, Copy)]
pub(in crate::tournaments) struct ToRate<'a> {
    /// The only table whose result has changed; none for all tables.
    pub table: Option<u32>,
    /// The organizer who does it; none for the server.
    pub by: Option<PlayerId>,
    /// Why an already rated result has changed.
    pub reason: &'a str,
    /// Whether the daily limits apply.
    pub limits: Switch,
}

/// The tables of an event, sorted by what happens to their results.
#[derive(Default)]
struct Sorted<'a> {
    /// Tables to rate now, by pools.
    rated: BTreeMap<String, Vec<&'a TournamentTable>>,
    /// One seat of each logged result that is outdated, by pools.
    annulled: BTreeMap<String, Vec<LoggedSeat>>,
}

impl LockedEvent<'_> {
    /// Rates the results of an event over the board in the ladder of its club: those that are not rated yet,
    /// and those that have changed since. Results of a cancelled tournament do not count.
    pub(in crate::tournaments) async fn rate_results(
        &mut self,
        order: ToRate<'_>,
    ) -> Result<(), TournamentRefusal> {
        let id = self.event.tournament.id;
        let Some(ladder) = self.ladder_over_the_board().await? else { return Ok(()) };
        // Nobody annuls a result while it is compared with that of its table.
        for season in self.event.rounds.iter().filter_map(|round| round.season).collect::<BTreeSet<_>>() {
            let pool = ladder.base_pool.clone().in_season(Some(season.key()));
            ratings::lock_pool(&mut self.db, &pool.to_string()).await?;
        }
        let known = ratings::of_tournament(&mut self.db, id).await?;
        let event = self.event.clone();
        let mut sorted = sort(&event, &known, &ladder.base_pool, order.table);
        let mut outcome: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        self.annul_changed(&mut sorted, order, &mut outcome).await?;
        let mut left = RATED_AT_ONCE_MAX;
        for (name, tables) in &sorted.rated {
            for table in tables {
                let Ok(pool) = name.parse::<Pool>() else { continue };
                let seats = seats_to_rate(&event, table);
                let said = match TableSize::of_seats(table.seats.len()) == Some(pool.size()) {
                    false => "the ladder is for tables of another size".to_owned(),
                    true if seats.len() < 2 => "fewer than two players to rate".to_owned(),
                    true if left == 0 => format!("beyond the limit of {RATED_AT_ONCE_MAX} results"),
                    true => {
                        left -= 1;
                        let result = RatedResult {
                            pool,
                            game: GameId::generate(),
                            table: Some(RatedTable { tournament: id, table: table.number }),
                            made_at: table.started_at.unwrap_or(self.now),
                            at: self.now,
                            is_public: true,
                            others: others_at(&event, table, &seats),
                            seats,
                        };
                        let unrated = rate_result(&self.db, &result, order.limits).await?;
                        unrated.map_or(format!("rated in {name}"), explained)
                    }
                };
                outcome.entry(said).or_default().push(table.number);
            }
        }
        let without = event.rounds.iter().filter(|round| round.season.is_none() && order.table.is_none());
        for table in without.flat_map(|round| &round.tables).filter(|table| table.played().is_some()) {
            outcome.entry("no season of the ladder ran".to_owned()).or_default().push(table.number);
        }
        if !outcome.is_empty() {
            let audit = self.audit(AuditKind::ResultsRated).note(note(&outcome));
            self.record(AuditEntry { by: order.by, ..audit });
        }
        Ok(())
    }

    /// Returns the ladder in which results over the board are rated; none if they are not rated.
    async fn ladder_over_the_board(&mut self) -> Result<Option<ClubLadder>, Failure> {
        let settings = &self.event.tournament.settings;
        match settings.ladder.filter(|_| settings.rated && settings.play == Play::OverTheBoard) {
            Some(ladder) => ladders::find(&mut self.db, ladder).await,
            None => Ok(None),
        }
    }

    /// Decides about rating the results of an over-the-board round that is paired now: in which season, which
    /// cannot end before, and for which entries. These need an account, must not be too new, must be allowed
    /// in the ladder, and must not have organized the event.
    pub(in crate::tournaments) async fn settle_rating(
        &mut self,
        by: Option<PlayerId>,
    ) -> Result<(Option<SeasonId>, Vec<EntryId>), Failure> {
        let Some(ladder) = self.ladder_over_the_board().await? else { return Ok((None, Vec::new())) };
        let season = seasons::lock_running(&mut self.db, ladder.id).await?;
        let players: Vec<PlayerId> = self.event.entries.iter().map(|entry| entry.player.player).collect();
        let too_new = ladders::too_new(&mut self.db, ladder.id, &players).await?;
        let mut arbiters = audit::organizing(&mut self.db).await?;
        arbiters.extend(by);
        // Who leaves the club and joins it again for one round does not choose what counts.
        let was_rated = |entry: &Entry| self.event.rounds.iter().any(|round| round.rated.contains(&entry.id));
        let is_rated = |entry: &&Entry| {
            let player = &entry.player.player;
            let counts = was_rated(entry) || !too_new.contains(player) && !arbiters.contains(player);
            entry.guest.is_none() && !entry.is_erased() && counts
        };
        Ok((season, self.event.entries.iter().filter(is_rated).map(|entry| entry.id).collect()))
    }

    /// Records that players meet now at these tables over the board of one round, whose results are to be
    /// rated.
    pub(in crate::tournaments) async fn note_meetings(
        &mut self,
        tables: &[TournamentTable],
    ) -> Result<(), Failure> {
        let Some(ladder) = self.ladder_over_the_board().await? else { return Ok(()) };
        let of_tables = |round: &&Round| tables.first().is_some_and(|table| table.round == round.number);
        let round = self.event.rounds.iter().find(of_tables);
        let Some((round, season)) = round.and_then(|round| Some((round, round.season?))) else {
            return Ok(());
        };
        let key = ladder.base_pool.clone().in_season(Some(season.key()));
        // Tables of an evening that is reopened after its season are not rated.
        if is_over(&mut self.db, &key.to_string()).await? {
            return Ok(());
        }
        let start = |table: &TournamentTable| {
            let rated = table.seats.iter().filter(|entry| round.rated.contains(entry));
            let players = rated.filter_map(|entry| self.event.entry(*entry)).map(|entry| entry.player.player);
            RatedStart { key: key.clone(), game: GameId::generate(), players: players.collect() }
        };
        let starts: Vec<RatedStart> = tables.iter().map(start).collect();
        ratings::note_starts(&self.db, &starts, self.now).await
    }

    /// Takes back that players have met at these tables, which are paired again before anything was played.
    pub(in crate::tournaments) async fn forget_meetings(
        &self,
        tables: &[TournamentTable],
    ) -> Result<(), Failure> {
        if !self.event.tournament.settings.rated {
            return Ok(());
        }
        let games: Vec<GameId> = tables.iter().filter_map(|table| table.game).collect();
        let seats = tables.iter().filter(|table| table.game.is_none()).flat_map(|table| {
            let players = table.seats.iter().filter_map(|entry| self.event.entry(*entry));
            players.zip(std::iter::repeat(table.started_at))
        });
        let began = seats.filter_map(|(entry, at)| Some((entry.player.player, at?)));
        ratings::take_back_starts(&self.db, &games, &began.collect::<Vec<_>>()).await
    }

    /// Ends the rating of a tournament if an organizer has given it up. The round in play at that time is
    /// still rated, and later ones are not. `by` is whoever closes it; none for the server.
    pub(in crate::tournaments) async fn end_rating(
        &mut self,
        by: Option<PlayerId>,
        limits: Switch,
    ) -> Result<(), TournamentRefusal> {
        let before = self.event.tournament.settings.clone();
        if !before.rated || before.rating_ended_at.is_none() {
            return Ok(());
        }
        self.rate_results(ToRate { table: None, by, reason: RATED_BEFORE, limits }).await?;
        let settings = &mut self.event.tournament.settings;
        // Entry rules stay, although tournaments that are not rated are for everybody by default.
        settings.players = Some(before.players());
        (settings.rated, settings.ladder) = (false, None);
        let changes = setting_differences(&before, settings)?;
        self.record(AuditEntry { by, ..self.audit(AuditKind::Changed).changes(changes) });
        Ok(())
    }

    /// Annuls outdated logged results, and removes results whose season is over from those to rate.
    async fn annul_changed(
        &mut self,
        sorted: &mut Sorted<'_>,
        order: ToRate<'_>,
        outcome: &mut BTreeMap<String, Vec<u32>>,
    ) -> Result<(), TournamentRefusal> {
        for pool in sorted.rated.keys().cloned().collect::<Vec<_>>() {
            let is_closed = match order.table {
                None => is_over(&mut self.db, &pool).await?,
                // It is corrected after the end of the event.
                Some(_) => is_final(&mut self.db, &pool).await?,
            };
            if is_closed {
                let tables = sorted.rated.remove(&pool).unwrap_or_default();
                outcome.entry(SEASON_OVER.to_owned()).or_default().extend(ids(&tables));
            }
        }
        for (pool, changed) in std::mem::take(&mut sorted.annulled) {
            ratings::lock_pool(&mut self.db, &pool).await?;
            if is_final(&mut self.db, &pool).await? {
                // Results that are new are rated all the same.
                let is_changed = |table: &TournamentTable| {
                    let logged = changed.iter().filter_map(|seat| seat.game.table);
                    logged.into_iter().any(|own| own.table == table.number)
                };
                let tables = sorted.rated.get_mut(&pool).map(std::mem::take).unwrap_or_default();
                let (stay, new): (Vec<_>, Vec<_>) = tables.into_iter().partition(|table| is_changed(table));
                outcome.entry(SEASON_OVER.to_owned()).or_default().extend(ids(&stay));
                sorted.rated.insert(pool, new);
                continue;
            }
            let gone = changed.iter().filter_map(|seat| seat.game.table).map(|own| own.table);
            outcome.entry(format!("annulled in {pool}")).or_default().extend(gone);
            let tournament = &self.event.tournament;
            let by = order.by.unwrap_or(tournament.creator.player);
            let reason = format!("{}: {}", tournament.settings.name, order.reason);
            annul_games(&mut self.db, &changed, (by, &reason), order.limits).await?;
            ratings::mark_replaced(&mut self.db, &changed).await?;
        }
        Ok(())
    }
}

/// Returns what happens to the results of an event, or of one table. A logged result stays while it is true.
/// A result that was annulled for another reason is not rated again.
fn sort<'a>(event: &'a Event, known: &[LoggedSeat], base: &Pool, only: Option<u32>) -> Sorted<'a> {
    let counts = event.tournament.status != Status::Cancelled;
    let mut sorted = Sorted::default();
    let tables = event.rounds.iter().flat_map(|round| round.tables.iter().map(|table| (round.season, table)));
    for (season, table) in tables.filter(|(_, table)| only.is_none_or(|only| only == table.number)) {
        let own = known.iter().filter(|seat| seat.game.table.is_some_and(|own| own.table == table.number));
        let own: Vec<&LoggedSeat> = own.collect();
        let live: Vec<&LoggedSeat> = own.iter().copied().filter(|seat| !seat.game.annulled).collect();
        let to_rate = counts && table.played().is_some();
        match (live.first(), season) {
            (None, Some(season)) if own.is_empty() && to_rate => {
                let pool = base.clone().in_season(Some(season.key()));
                sorted.rated.entry(pool.to_string()).or_default().push(table);
            }
            (Some(first), _) if !counts || !is_true(event, table, &live) => {
                sorted.annulled.entry(first.pool.clone()).or_default().push((*first).clone());
                if to_rate {
                    sorted.rated.entry(first.pool.clone()).or_default().push(table);
                }
            }
            _ => {}
        }
    }
    sorted
}

/// Returns whether a logged result is that of its table, with all seats that it rates, even if an entry of it
/// was claimed since.
fn is_true(event: &Event, table: &TournamentTable, logged: &[&LoggedSeat]) -> bool {
    let Some(played) = table.played() else { return false };
    let place = |seat: &&LoggedSeat| {
        let is_own = |own: &&SeatResult| {
            event.entry(own.entry).is_some_and(|entry| entry.player.player == seat.player)
        };
        played.seats.iter().find(is_own).filter(|own| !own.forfeit).map(|own| own.place)
    };
    let places: Option<Vec<u8>> = logged.iter().map(place).collect();
    let stored: Vec<u8> = logged.iter().map(|seat| seat.game.place).collect();
    let is_logged = |seat: &RatedSeat| logged.iter().any(|known| known.player == seat.player);
    seats_to_rate(event, table).iter().all(is_logged)
        && places.is_some_and(|places| ranked(&places) == stored)
}

/// Returns who was paired at a table for a rated result and has no seat in it any more.
fn others_at(event: &Event, table: &TournamentTable, seats: &[RatedSeat]) -> Vec<PlayerId> {
    let round = event.rounds.iter().find(|round| round.number == table.round);
    let rated = |entry: &&EntryId| round.is_some_and(|round| round.rated.contains(entry));
    let players = table.seats.iter().filter(rated).filter_map(|entry| event.entry(*entry));
    let players = players.map(|entry| entry.player.player);
    players.filter(|player| seats.iter().all(|seat| seat.player != *player)).collect()
}

/// Returns the seats of a table whose ratings change, with their relative places. Players who were guests or
/// too new at the pairing, erased accounts, and forfeiting seats are left out.
fn seats_to_rate(event: &Event, table: &TournamentTable) -> Vec<RatedSeat> {
    let round = event.rounds.iter().find(|round| round.number == table.round);
    let (Some(played), Some(round)) = (table.played(), round) else { return Vec::new() };
    let rated = |seat: &SeatResult| {
        let entry = event.entry(seat.entry).filter(|entry| !entry.is_erased())?;
        (!seat.forfeit && round.rated.contains(&entry.id)).then_some((entry.player.player, seat.place))
    };
    let rated: Vec<(PlayerId, u8)> = played.seats.iter().filter_map(rated).collect();
    let places: Vec<u8> = rated.iter().map(|(_, place)| *place).collect();
    let seat = |((player, _), place)| RatedSeat { player, place, left_early: None };
    rated.into_iter().zip(ranked(&places)).map(seat).collect()
}

/// Returns why a result changes no rating, in words for the limits that an evening can reach.
fn explained(reason: Unrated) -> String {
    let name = reason.name();
    match reason {
        Unrated::PairLimit => {
            format!(
                "{name} (two players were rated against each other {PAIR_GAMES_PER_DAY_MAX} times in 24 hours)"
            )
        }
        Unrated::NotPublic | Unrated::SameOwner | Unrated::LeftEarly | Unrated::GainLimit => name.to_owned(),
    }
}

/// Returns the relative places of some seats of a table.
fn ranked(places: &[u8]) -> Vec<u8> {
    let better = |place: &u8| places.iter().filter(|other| *other < place).count() as u8;
    places.iter().map(|place| 1 + better(place)).collect()
}

fn ids<'a>(tables: &'a [&TournamentTable]) -> impl Iterator<Item = u32> + 'a {
    tables.iter().map(|table| table.number)
}

/// Returns the note of the audit: the outcomes, each with its tables.
fn note(outcome: &BTreeMap<String, Vec<u32>>) -> String {
    let said = |(what, tables): (&String, &Vec<u32>)| match tables.is_empty() {
        true => what.clone(),
        false => format!("{what}: {}", numbers("table", "tables", tables)),
    };
    outcome.iter().map(said).collect::<Vec<_>>().join("; ")
}
