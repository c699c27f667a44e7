//! The secret of a deal, and dealing with it.

use uuid::Uuid;

use super::opening::Opening;
use crate::games::GameRefusal;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, ServerSeed, commitment};
use lapidary_engine::game::{Game, Opening as Dealt};
use lapidary_model::game::Terms;

/// The secret of a deal. The server commits to it before players contribute.
#[derive(Clone)]
pub struct Promise {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
}

impl Promise {
    /// Returns a new secret.
    pub fn new() -> Result<Promise, GameRefusal> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        let deal_id = DealId(Uuid::now_v7().into_bytes());
        Ok(Promise { deal_id, server_seed: ServerSeed::new(seed) })
    }

    /// Returns the commitment, which does not reveal the secret.
    pub fn commitment(&self) -> [u8; 32] {
        commitment(self.deal_id, &self.server_seed)
    }

    /// Deals a game to players who contribute this, in the order of joining. A fork has a position.
    pub(in crate::games) fn deal(
        &self,
        opening: &Opening,
        terms: &Terms,
        given: Vec<Entropy>,
        beacon: &Entropy,
        position: Option<Game>,
    ) -> Result<Dealt, GameRefusal> {
        let contributions = Contributions::try_from(given)
            .map_err(|_| GameRefusal::Broken("a game starts with an impossible number of players"))?;
        let input = DealInput {
            deal_id: self.deal_id,
            server_seed: &self.server_seed,
            ruleset: &terms.ruleset.deal_name(),
            contributions: &contributions,
            beacon,
        };
        let dealt = match position {
            Some(position) => position.fork(&input, terms.seating),
            None => Game::deal(terms.ruleset, &opening.boards, &input, terms.seating),
        };
        dealt.map_err(|_| GameRefusal::Broken("the deal does not fit the ruleset"))
    }
}
