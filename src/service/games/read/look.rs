//! Views of games: the current version, earlier versions, legal actions, and lists.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::access::{load_shown, seat_of, viewer};
use super::history::History;
use super::next_game::{self, Rematch, is_over};
use super::reading::Reading;
use crate::games::GameRefusal;
use crate::ratings::game_ratings;
use lapidary_contest::rating::conditions::Unrated;
use lapidary_engine::game::{Action, Game, Payments, View};
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::missing::Missing;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::{Identity, PlayerId, Visitor};
use lapidary_model::built_in::{BuiltIn, Strength};
use lapidary_model::clocks::Clocks;
use lapidary_model::display_names::DisplayNames;
use lapidary_model::game::{GameId, Origin, Status, Terms, Version};
use lapidary_model::listing::{Filter, Listed};
use lapidary_model::player::Occupant;
use lapidary_model::rating::SeatRating;
use lapidary_model::stamp::Stamp;
use lapidary_store::games::{self, GameRecord, NoGame, StoredGame};

/// A game as one viewer sees it. Its public fields contain nothing that the viewer may not see.
pub struct GameView {
    pub id: GameId,
    pub terms: Terms,
    pub status: Status,
    pub version: Version,
    /// What the caller may see.
    pub viewer: Viewer,
    /// The caller's seat; before the start, their place in the order of joining.
    pub viewer_seat: Option<Seat>,
    pub commitment: [u8; 32],
    pub creator: PlayerId,
    /// The name that the creator gave to the game.
    pub label: Option<String>,
    /// Whether the creator organizes it for others.
    pub organized: bool,
    pub created_at: chrono::DateTime<chrono::Utc>,
    /// The game and version from which this game was forked; none if it begins from the start.
    pub origin: Option<Origin>,
    /// The players: in order of seats once the game has started, before that in the order of joining.
    pub occupants: Vec<Occupant>,
    /// The strength of built-in opponents at this table, where it was set.
    strengths: Vec<(PlayerId, Strength)>,
    /// The position; none if the game has not started.
    pub view: Option<View>,
    /// The seats that agree to abort the current game.
    pub abort_agreed: Vec<Seat>,
    /// The clocks of the current game; none before the start, and in a game without a clock.
    pub clocks: Option<Clocks>,
    /// The ratings of the seats of a rated game; only for viewers of the current game.
    pub ratings: Option<Vec<SeatRating>>,
    /// Why the ended game changed no rating although it was to be rated; only for viewers of the current
    /// game.
    pub unrated: Option<Unrated>,
    /// The rematch that players of this game offer; only for its seats, once it is over.
    pub rematch: Option<Rematch>,
    /// The whole game, if it waits for the caller's seat. Legal actions are listed only when a client
    /// requests them.
    decides_in: Option<Game>,
    /// The seat that the game waits for.
    seat_to_act: Option<Seat>,
}

impl GameView {
    /// Returns the current game, for this seat or for a viewer without a seat.
    pub(in crate::games) fn of(record: &GameRecord, seat: Option<Seat>) -> GameView {
        let then = GameView::at(record, seat, record.version, record.game.as_ref());
        GameView { abort_agreed: record.abort_agreed.clone(), ..then }
    }

    /// Returns the game at a version, without the seats that agree to abort it. An earlier version also has
    /// no clocks, because they are known for the current one only.
    pub(in crate::games) fn at(
        record: &GameRecord,
        seat: Option<Seat>,
        version: Version,
        game: Option<&Game>,
    ) -> GameView {
        let eyes = viewer(record, seat);
        let status = match version {
            _ if version == record.version => record.status,
            Version::ZERO => Status::Waiting,
            _ => Status::Active,
        };
        let seat_to_act = game.and_then(Game::to_act).map(|(seat, _)| seat);
        let decides = status == Status::Active && seat_to_act.is_some() && seat_to_act == seat;
        GameView {
            id: record.id,
            terms: record.terms,
            status,
            version,
            viewer: eyes,
            viewer_seat: seat,
            commitment: record.commitment,
            creator: record.creator,
            label: record.label.clone(),
            organized: record.organized,
            created_at: record.created_at,
            origin: record.origin,
            occupants: record.occupants.clone(),
            strengths: record.strengths.clone(),
            view: game.map(|game| game.view(eyes)),
            abort_agreed: Vec::new(),
            clocks: record.clocks.clone().filter(|_| version == record.version),
            ratings: None,
            unrated: None,
            rematch: None,
            decides_in: game.filter(|_| decides).cloned(),
            seat_to_act,
        }
    }

