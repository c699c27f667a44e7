//! Reading the log of a game: its events, and its export.

use super::access::{load_visible, seat_of, viewer};
use super::ancestors::{Ancestor, ancestors};
use super::history::{Ended, GameEvent, History, occupant};
use super::reading::Reading;
use crate::games::GameRefusal;
use lapidary_engine::deal::{DealId, Entropy};
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::{Identity, Visitor};
use lapidary_model::deal::Contribution;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::player::Occupant;
use lapidary_store::Postgres;
use lapidary_store::deals;
use lapidary_store::games::GameRecord;
use lapidary_store::tournaments::shared_deals;

/// A part of a log, and the viewer who gets it.
pub struct Events {
    pub viewer: Viewer,
    /// The version of the game after the last of these events.
    pub version: Version,
    /// Whether the game is over.
    pub is_over: bool,
    pub events: Vec<GameEvent>,
}

#[boxed]
impl Reading {
    /// Returns what happened after a version, for this caller.
    pub async fn events(&self, id: GameId, visitor: &Visitor, since: Version) -> Result<Events, GameRefusal> {
        let _place = self.replays.enter(visitor).await?;
        self.events_after(id, visitor.identity.as_ref(), since).await
    }

    /// Returns the same for the player of a turn that was stored for this version.
    pub(in crate::games) async fn events_of_turn(
        &self,
        id: GameId,
        caller: &Identity,
        since: Version,
    ) -> Result<Events, GameRefusal> {
        let _place = self.replays.enter_own().await;
        self.events_after(id, Some(caller), since).await
    }

    async fn events_after(
        &self,
        id: GameId,
        caller: Option<&Identity>,
        since: Version,
    ) -> Result<Events, GameRefusal> {
        let record = self.load_visible(id, caller).await?.record;
        if since > record.version {
            return Err(GameRefusal::NoSuchVersion { version: record.version });
        }
        let viewer = viewer(&record, seat_of(&record, caller));
        let events = if since == record.version {
            Vec::new()
        } else {
            let mut connection = self.pool.get().await?;
            let history = History::load(&connection, &record).await?;
            history.events(&mut connection, &record, since, record.version).await?
        };
        Ok(Events { viewer, version: record.version, is_over: record.status.is_revealed(), events })
    }
}

/// The data of an export.
pub struct Export {
    pub record: GameRecord,
    pub viewer: Viewer,
    /// The public name of the deal.
    pub deal_id: DealId,
    pub events: Vec<GameEvent>,
    /// The entropy that the players contributed to the deal, in the order of joining; empty before the start.
    pub contributions: Vec<(Occupant, Contribution)>,
    /// The games from which a fork descends, the first one first; empty in a game that begins from the start.
    pub ancestors: Vec<Ancestor>,
    /// The digest of the contributions to a deal that several games share; empty in all other games.
    pub beacon: Entropy,
    /// The end of the game; none while it goes on.
    pub ended: Option<Ended>,
}

#[boxed]
impl Reading {
    /// Returns the data of an export, as far as this caller may see it.
    pub async fn export(&self, id: GameId, visitor: &Visitor) -> Result<Export, GameRefusal> {
        let _place = self.replays.enter(visitor).await?;
        let mut connection = self.pool.get().await?;
        load_export(&mut connection, id, visitor.identity.as_ref()).await
    }
}

/// Returns the data of an export, as far as this caller may see it.
pub(super) async fn load_export(
    connection: &mut Postgres,
    id: GameId,
    caller: Option<&Identity>,
) -> Result<Export, GameRefusal> {
    let record = load_visible(connection, id, caller).await?;
    let history = History::load(connection, &record).await?;
    let events = history.events(connection, &record, Version::ZERO, record.version).await?;
    let contributions = match record.status {
        // Contributions are secret until the start.
        Status::Waiting => Vec::new(),
        _ => deals::contributions(connection, id).await?,
    };
    let contributions = contributions.into_iter().map(|seated| seated.given);
    let beacon = match record.shared_deal {
        Some(deal) => shared_deals::beacon(connection, deal).await?,
        None => Entropy::default(),
    };
    Ok(Export {
        viewer: viewer(&record, seat_of(&record, caller)),
        contributions: contributions.map(|given| (occupant(&record, &given), given)).collect(),
        ended: record.status.is_revealed().then(|| history.ended(record.game.as_ref())),
        ancestors: ancestors(connection, &record).await?,
        deal_id: history.secret.deal_id,
        beacon,
        events,
        record,
    })
}
