//! Deals a game from the contributions of players and server. It does not know where they came from.

use super::Game;
use crate::deal::{DealInput, Dealer, Seating, Words};
use crate::kids;
use crate::kids::sides::Sides;
use crate::kids::variant::Variant;
use crate::ruleset::Ruleset;
use crate::splendor;
use crate::splendor::card::Deck;
use crate::splendor::module::Modules;

/// A game as dealt: the players' seats and the state before the first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// For each seat, its player's place in the order of joining, from 0.
    pub seats: Vec<u8>,
    /// The game before its first turn.
    pub game: Game,
}

/// The deal does not match the ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the deal does not fit the ruleset")]
pub struct DealMismatch;

impl Game {
    /// Deals a game of any ruleset; Kids needs the sides from which its board is put together.
    ///
    /// ```
    /// use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
    /// use lapidary_engine::game::{Game, GameLog, Payments};
    /// use lapidary_engine::ruleset::Ruleset;
    ///
    /// let ruleset = Ruleset::parse("splendor", ["orient"], [])?;
    /// let input = DealInput {
    ///     deal_id: DealId([7; 16]),
    ///     server_seed: &ServerSeed::new([1; 32]),
    ///     ruleset: &ruleset.deal_name(),
    ///     contributions: &Contributions::try_from(vec![Entropy::default(); 2])?,
    ///     beacon: &Entropy::default(),
    /// };
    /// let mut game = Game::deal(ruleset, None, &input, Seating::JoinOrder)?.game;
    ///
    /// let mut log = GameLog::default();
    /// while game.outcome().is_none() && log.0.len() < 20 {
    ///     let first = game.legal_actions(Payments::Canonical)[0];
    ///     game.play(&first, &mut log)?;
    /// }
    /// assert!(log.0.len() >= 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    /// Fails if the input was made for another ruleset, or if Kids is dealt without sides.
    pub fn deal<'a>(
        ruleset: Ruleset,
        sides: impl Into<Option<&'a Sides>>,
        input: &DealInput<'_>,
        seating: Seating,
    ) -> Result<Opening, DealMismatch> {
        match (ruleset, sides.into()) {
            (Ruleset::Splendor(modules), _) => Game::deal_splendor(modules, input, seating),
            (Ruleset::Kids(variant), Some(sides)) => Game::deal_kids(variant, sides, input, seating),
            (Ruleset::Kids(_), None) => Err(DealMismatch),
        }
    }

    /// Deals a game of Splendor. Fails if the input was made for other modules.
    pub fn deal_splendor(
        modules: Modules,
        input: &DealInput<'_>,
        seating: Seating,
    ) -> Result<Opening, DealMismatch> {
        let dealt = Dealer::new(input).splendor(seating, splendor::setup::opened_boxes(modules));
        let setup = splendor::setup::Setup::from_deal(modules, &dealt).ok_or(DealMismatch)?;
        let state = setup.start().map_err(|_| DealMismatch)?;
        Ok(Opening { seats: dealt.seats, game: state.into() })
    }

    /// Deals a game of Kids on a board that is put together from these sides. Fails if the input was made for
    /// another variant.
    pub fn deal_kids(
        variant: Variant,
        sides: &Sides,
        input: &DealInput<'_>,
        seating: Seating,
    ) -> Result<Opening, DealMismatch> {
        let dealt = Dealer::new(input).kids(seating, variant.opened_box());
        let setup = kids::setup::Setup::from_deal(variant, sides, &dealt).ok_or(DealMismatch)?;
        let state = setup.start().map_err(|_| DealMismatch)?;
        Ok(Opening { seats: dealt.seats, game: state.into() })
    }

    /// Deals anew what is hidden in this position, so that another game can begin with it. The labels are
    /// those of a whole deal; each list is what is hidden, in catalogue order. The position must not be over.
    /// Fails if the input was made for another number of seats.
    pub fn fork(&self, input: &DealInput<'_>, seating: Seating) -> Result<Opening, DealMismatch> {
        if input.contributions.seats() != self.seat_count() {
            return Err(DealMismatch);
        }
        let dealer = Dealer::new(input);
        let mut game = self.clone();
        match &mut game {
            Game::Splendor(state) => {
                state.redeal_from_catalogue(|deck, cards| dealer.stream(label(deck)).shuffle(cards));
            }
            Game::Kids(state) => {
                state.redeal_from_catalogue(|label, places| dealer.stream(label).shuffle(places));
            }
        }
        Ok(Opening { seats: dealer.seats(seating), game })
    }
}

/// The label of a deck in a deal.
const fn label(deck: Deck) -> &'static str {
    match deck {
        Deck::Base1 => "deck1",
        Deck::Base2 => "deck2",
        Deck::Base3 => "deck3",
        Deck::Orient1 => "orient1",
        Deck::Orient2 => "orient2",
        Deck::Orient3 => "orient3",
    }
}