    /// Returns the strength of a built-in opponent in this game: its maximum, unless it was set. None for
    /// every other player.
    pub fn strength(&self, player: PlayerId) -> Option<Strength> {
        BuiltIn::of(player)?;
        let said = self.strengths.iter().find(|(opponent, _)| *opponent == player);
        Some(said.map_or(Strength::FULL, |(_, strength)| *strength))
    }

    /// Returns the legal actions of the caller's seat; empty if the game does not wait for it.
    pub fn legal_actions(&self) -> Vec<Action> {
        self.decides_in.as_ref().map_or_else(Vec::new, |game| game.legal_actions(Payments::Canonical))
    }

    /// Returns whether the viewer's seat need not wait: it is that seat's turn, or the game is over.
    pub(in crate::games) fn is_turn_or_over(&self) -> bool {
        match self.status {
            Status::Waiting => false,
            Status::Active => self.seat_to_act.is_some() && self.seat_to_act == self.viewer_seat,
            Status::Finished | Status::Aborted | Status::Frozen => true,
        }
    }
}

/// A stored game and the seat that looks at it. The view of the seat is not computed yet.
pub struct Sight {
    game: Arc<StoredGame>,
    seat: Option<Seat>,
}

/// Identifies what a viewer sees of a game. Two sights with equal marks show the same, and have the same
/// legal actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SightMark {
    pub game: GameId,
    /// The seat that looks; none for a viewer without a seat.
    pub seat: Option<Seat>,
    /// The stored state of the game.
    pub stamp: Stamp,
    /// A digest of the usernames of its players, which the stamp does not include.
    pub usernames: u64,
    /// How often display names have changed, as far as this server knows.
    pub names: u64,
}

impl Sight {
    /// Returns what identifies it; none if the view depends on more than the game itself.
    pub fn mark(&self) -> Option<SightMark> {
        // Ratings of players and offers of a rematch change while the game stays the same.
        let record = &self.game.record;
        self.marked(record.status == Status::Active && !record.terms.changes_ratings())
    }

    /// Returns what identifies the views of all versions of an ended game that hides nothing any more;
    /// otherwise none.
    pub fn mark_of_past(&self) -> Option<SightMark> {
        let record = &self.game.record;
        self.marked(is_over(record) && record.is_revealed())
    }

    fn marked(&self, is_by_itself: bool) -> Option<SightMark> {
        let record = &self.game.record;
        let stamp = self.game.stamp.filter(|_| is_by_itself)?;
        let mut usernames = DefaultHasher::new();
        record.occupants.iter().for_each(|occupant| occupant.username.hash(&mut usernames));
        Some(SightMark {
            game: record.id,
            seat: self.seat,
            stamp,
            usernames: usernames.finish(),
            names: DisplayNames::shared().changes(),
        })
    }

    /// Returns the legal actions of the seat.
    pub fn legal_actions(&self, payments: Payments) -> LegalActions {
        let record = &self.game.record;
        let nothing =
            LegalActions { version: record.version, seat: self.seat, decision: None, actions: Vec::new() };
        let (Status::Active, Some(game)) = (record.status, &record.game) else { return nothing };
        match game.to_act() {
            Some((decider, decision)) if self.seat == Some(decider) => {
                LegalActions { decision: Some(decision), actions: game.legal_actions(payments), ..nothing }
            }
            _ => nothing,
        }
    }
}

