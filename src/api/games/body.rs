//! A game in JSON: the common fields of all rulesets. The modules of the rulesets write the rest.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::clock::ClockBody;
use super::delay::SpectatorDelayBody;
use crate::accounts::player_ref::PlayerRef;
use crate::instant;
use crate::ladders::body::SeatRatingBody;
use crate::play::action::ActionBody;
use crate::play::rulesets::PlayedBody;
use crate::play::view::{HoldingsBody, OriginBody, Position, ResultBody, TableBody, ToActBody, TurnBody};
use lapidary_contest::rating::conditions::Unrated;
use lapidary_engine::game::{Action, View};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::Strength;
use lapidary_model::clock::Clock;
use lapidary_model::game::{Status, Version, Visibility};
use lapidary_model::player::Occupant;
use lapidary_model::rating::pool_of;
use lapidary_service::games::{GameView, Rematch};

/// A game as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameBody {
    pub(crate) id: Uuid,
    #[serde(flatten)]
    played: PlayedBody,
    /// Who may find and see it: `public`, `unlisted` or `private`.
    visibility: Visibility,
    /// The status; values may be added.
    status: Status,
    /// The number of entries in its log; 0 while it waits for players.
    pub(crate) version: u32,
    /// The seat of the caller; before the start, their place in the order of joining. Null if the caller has
    /// no seat.
    pub(crate) viewer_seat: Option<u8>,
    /// The decision that the game waits for; null if there is none.
    to_act: Option<ToActBody>,
    /// The current turn; null if there is none.
    turn: Option<TurnBody>,
    clock: ClockBody,
    /// How much later those without a seat see the game; absent if there is no delay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    spectator_delay: Option<SpectatorDelayBody>,
    /// Whether its result changes ratings.
    #[schema(example = false)]
    rated: bool,
    /// The pool in which it changes ratings; null if in none.
    #[schema(example = json!(null))]
    pool: Option<String>,
    /// The ratings of the seats of a rated game, in `GET /v1/games/{id}` of the current game; otherwise left
    /// out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ratings: Option<Vec<SeatRatingBody>>,
    /// Why the game changed no rating, although it was to be rated: in `GET /v1/games/{id}` of such a game
    /// that was played to its end; otherwise left out. Values may be added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unrated_because: Option<Unrated>,
    /// The id of the tournament to which it belongs; null if there is none.
    tournament: Option<Uuid>,
    /// The name that its creator gave it; null if there is none.
    label: Option<String>,
    /// Whether its creator organizes it for others: the creator named the players, and may end the game if it
    /// stalls.
    #[schema(example = false)]
    organized: bool,
    /// The game and version whose position the game begins with; absent if it begins from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    origin: Option<OriginBody>,
    /// The commitment to the server's secret: SHA-256 in hexadecimal.
    commitment: String,
    /// The id of the player who created the game.
    creator: Uuid,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// The number of seats.
    seat_count: u8,
    /// The seats in order of play; before the start, the players in the order of joining.
    seats: Vec<SeatBody>,
    #[serde(flatten)]
    table: TableBody,
    /// The seats that agree to abort the game. The next turn empties the list.
    #[schema(example = json!([]))]
    abort_agreed: Vec<u8>,
    /// The result; null unless the game was played to its end.
    result: Option<ResultBody>,
    /// The rematch that is offered, only for the seats of a game that is over; otherwise null.
    rematch: Option<RematchBody>,
    /// The legal actions of the caller's seat, as `legal-actions` lists them; only with
    /// `include=legal_actions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub legal_actions: Option<Vec<LegalActionBody>>,
}

/// A seat, its player, and what the seat owns.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = GameSeat)]
pub struct SeatBody {
    seat: u8,
    player: PlayerRef,
    /// How strong a built-in opponent plays here, in percent of what it can do; null for everybody else.
    #[schema(minimum = 0, maximum = 100)]
    strength: Option<u8>,
    #[serde(flatten)]
    holdings: HoldingsBody,
}

