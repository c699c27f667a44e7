//! The table and the seats of Splendor in JSON, as one viewer sees them. It knows spellings, not secrets: the
//! engine's view contains nothing that is hidden from the viewer.

use serde::ser::{Serialize, SerializeMap, Serializer};
use utoipa::ToSchema;

use super::action::Id;
use super::tokens::{ColorCounts, TokenCounts};
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::orient::Association;
use lapidary_engine::splendor::modules::strongholds::STRONGHOLDS_PER_SEAT;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::view;

/// The pieces on the table.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorTable)]
pub struct TableBody {
    /// The tokens left.
    pub supply: TokenCounts,
    /// For each deck, by its id, the number of cards left and the face-up cards.
    #[schema(value_type = std::collections::HashMap<String, MarketRowBody>)]
    pub market: MarketBody,
    /// The nobles on the table; none with Cities.
    #[schema(value_type = Vec<String>)]
    pub nobles: Vec<Id>,
    /// The city tiles on the table; none without Cities.
    #[schema(value_type = Vec<String>)]
    pub cities: Vec<Id>,
    /// Whether the end is triggered, so that this round is the last.
    pub final_round: bool,
    /// The number of seats that passed one after another; when all seats in play have passed, the game ends
    /// (B12).
    pub passes: u8,
    /// The number of whole rounds in a row without a purchase or a reserve; 25 end the game (B20).
    pub quiet_rounds: u8,
}

/// The rows of the market in the order of refilling, as an object by deck id.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MarketBody(pub Vec<(&'static str, MarketRowBody)>);

/// A deck and its face-up cards.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorMarketRow)]
pub struct MarketRowBody {
    /// The number of cards left in the deck. While the game waits for `keep`, the drawn cards are not
    /// included; the card that is not kept goes back under the deck (P4).
    pub deck_size: u8,
    /// The face-up cards from the left; null where a place is empty.
    #[schema(value_type = Vec<Option<String>>)]
    pub cards: Vec<Option<Id>>,
}

/// What a seat owns.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, ToSchema)]
#[schema(as = SplendorHoldings)]
pub struct HoldingsBody {
    pub tokens: TokenCounts,
    /// Its cards, in catalogue order.
    pub cards: Vec<OwnedCardBody>,
    /// The discount of its cards on each color of a cost.
    pub bonuses: ColorCounts,
    /// The number of its cards of each color.
    pub card_counts: ColorCounts,
    /// Its reserved cards, in the order in which they were reserved.
    pub hand: Vec<HandCardBody>,
    /// The cards to choose from while the game waits for `keep`, after a blind reserve with
    /// draw_two_reserve_one. Only the seat itself sees them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>, nullable = false)]
    pub drawn: Option<Vec<Id>>,
    #[schema(value_type = Vec<String>)]
    pub nobles: Vec<Id>,
    #[schema(value_type = Vec<String>)]
    pub posts: Vec<Id>,
    /// The cards on which its three strongholds stand, null for each one at home. Only in games with
    /// Strongholds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<String>>>, nullable = false)]
    pub strongholds: Option<Vec<Option<Id>>>,
    /// The cities that it currently fulfills.
    #[schema(value_type = Vec<String>)]
    pub cities: Vec<Id>,
    pub prestige: u8,
    /// The number of cards that it bought.
    pub purchases: u8,
    /// Whether the seat left the game.
    pub out: bool,
}

/// An owned card.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorOwnedCard)]
pub struct OwnedCardBody {
    #[schema(value_type = String)]
    pub card: Id,
    /// The color and bonuses that it took over by association.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub association: Option<AssociationBody>,
}

/// The color and bonuses of an associated card.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorAssociation)]
pub struct AssociationBody {
    pub color: Color,
    /// The number of bonuses that it gives.
    pub bonus: u8,
}

/// A reserved card: its face if the viewer may see it, otherwise its back.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = SplendorHandCard)]
pub enum HandCardBody {
    /// A card that the viewer may see.
    #[schema(title = "Shown")]
    Shown {
        #[schema(value_type = String)]
        card: Id,
        /// Whether other players see only its back.
        blind: bool,
    },
    /// The back of a card.
    #[schema(title = "Hidden")]
    Hidden {
        /// Always true.
        hidden: bool,
        /// The deck it comes from.
        #[schema(value_type = String)]
        deck: Id,
    },
}

