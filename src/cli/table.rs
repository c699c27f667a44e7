//! A game that this machine deals and plays, and its export. It does not know who decides.

use std::error::Error;

use chrono::{DateTime, Utc};
use uuid::{Builder, Uuid};

use crate::boards;
use lapidary_api::export::v1::event::{EventBody, FinishedBody, HappeningBody, StartedBody};
use lapidary_api::export::v1::game::{
    ContributionBody, DealBody, ExportedGameBody, PlayerBody, ResultBody, SeatedBody,
};
use lapidary_api::export::v1::whole::{ExportBody, FORMAT};
use lapidary_api::kids::board::BoardBody;
use lapidary_api::play::events::RevealBody;
use lapidary_engine::deal::{
    Contributions, DealError, DealId, DealInput, Entropy, Seating, ServerSeed, commitment,
};
use lapidary_engine::game::{DealMismatch, Game, GameLog};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::replay::{Replay, as_written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::viewer::Viewer;

/// The names of the players in [`Table::new`], in the order of joining.
const NAMES: [&str; 4] = ["ada", "bob", "cyd", "dan"];

/// Why a table cannot be dealt.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The number of players or a contribution is impossible.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The deal does not fit the ruleset.
    #[error(transparent)]
    Mismatch(#[from] DealMismatch),
}

/// Two to four players who join a table, and the secret of its deal.
struct JoinedTable {
    game_id: Uuid,
    deal_id: DealId,
    server_seed: ServerSeed,
    contributions: Contributions,
    players: Vec<PlayerBody>,
    seating: Seating,
}

/// A table whose deal follows from a seed.
pub struct Table {
    ruleset: Ruleset,
    joined: JoinedTable,
    /// For each seat, its player's place in the order of joining.
    seats: Vec<u8>,
    opening: Game,
}

impl Table {
    /// Deals a game for ada, bob and so on, who get random seats.
    pub fn new(ruleset: Ruleset, seats: SeatCount, seed: u64) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut dice = fastrand::Rng::with_seed(seed);
        let deal_id = DealId(random(&mut dice));
        let server_seed = ServerSeed::new(random(&mut dice));
        let names = NAMES.iter().take(seats.get());
        let given = names.clone().map(|name| Entropy::try_from(name.as_bytes().to_vec()));
        let joined = JoinedTable {
            game_id: Uuid::from_bytes(deal_id.0),
            deal_id,
            server_seed,
            contributions: Contributions::try_from(given.collect::<Result<Vec<_>, _>>()?)?,
            players: (0..).zip(names).map(|(place, name)| player(place, name)).collect(),
            seating: Seating::Random,
        };
        Ok(Table::dealt(ruleset, &boards::load(None)?, joined)?)
    }

    /// Deals a game for these players, who sit in this order. Only its seed and the number of players decide
    /// the deal. The id of the game follows from a separate seed.
    pub fn seated(
        ruleset: Ruleset,
        sides: &Sides,
        players: Vec<PlayerBody>,
        deal_seed: u64,
        game_seed: u64,
    ) -> Result<Self, TableError> {
        let mut dice = fastrand::Rng::with_seed(deal_seed);
        let deal_id = DealId(random(&mut dice));
        let server_seed = ServerSeed::new(random(&mut dice));
        let given = players.iter().map(|_| Entropy::try_from(random::<16>(&mut dice).to_vec()));
        let contributions = Contributions::try_from(given.collect::<Result<Vec<_>, _>>()?)?;
        let game_id = Builder::from_random_bytes(random(&mut fastrand::Rng::with_seed(game_seed)));
        let joined = JoinedTable {
            game_id: game_id.into_uuid(),
            deal_id,
            server_seed,
            contributions,
            players,
            seating: Seating::JoinOrder,
        };
        Table::dealt(ruleset, sides, joined)
    }

    fn dealt(ruleset: Ruleset, sides: &Sides, joined: JoinedTable) -> Result<Self, TableError> {
        let input = DealInput {
            deal_id: joined.deal_id,
            server_seed: &joined.server_seed,
            ruleset: &ruleset.deal_name(),
            contributions: &joined.contributions,
            beacon: &Entropy::default(),
        };
        let dealt = Game::deal(ruleset, sides, &input, joined.seating)?;
        Ok(Table { ruleset, seats: dealt.seats, opening: dealt.game, joined })
    }

    /// The game before its first turn.
    pub fn opening(&self) -> &Game {
        &self.opening
    }

    /// The id of the game.
    pub fn game_id(&self) -> Uuid {
        self.joined.game_id
    }

    /// The commitment to the secret of the deal.
    pub fn commitment(&self) -> [u8; 32] {
        commitment(self.joined.deal_id, &self.joined.server_seed)
    }

    /// The players in order of seats.
    pub fn players(&self) -> Vec<PlayerBody> {
        self.seats.iter().filter_map(|place| self.joined.players.get(usize::from(*place)).cloned()).collect()
    }

    /// The export of a finished game of this table.
    pub fn export(&self, log: &GameLog) -> ExportBody {
        let result = self.result(log);
        let seats = SeatedBody::each(self.players());
        let (started, finished) = (self.started(seats.clone()), self.finished(result.clone()));
        let played = log.0.iter().map(|entry| HappeningBody::of_entry(entry, Viewer::Revealed));
        let happenings = [started].into_iter().chain(played).chain([finished]);
        ExportBody {
            format: FORMAT,
            game: ExportedGameBody { id: self.joined.game_id, played: self.ruleset.into(), seats },
            deal: self.deal(),
            ancestors: None,
            events: (1..)
                .zip(happenings)
                .map(|(seq, happening)| EventBody { seq, at: DateTime::<Utc>::UNIX_EPOCH, happening })
                .collect(),
            result,
        }
    }

    /// The result after this log, if the game is over.
    fn result(&self, log: &GameLog) -> Option<ResultBody> {
        let mut replay = Replay::new(self.opening.clone());
        for entry in &log.0 {
            replay.read(&as_written(entry)).ok()?;
        }
        replay.game().outcome().as_ref().map(ResultBody::from)
    }

    fn started(&self, seats: Vec<SeatedBody>) -> HappeningBody {
        HappeningBody::Started(Box::new(StartedBody {
            played: self.ruleset.into(),
            seats,
            commitment: hex::encode(self.commitment()),
            contributions: self.given(),
            table: (&self.opening.view(Viewer::Spectator)).into(),
        }))
    }

    fn finished(&self, result: Option<ResultBody>) -> HappeningBody {
        let reveal = RevealBody {
            deal_id: hex::encode(self.joined.deal_id.0),
            server_seed: hex::encode(self.joined.server_seed.reveal()),
        };
        HappeningBody::Finished(FinishedBody { result, reveal: Some(reveal) })
    }

    fn given(&self) -> Vec<ContributionBody> {
        let given = self.joined.players.iter().zip(self.joined.contributions.as_slice());
        given
            .map(|(player, entropy)| ContributionBody {
                player: player.clone(),
                entropy: hex::encode(entropy.as_bytes()),
                after_commitment: true,
            })
            .collect()
    }

    fn deal(&self) -> DealBody {
        DealBody {
            deal_id: hex::encode(self.joined.deal_id.0),
            commitment: hex::encode(self.commitment()),
            server_seed: Some(hex::encode(self.joined.server_seed.reveal())),
            deal_ruleset: self.ruleset.deal_name(),
            players: self.joined.players.len() as u8,
            contributions: self.given(),
            beacon: String::new(),
            seating: self.joined.seating,
            join_order: self.joined.players.clone(),
            board: BoardBody::of_view(&self.opening.view(Viewer::Spectator)),
        }
    }
}

/// A player with a name, and with the id of this number.
pub fn player(place: u8, name: &str) -> PlayerBody {
    PlayerBody { id: Uuid::from_u128(u128::from(place) + 1), username: Some(name.to_owned()) }
}

fn random<const N: usize>(dice: &mut fastrand::Rng) -> [u8; N] {
    std::array::from_fn(|_| dice.u8(..))
}
