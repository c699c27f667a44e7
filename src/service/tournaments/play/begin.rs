//! Starting the games of tables.

use std::collections::HashSet;

use crate::games::{GameRefusal, SeatedGame, StartedDeal};
use crate::tournaments::act::LockedEvent;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_engine::deal::{Entropy, Seating};
use lapidary_engine::seat::SeatCount;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::PlayerId;
use lapidary_model::deal::Timing;
use lapidary_model::game::{GameId, Terms, Visibility};
use lapidary_model::rating::pool_of_terms;
use lapidary_model::season::SeasonId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Play;
use lapidary_store::clubs::{ladders, seasons};
use lapidary_store::{Failure, Postgres, accounts, games};

impl Tournaments {
    /// Starts play at tables, with a shared deal or with one each. Returns their games in the order of the
    /// tables; none over the board.
    pub(in crate::tournaments) async fn begin_tables(
        &self,
        act: &mut LockedEvent<'_>,
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
            // The time of the transaction, which the entries of the logs have; `act.now` is a little later.
            let at = games::now(&act.db).await?;
            self.games.open.start_seated(&act.db, &new, deal, at).await?;
            games = new.iter().map(|new| new.id).collect();
            for table in &*waiting {
                act.record(act.audit(AuditKind::TableStarted).table(table.round, table.number));
            }
            act.changes.games.extend(&games);
        } else {
            act.note_meetings(waiting).await?;
        }
        for (place, table) in waiting.iter_mut().enumerate() {
            table.begin(games.get(place).copied(), act.now);
        }
        Ok(games)
    }
}

/// Returns the game to start at a table.
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
        ladder: false,
        tournament: Some(event.tournament.id),
        season: season.filter(|_| is_rated),
    };
    Ok(SeatedGame {
        id: GameId::generate(),
        terms,
        creator: event.tournament.creator.player,
        players: seated.iter().map(given_by).collect(),
        promise: None,
        first_turn: settings.first_turn,
        watchers: &event.organizers,
    })
}

/// Returns the player of an entry, with the contribution to the deal.
fn given_by(entry: &&Entry) -> (PlayerId, Option<(Entropy, Timing)>) {
    let entropy = entry.entropy.clone();
    (entry.player.player, entropy.map(|entropy| (entropy, Timing::BeforeCommitment)))
}

/// The season in which the games of a tournament are rated, the server's pool for the same games, and the
/// players who are too new to be rated there.
struct RunningSeason {
    id: SeasonId,
    base: Pool,
    too_new: HashSet<PlayerId>,
}

/// Returns the running season of a tournament's ladder, and keeps it from ending until the transaction ends.
/// Without one, the games are not rated: a tournament never waits for a season.
async fn season_of(connection: &mut Postgres, event: &Event) -> Result<Option<RunningSeason>, Failure> {
    let Some(id) = event.tournament.settings.ladder else { return Ok(None) };
    let Some(ladder) = ladders::find(connection, id).await? else { return Ok(None) };
    let season = seasons::lock_running(connection, id).await?;
    let players: Vec<PlayerId> = event.entries.iter().map(|entry| entry.player.player).collect();
    let too_new = ladders::too_new(connection, id, &players).await?;
    Ok(season.map(|id| RunningSeason { id, base: ladder.base_pool, too_new }))
}

impl LockedEvent<'_> {
    /// Locks the players of the last round against erasure, so that nobody waits for an erased player. Erased
    /// players take no part.
    pub(in crate::tournaments) async fn lock_players(&mut self) -> Result<(), Failure> {
        let seated = self.event.last_round().map(seated).unwrap_or_default();
        self.lock_entries(&seated).await
    }

    /// Does the same for the players of some entries.
    pub(in crate::tournaments) async fn lock_entries(&mut self, held: &[EntryId]) -> Result<(), Failure> {
        let held: HashSet<EntryId> = held.iter().copied().collect();
        let entries = || self.event.entries.iter().filter(|entry| held.contains(&entry.id));
        let players: Vec<PlayerId> = entries().map(|entry| entry.player.player).collect();
        let there: HashSet<PlayerId> = accounts::lock_all(&self.db, &players).await?.into_iter().collect();
        for entry in self.event.entries.iter_mut().filter(|entry| held.contains(&entry.id)) {
            if !there.contains(&entry.player.player) {
                entry.player.username = None;
            }
        }
        Ok(())
    }
}

/// Returns everybody who has a bye or a seat at a table that is not void.
pub(in crate::tournaments) fn seated(round: &Round) -> Vec<EntryId> {
    at_tables(round).chain(round.byes.iter().copied()).collect()
}

pub(in crate::tournaments) fn at_tables(round: &Round) -> impl Iterator<Item = EntryId> {
    let tables = round.tables.iter().filter(|table| table.status != TableStatus::Void);
    tables.flat_map(|table| table.seats.iter().copied())
}
