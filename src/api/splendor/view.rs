//! The table and the seats of Splendor in JSON, as one viewer sees them. It knows spellings, not what is hidden: the engine's view
//! holds nothing that the viewer may not see.

use serde::ser::{Serialize, SerializeMap, Serializer};
use utoipa::ToSchema;

use super::action::Id;
use super::tokens::{ColorCounts, Gem, TokenCounts};
use crate::engine::splendor::card::{CardId, Deck};
use crate::engine::splendor::module::{Module, Modules};
use crate::engine::splendor::modules::cities::CityId;
use crate::engine::splendor::modules::orient::Association;
use crate::engine::splendor::modules::strongholds::STRONGHOLDS_PER_SEAT;
use crate::engine::splendor::modules::trading_posts::Post;
use crate::engine::splendor::noble::NobleId;
use crate::engine::splendor::view;

/// What lies on the table.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorTable)]
pub struct TableBody {
    /// The tokens left.
    pub supply: TokenCounts,
    /// For each deck, by its id, how many cards are left in it and which lie face up.
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
    /// How many seats passed one after another; when all in play have, the game ends (B12).
    pub passes: u8,
    /// How many whole rounds in a row saw neither purchase nor reserve; 25 end the game (B20).
    pub quiet_rounds: u8,
}

/// The rows of the market in the order of refilling, written as an object by deck id.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MarketBody(pub Vec<(&'static str, MarketRowBody)>);

/// A deck and its face-up cards.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorMarketRow)]
pub struct MarketRowBody {
    /// How many cards are left in the deck. While the game waits for `keep`, the drawn cards are not among them; the one that is
    /// not kept goes back (P4).
    pub deck_size: u8,
    /// The face-up cards from the left; null where a place is empty.
    #[schema(value_type = Vec<Option<String>>)]
    pub cards: Vec<Option<Id>>,
}

/// What a seat has before it.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, ToSchema)]
#[schema(as = SplendorHoldings)]
pub struct HoldingsBody {
    pub tokens: TokenCounts,
    /// Its cards, in catalogue order.
    pub cards: Vec<OwnedCardBody>,
    /// What its cards take off a cost.
    pub bonuses: ColorCounts,
    /// How many cards of each color it owns.
    pub card_counts: ColorCounts,
    /// Its reserved cards, in the order in which they were reserved.
    pub hand: Vec<HandCardBody>,
    /// The cards to choose from while the game waits for `keep`, after a blind reserve with draw_two_reserve_one; to the seat itself only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>, nullable = false)]
    pub drawn: Option<Vec<Id>>,
    #[schema(value_type = Vec<String>)]
    pub nobles: Vec<Id>,
    #[schema(value_type = Vec<String>)]
    pub posts: Vec<Id>,
    /// The cards on which its three strongholds stand, null for those at home; in games with Strongholds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<String>>>, nullable = false)]
    pub strongholds: Option<Vec<Option<Id>>>,
    /// The cities that it fulfils now.
    #[schema(value_type = Vec<String>)]
    pub cities: Vec<Id>,
    pub prestige: u8,
    /// How many cards it bought.
    pub purchases: u8,
    /// Whether it left the game.
    pub out: bool,
}

/// An owned card.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorOwnedCard)]
pub struct OwnedCardBody {
    #[schema(value_type = String)]
    pub card: Id,
    /// What it took over from the card it was associated with.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub association: Option<AssociationBody>,
}

/// What an associated card counts as.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, ToSchema)]
#[schema(as = SplendorAssociation)]
pub struct AssociationBody {
    pub color: Gem,
    /// How many bonuses it gives.
    pub bonus: u8,
}

/// A reserved card: the card where the viewer may know it, its back otherwise.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = SplendorHandCard)]
pub enum HandCardBody {
    /// A card that the viewer may know.
    #[schema(title = "Shown")]
    Shown {
        #[schema(value_type = String)]
        card: Id,
        /// Whether others see its back only.
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
    /// The table before anything is laid out on it: no tokens, no cards.
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
    /// What a seat has before the game starts: nothing.
    pub fn bare(modules: Modules) -> Self {
        let home = vec![None; STRONGHOLDS_PER_SEAT as usize];
        HoldingsBody {
            strongholds: modules.has(Module::Strongholds).then_some(home),
            ..HoldingsBody::default()
        }
    }

    /// What a seat of the view has.
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
        AssociationBody { color: association.color.into(), bonus: association.bonus }
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

/// The id of a card.
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
