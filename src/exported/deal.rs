//! What a deal is made of, and dealing again.

use crate::difference::{Difference, equal};
use lapidary_engine::deal::{
    Contributions, DealId, DealInput, Dealer, Entropy, Seating, ServerSeed, commitment,
};
use lapidary_engine::game::{Game, Opening};
use lapidary_engine::kids::board::Board;
use lapidary_engine::kids::place::{Part, Side};
use lapidary_engine::kids::setup::Setup;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::ruleset::Ruleset;

/// The input from which a deal is computed.
pub struct DealParts {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
    pub contributions: Contributions,
    pub beacon: Entropy,
    pub seating: Seating,
}

impl DealParts {
    /// Checks that the secret is the one that the server committed to before the game.
    pub fn check_commitment(&self, exported: &str) -> Result<(), Difference> {
        equal("deal/commitment", hex::encode(commitment(self.deal_id, &self.server_seed)), exported)
    }

    /// Deals anew what is hidden in a position, as a fork does.
    pub fn fork(&self, position: &Game) -> Result<Opening, Difference> {
        let input = DealInput {
            deal_id: self.deal_id,
            server_seed: &self.server_seed,
            ruleset: &position.ruleset().deal_name(),
            contributions: &self.contributions,
            beacon: &self.beacon,
        };
        position.fork(&input, self.seating).map_err(|error| Difference::new("deal", error))
    }

    /// Deals a game of this ruleset again. A board of Kids is either given or put together from these sides.
    pub fn deal<'a>(
        &self,
        ruleset: Ruleset,
        sides: impl Into<Option<&'a Sides>>,
        board: Option<Board>,
    ) -> Result<Opening, Difference> {
        let input = DealInput {
            deal_id: self.deal_id,
            server_seed: &self.server_seed,
            ruleset: &ruleset.deal_name(),
            contributions: &self.contributions,
            beacon: &self.beacon,
        };
        let (Ruleset::Kids(variant), Some(board)) = (ruleset, board) else {
            let sides = sides.into();
            if matches!(ruleset, Ruleset::Kids(_)) && sides.is_none() {
                return Err(Difference::new(
                    "deal/board",
                    "is missing: the game needs the file of its boards",
                ));
            }
            return Game::deal(ruleset, sides, &input, self.seating)
                .map_err(|error| Difference::new("deal", error));
        };
        let dealt = Dealer::new(&input).kids(self.seating, variant.opened_box());
        let drawn = Part::ALL.into_iter().zip(dealt.sides);
        let drawn = drawn.filter(|&(part, _)| part != Part::A2 || variant.has_middle());
        if !drawn.map(|(part, face)| Side::new(part, face)).eq(board.sides()) {
            return Err(Difference::new("deal/board/sides", "are not those that the deal drew"));
        }
        let setup = Setup::on_board(variant, board, &dealt)
            .ok_or_else(|| Difference::new("deal", "does not fit the ruleset"))?;
        let state = setup.start().map_err(|error| Difference::new("deal/board", error))?;
        Ok(Opening { seats: dealt.seats, game: Game::Kids(state) })
    }
}

/// Parses hexadecimal bytes in lower case, as servers write them.
fn bytes(place: &str, text: &str) -> Result<Vec<u8>, Difference> {
    let read = hex::decode(text).map_err(|error| Difference::new(place, error))?;
    match hex::encode(&read) == text {
        true => Ok(read),
        false => Err(Difference::new(place, "must be hexadecimal in lower case")),
    }
}

/// Parses a fixed number of bytes.
pub fn fixed<const N: usize>(place: &str, text: &str) -> Result<[u8; N], Difference> {
    let wrong_length = |_| Difference::new(place, format!("must be {N} bytes long"));
    bytes(place, text)?.try_into().map_err(wrong_length)
}

/// Parses entropy.
pub fn entropy(place: &str, text: &str) -> Result<Entropy, Difference> {
    bytes(place, text)?.try_into().map_err(|error| Difference::new(place, error))
}