impl Sight {
    /// Returns what the seat lacks to buy the visible cards, also while others decide.
    pub fn missing(&self) -> Vec<Missing> {
        let record = &self.game.record;
        match (record.status, &record.game, self.seat) {
            (Status::Active, Some(game), Some(seat)) => game.missing(seat),
            _ => Vec::new(),
        }
    }
}

#[boxed]
impl Reading {
    /// Loads a game that this caller looks at.
    pub async fn see(&self, id: GameId, caller: Option<&Identity>) -> Result<Sight, GameRefusal> {
        let game = self.load_recognized(id, caller).await?;
        let seat = seat_of(&game.record, caller);
        Ok(Sight { game, seat })
    }

    /// Returns what this caller sees of the game.
    pub async fn view(&self, sight: &Sight, caller: Option<&Identity>) -> Result<GameView, GameRefusal> {
        let record = &sight.game.record;
        let mut view = GameView::of(record, sight.seat);
        if record.terms.changes_ratings() {
            let ratings = Box::pin(game_ratings(&mut *self.pool.get().await?, record)).await?;
            // Ratings must not reveal the end of the game to a viewer with a delay.
            let over = is_over(record);
            let after = |seat: &SeatRating| seat.after.filter(|_| over);
            let shown = |seat| SeatRating { after: after(&seat), annulled: seat.annulled && over, ..seat };
            view.unrated = ratings.as_ref().and_then(|ratings| ratings.unrated).filter(|_| over);
            view.ratings = ratings.map(|ratings| ratings.seats.into_iter().map(shown).collect());
        }
        if let Some(caller) = caller.filter(|_| view.viewer_seat.is_some() && is_over(record)) {
            let mut connection = self.pool.get().await?;
            view.rematch = Box::pin(next_game::offered(&mut connection, record, caller)).await?;
        }
        Ok(view)
    }

    /// Returns the current game, for this caller.
    pub async fn look(&self, id: GameId, caller: Option<&Identity>) -> Result<GameView, GameRefusal> {
        let sight = self.see(id, caller).await?;
        self.view(&sight, caller).await
    }
}

#[boxed]
impl Reading {
    /// Returns the game at a version, as far as this caller may see it.
    pub async fn look_at(
        &self,
        id: GameId,
        visitor: &Visitor,
        version: Version,
    ) -> Result<GameView, GameRefusal> {
        let _place = self.replays.enter(visitor).await?;
        let caller = visitor.identity.as_ref();
        let record = self.load_visible(id, caller).await?.record;
        let seat = seat_of(&record, caller);
        if version > record.version || version < Version(1) {
            return Err(GameRefusal::NoSuchVersion { version: record.version });
        }
        if version == record.version {
            return Ok(GameView::of(&record, seat));
        }
        let history = History::load(&*self.pool.get().await?, &record).await?;
        let game = history.game_at(version)?;
        Ok(GameView::at(&record, seat, version, Some(&game)))
    }
}

/// The decision that the game waits for from the caller's seat.
pub struct LegalActions {
    pub version: Version,
    pub seat: Option<Seat>,
    /// The kind of decision; none if the game does not wait for the seat.
    pub decision: Option<&'static str>,
    /// The legal actions.
    pub actions: Vec<Action>,
}

#[boxed]
impl Reading {
    /// Returns a page of games, the newest first, after `cursor`.
    pub async fn list(
        &self,
        filter: &Filter,
        caller: Option<&Identity>,
        cursor: Option<GameId>,
        limit: u8,
    ) -> Result<Vec<Listed>, GameRefusal> {
        let player = caller.map(|caller| caller.player);
        let mut connection = self.pool.get().await?;
        let mut listed = games::list(&mut connection, filter, player, cursor, limit).await?;
        for game in listed.iter_mut().filter(|game| game.terms.delay.is_some()) {
            let stored = match games::load(&connection, game.id, caller).await {
                // Since it was listed, it was hidden from the caller.
                Err(NoGame::NotFound) => continue,
                result => result?,
            };
            let shown = load_shown(&connection, stored.record, caller).await?;
            shown.as_listed(game);
        }
        self.add_presence(player, &mut listed);
        Ok(listed)
    }
}
