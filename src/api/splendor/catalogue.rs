//! The pieces of Splendor in JSON: cards, nobles, trading posts, cities. It knows their published form, not
//! their role in a game.

use serde::Serialize;
use utoipa::ToSchema;

use super::tokens::ColorSet;
use crate::edition::EditionBody;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::card::{CardId, Level, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::{NOBLE_POINTS, NobleId};

/// The number of cards to discard for a card of O10.
const DISCARDED_CARDS: u8 = 2;

/// All pieces of the base game and its modules.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorCatalogue)]
pub struct CatalogueBody {
    /// The cards, base game first.
    pub cards: Vec<CardBody>,
    pub nobles: Vec<NobleBody>,
    /// The trading posts. Each seat can own one of each kind.
    pub posts: Vec<PostBody>,
    /// The faces of the city tiles; the two faces with the same number are one tile.
    pub cities: Vec<CityBody>,
    /// The printed editions that the pieces are from: of the base game, then of each module.
    pub editions: Vec<EditionBody>,
}

/// A development card.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorCard)]
pub struct CardBody {
    #[schema(example = "base-1-white-1")]
    pub id: &'static str,
    /// The deck it belongs to.
    #[schema(example = "base-1")]
    pub deck: &'static str,
    pub level: u8,
    /// Its color; null for a card that gets its color by association, or has none at all.
    pub bonus: Option<Color>,
    /// The number of bonuses of its color that it gives.
    pub bonus_count: u8,
    pub points: u8,
    pub cost: ColorSet,
    /// Its special effect; values may be added.
    #[schema(example = "virtual_gold")]
    pub effect: Option<&'static str>,
    /// The level of the card that the buyer takes at no cost.
    pub free_card_level: Option<u8>,
    /// The owned cards to discard for it, instead of a cost in gems.
    pub discard_cost: Option<DiscardCostBody>,
}

/// Cards of a color to discard for another card.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorDiscardCost)]
pub struct DiscardCostBody {
    pub color: Color,
    pub cards: u8,
}

/// A noble.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorNoble)]
pub struct NobleBody {
    #[schema(example = "noble-1")]
    pub id: &'static str,
    pub points: u8,
    /// The cards that it requires.
    pub cards: ColorSet,
    /// The module it comes with; null for the base game.
    pub module: Option<&'static str>,
}

/// A trading post.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorPost)]
pub struct PostBody {
    #[schema(example = "extra_token")]
    pub id: &'static str,
    /// The cards that it requires.
    pub cards: ColorSet,
    /// Its power, in one sentence.
    pub power: &'static str,
}

/// A face of a city tile.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SplendorCity)]
pub struct CityBody {
    #[schema(example = "city-1a")]
    pub id: &'static str,
    /// The minimum prestige.
    pub points: u8,
    /// The minimum number of cards of each color.
    pub cards: ColorSet,
    /// The minimum number of cards of one color that `cards` does not name; 0 if there is no such
    /// requirement.
    pub any_one_other_color: u8,
}

impl CatalogueBody {
    /// Returns the whole catalogue.
    pub fn complete() -> Self {
        CatalogueBody {
            cards: CardId::all().map(CardBody::from).collect(),
            nobles: NobleId::all().map(NobleBody::from).collect(),
            posts: Post::ALL.into_iter().map(PostBody::from).collect(),
            cities: CityId::all().map(CityBody::from).collect(),
            editions: EditionBody::all_of(Ruleset::Splendor(Modules::ALL)),
        }
    }
}

impl From<CardId> for CardBody {
    fn from(card: CardId) -> Self {
        let facts = card.facts();
        CardBody {
            id: card.name(),
            deck: facts.deck.name(),
            level: facts.deck.level().number(),
            bonus: facts.color,
            bonus_count: facts.bonus,
            points: facts.points,
            cost: facts.cost.into(),
            effect: effect(facts.power, facts.bonus),
            free_card_level: match facts.power {
                Power::AssociateThenTake => Some(Level::One.number()),
                Power::TakeLevelTwo => Some(Level::Two.number()),
                _ => None,
            },
            discard_cost: match facts.power {
                Power::DiscardTwo(color) => Some(DiscardCostBody { color, cards: DISCARDED_CARDS }),
                _ => None,
            },
        }
    }
}

/// The names of all special effects.
pub const EFFECTS: [&str; 6] =
    [DOUBLE_BONUS, VIRTUAL_GOLD, ASSOCIATE, ASSOCIATE_THEN_TAKE, TAKE_LEVEL_TWO, DISCARD_TWO];

const DOUBLE_BONUS: &str = "double_bonus";
const VIRTUAL_GOLD: &str = "virtual_gold";
const ASSOCIATE: &str = "associate";
const ASSOCIATE_THEN_TAKE: &str = "associate_then_take_free_level_1";
const TAKE_LEVEL_TWO: &str = "take_free_level_2";
const DISCARD_TWO: &str = "pay_by_discarding_2_cards";

/// Returns the name of the special effect of a card (O3).
const fn effect(power: Power, bonus: u8) -> Option<&'static str> {
    match power {
        Power::Plain if bonus > 1 => Some(DOUBLE_BONUS),
        Power::Plain => None,
        Power::VirtualGold => Some(VIRTUAL_GOLD),
        Power::Associate => Some(ASSOCIATE),
        Power::AssociateThenTake => Some(ASSOCIATE_THEN_TAKE),
        Power::TakeLevelTwo => Some(TAKE_LEVEL_TWO),
        Power::DiscardTwo(_) => Some(DISCARD_TWO),
    }
}

impl From<NobleId> for NobleBody {
    fn from(noble: NobleId) -> Self {
        let orient = noble.place() + 1 == NobleId::COUNT;
        NobleBody {
            id: noble.name(),
            points: NOBLE_POINTS,
            cards: noble.cards().into(),
            module: orient.then(|| Module::Orient.name()),
        }
    }
}

impl From<Post> for PostBody {
    fn from(post: Post) -> Self {
        PostBody { id: post.name(), cards: post.cards().into(), power: power(post) }
    }
}

const fn power(post: Post) -> &'static str {
    match post {
        Post::PurchaseToken => "After each purchase, take a gem token of any color (P1).",
        Post::ExtraToken => "When you take two equal tokens, also take one of another color (P2).",
        Post::DoubleGold => "Each gold pays for two gems of one color (P3).",
        Post::DrawTwo => "When you reserve from a deck, look at two cards and keep one of them (P4).",
        Post::PointsPerPost => "One prestige for each trading post that you own (P5).",
    }
}

impl From<CityId> for CityBody {
    fn from(city: CityId) -> Self {
        CityBody {
            id: city.name(),
            points: city.points(),
            cards: city.cards().into(),
            any_one_other_color: city.any_one_other_color(),
        }
    }
}
