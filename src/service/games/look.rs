//! Seeing games: the present one, an earlier version, what is legal, lists.

use super::access::{seat_of, viewer, visible};
use super::history::History;
use super::{GameRefusal, Games};
use crate::auth::{Identity, PlayerId};
use crate::engine::game::{Action, Game, Payments, View};
use crate::engine::seat::Seat;
use crate::model::game::{GameId, Status, Terms, Version};
use crate::model::listing::{Filter, Listed};
use crate::model::player::Occupant;
use crate::store::Failure;
use crate::store::games::{self, GameRecord};

/// A game as one viewer sees it, with nothing in its open fields that the viewer may not know.
pub struct GameView {
    pub id: GameId,
    pub terms: Terms,
    pub status: Status,
    pub version: Version,
    /// The caller's seat; before the start their place in the order of joining.
    pub viewer_seat: Option<Seat>,
    pub commitment: [u8; 32],
    pub creator: PlayerId,
    pub created_at: chrono::DateTime<chrono::Utc>,
    /// Who sits in it: in order of seats once it has started, of joining before.
    pub occupants: Vec<Occupant>,
    /// The position; none if the game never started.
    pub view: Option<View>,
    /// The seats that agree to abort it as it stands.
    pub abort_agreed: Vec<Seat>,
    /// The whole game, if the caller's seat is asked: what is legal is listed only when somebody wants the list.
    decides_in: Option<Game>,
    /// Who is asked.
    asked: Option<Seat>,
}

impl GameView {
    /// The game as it stands, for this seat or for somebody without one.
    pub(super) fn of(record: &GameRecord, seat: Option<Seat>) -> GameView {
        let then = GameView::at(record, seat, record.version, record.game.as_ref());
        GameView { abort_agreed: record.abort_agreed.clone(), ..then }
    }

    /// The game as it stood when it came to a version; nobody had agreed to abort it then.
    pub(super) fn at(
        record: &GameRecord,
        seat: Option<Seat>,
        version: Version,
        game: Option<&Game>,
    ) -> GameView {
        let eyes = viewer(record, seat);
        let status = if version < record.version { Status::Active } else { record.status };
        let asked = game.and_then(Game::to_act).map(|(seat, _)| seat);
        let decides = status == Status::Active && asked.is_some() && asked == seat;
        GameView {
            id: record.id,
            terms: record.terms,
            status,
            version,
            viewer_seat: seat,
            commitment: record.commitment,
            creator: record.creator,
            created_at: record.created_at,
            occupants: record.occupants.clone(),
            view: game.map(|game| game.view(eyes)),
            abort_agreed: Vec::new(),
            decides_in: game.filter(|_| decides).cloned(),
            asked,
        }
    }

    /// The legal actions of the caller's seat; empty if nothing is asked of it.
    pub fn legal_actions(&self) -> Vec<Action> {
        self.decides_in.as_ref().map_or_else(Vec::new, |game| game.legal_actions(Payments::Canonical))
    }

    /// Whether the seat whose view it is has nothing more to wait for: it is asked, or the game is over.
    pub(super) fn is_turn_or_over(&self) -> bool {
        match self.status {
            Status::Waiting => false,
            Status::Active => self.asked.is_some() && self.asked == self.viewer_seat,
            Status::Finished | Status::Aborted | Status::Frozen => true,
        }
    }
}

impl Games {
    /// The game as it stands, for whoever asks.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of it.
    pub async fn look(&self, id: GameId, caller: Option<&Identity>) -> Result<GameView, GameRefusal> {
        let record = visible(&mut *self.pool.get().await?, id, caller).await?;
        Ok(GameView::of(&record, seat_of(&record, caller)))
    }
}

impl Games {
    /// The game as it stood at a version, as far as whoever asks may see it.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of it, [`GameRefusal::NoSuchVersion`] if it never had this version.
    pub async fn look_at(
        &self,
        id: GameId,
        caller: Option<&Identity>,
        version: Version,
    ) -> Result<GameView, GameRefusal> {
        let _place = self.replays.enter().await;
        let mut connection = self.pool.get().await?;
        let record = visible(&mut connection, id, caller).await?;
        let seat = seat_of(&record, caller);
        if version == record.version {
            return Ok(GameView::of(&record, seat));
        }
        if version > record.version || version < Version(1) {
            return Err(GameRefusal::NoSuchVersion { version: record.version });
        }
        let history = History::load(&mut connection, &record).await?;
        let game = history.game_at(version)?;
        Ok(GameView::at(&record, seat, version, Some(&game)))
    }
}

/// What is asked of the caller's seat.
pub struct Asked {
    pub version: Version,
    pub seat: Option<Seat>,
    /// What is to be decided; none if nothing is asked of the seat.
    pub decision: Option<&'static str>,
    /// The legal decisions.
    pub actions: Vec<Action>,
}

impl Games {
    /// The legal actions of the caller's seat.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of the game.
    pub async fn legal_actions(
        &self,
        id: GameId,
        caller: Option<&Identity>,
        payments: Payments,
    ) -> Result<Asked, GameRefusal> {
        let record = visible(&mut *self.pool.get().await?, id, caller).await?;
        let seat = seat_of(&record, caller);
        let nothing = Asked { version: record.version, seat, decision: None, actions: Vec::new() };
        let (Status::Active, Some(game)) = (record.status, &record.game) else {
            return Ok(nothing);
        };
        match game.to_act() {
            Some((asked, decision)) if seat == Some(asked) => {
                Ok(Asked { decision: Some(decision), actions: game.legal_actions(payments), ..nothing })
            }
            _ => Ok(nothing),
        }
    }
}

impl Games {
    /// A page of games, newest first, from after `cursor` on.
    ///
    /// # Errors
    ///
    /// When the database gives no answer.
    pub async fn list(
        &self,
        filter: &Filter,
        caller: Option<&Identity>,
        cursor: Option<GameId>,
        limit: u8,
    ) -> Result<Vec<Listed>, Failure> {
        let player = caller.map(|caller| caller.player);
        games::list(&mut *self.pool.get().await?, filter, player, cursor, limit).await
    }
}