impl From<&GameView> for GameBody {
    fn from(game: &GameView) -> Self {
        let ruleset = game.terms.ruleset;
        let position =
            game.view.as_ref().map_or_else(|| Position::bare(ruleset, game.occupants.len()), Position::from);
        let is_active = game.status == Status::Active;
        GameBody {
            id: game.id.0,
            played: ruleset.into(),
            visibility: game.terms.visibility,
            status: game.status,
            version: game.version.0,
            viewer_seat: game.viewer_seat.map(|seat| seat.number()),
            to_act: position.to_act.filter(|_| is_active),
            turn: position.turn.filter(|_| is_active),
            clock: ClockBody::of(game.terms.clock, game.clocks.as_ref()),
            spectator_delay: game.terms.delay.map(SpectatorDelayBody::from),
            rated: game.terms.rated,
            pool: pool_of(&game.terms, &game.occupants).map(|pool| pool.to_string()),
            ratings: game.ratings.as_ref().map(|seats| seats.iter().map(SeatRatingBody::from).collect()),
            unrated_because: game.unrated,
            tournament: game.terms.tournament.map(|tournament| tournament.0),
            label: game.label.clone(),
            organized: game.organized,
            origin: game.origin.map(OriginBody::from),
            commitment: hex::encode(game.commitment),
            creator: game.creator.0,
            created_at: game.created_at,
            seat_count: game.terms.seats.get() as u8,
            seats: SeatBody::each(&game.occupants, |player| game.strength(player), position.seats),
            table: position.table,
            abort_agreed: game.abort_agreed.iter().map(|seat| seat.number()).collect(),
            result: position.result.filter(|_| game.status == Status::Finished),
            rematch: game.rematch.as_ref().map(RematchBody::from),
            legal_actions: None,
        }
    }
}

/// A game without a server, as one of its seats sees it.
#[derive(Debug, Clone, Copy)]
pub struct LocalGame<'a> {
    pub id: Uuid,
    pub ruleset: Ruleset,
    pub version: Version,
    pub viewer_seat: Seat,
    /// The position as the seat sees it.
    pub view: &'a View,
    /// The players in order of seats. The first one is considered the creator.
    pub occupants: &'a [Occupant],
    pub commitment: [u8; 32],
}

impl From<LocalGame<'_>> for GameBody {
    /// Returns the body that a server would send for a private, unrated game without a clock, created at the
    /// start of 1970.
    fn from(game: LocalGame<'_>) -> Self {
        let position = Position::from(game.view);
        let status = if position.result.is_some() { Status::Finished } else { Status::Active };
        GameBody {
            id: game.id,
            played: game.ruleset.into(),
            visibility: Visibility::Private,
            status,
            version: game.version.0,
            viewer_seat: Some(game.viewer_seat.number()),
            to_act: position.to_act,
            turn: position.turn,
            clock: ClockBody::of(Clock::None, None),
            spectator_delay: None,
            rated: false,
            pool: None,
            ratings: None,
            unrated_because: None,
            tournament: None,
            label: None,
            organized: false,
            origin: None,
            commitment: hex::encode(game.commitment),
            creator: game.occupants.first().map(|occupant| occupant.player.0).unwrap_or_default(),
            created_at: DateTime::UNIX_EPOCH,
            seat_count: game.occupants.len() as u8,
            seats: SeatBody::each(game.occupants, |_| None, position.seats),
            table: position.table,
            abort_agreed: Vec::new(),
            result: position.result,
            rematch: None,
            legal_actions: None,
        }
    }
}

impl SeatBody {
    /// Returns the seats, in their order.
    fn each(
        occupants: &[Occupant],
        strength: impl Fn(PlayerId) -> Option<Strength>,
        holdings: Vec<HoldingsBody>,
    ) -> Vec<SeatBody> {
        let seats = (0_u8..).zip(occupants).zip(holdings);
        let seat = |((seat, occupant), holdings): ((u8, &Occupant), HoldingsBody)| SeatBody {
            seat,
            player: occupant.into(),
            strength: strength(occupant.player).map(Strength::percent),
            holdings,
        };
        seats.map(seat).collect()
    }
}

/// A rematch: the players of the game play again on the same terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Rematch)]
pub struct RematchBody {
    /// The seats of this game whose players agree. The rematch starts when all of them do.
    #[schema(example = json!([0]))]
    agreed: Vec<u8>,
    /// The id of the challenge that offers it.
    challenge: Uuid,
    /// The game; null until it has started.
    game: Option<Uuid>,
}

impl From<&Rematch> for RematchBody {
    fn from(rematch: &Rematch) -> Self {
        RematchBody {
            agreed: rematch.agreed.iter().map(|seat| seat.number()).collect(),
            challenge: rematch.challenge.0,
            game: rematch.game.map(|game| game.0),
        }
    }
}

/// A legal action.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = LegalAction)]
pub struct LegalActionBody {
    action: ActionBody,
    /// The same as a line of text.
    #[schema(example = "take wug")]
    notation: String,
}

impl From<&Action> for LegalActionBody {
    fn from(action: &Action) -> Self {
        LegalActionBody { action: action.into(), notation: action.to_string() }
    }
}