impl Serialize for MarketBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(deck, row)| map.serialize_entry(deck, row))?;
        map.end()
    }
}

impl TableBody {
    /// Returns the table before the start: no tokens, no cards.
    pub fn bare(modules: Modules) -> Self {
        let row = |deck: Deck| MarketRowBody { deck_size: 0, cards: vec![None; deck.places()] };
        let in_play = |deck: &Deck| !deck.is_orient() || modules.has(Module::Orient);
        TableBody {
            supply: TokenCounts::default(),
            market: MarketBody(
                Deck::ALL.into_iter().filter(in_play).map(|deck| (deck.name(), row(deck))).collect(),
            ),
            nobles: Vec::new(),
            cities: Vec::new(),
            final_round: false,
            passes: 0,
            quiet_rounds: 0,
        }
    }
}

impl HoldingsBody {
    /// Returns what a seat owns before the game starts: nothing.
    pub fn bare(modules: Modules) -> Self {
        let home = vec![None; STRONGHOLDS_PER_SEAT as usize];
        HoldingsBody {
            strongholds: modules.has(Module::Strongholds).then_some(home),
            ..HoldingsBody::default()
        }
    }

    /// Returns what a seat of the view owns.
    pub fn of(seat: &view::SeatView, modules: Modules) -> Self {
        HoldingsBody {
            tokens: seat.tokens.into(),
            cards: seat.cards.iter().map(OwnedCardBody::from).collect(),
            bonuses: seat.bonuses.into(),
            card_counts: seat.card_counts.into(),
            hand: seat.hand.iter().map(HandCardBody::from).collect(),
            drawn: seat.drawn.as_ref().map(|cards| cards.iter().copied().map(card_id).collect()),
            nobles: seat.nobles.iter().copied().map(noble_id).collect(),
            posts: seat.posts.iter().copied().map(post_id).collect(),
            strongholds: modules
                .has(Module::Strongholds)
                .then(|| seat.strongholds.iter().map(|card| card.map(card_id)).collect()),
            cities: seat.cities.iter().copied().map(city_id).collect(),
            prestige: seat.prestige,
            purchases: seat.purchases,
            out: seat.out,
        }
    }
}

impl From<&view::View> for TableBody {
    fn from(view: &view::View) -> Self {
        let row = |row: &view::MarketRow| {
            let cards = row.cards.iter().map(|card| card.map(card_id)).collect();
            (row.deck.name(), MarketRowBody { deck_size: row.deck_size, cards })
        };
        TableBody {
            supply: view.supply.into(),
            market: MarketBody(view.market.iter().map(row).collect()),
            nobles: view.nobles.iter().copied().map(noble_id).collect(),
            cities: view.cities.iter().copied().map(city_id).collect(),
            final_round: view.final_round,
            passes: view.passes,
            quiet_rounds: view.quiet_rounds,
        }
    }
}

impl From<&view::OwnedCard> for OwnedCardBody {
    fn from(owned: &view::OwnedCard) -> Self {
        OwnedCardBody { card: card_id(owned.card), association: owned.association.map(AssociationBody::from) }
    }
}

impl From<Association> for AssociationBody {
    fn from(association: Association) -> Self {
        AssociationBody { color: association.color, bonus: association.bonus }
    }
}

impl From<&view::HandCard> for HandCardBody {
    fn from(held: &view::HandCard) -> Self {
        match *held {
            view::HandCard::Shown { card, blind } => HandCardBody::Shown { card: card_id(card), blind },
            view::HandCard::Hidden { deck } => {
                HandCardBody::Hidden { hidden: true, deck: deck.name().into() }
            }
        }
    }
}

/// Returns the id of a card.
pub fn card_id(card: CardId) -> Id {
    card.name().into()
}

fn noble_id(noble: NobleId) -> Id {
    noble.name().into()
}

fn post_id(post: Post) -> Id {
    post.name().into()
}

fn city_id(city: CityId) -> Id {
    city.name().into()
}
