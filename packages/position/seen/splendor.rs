//! A view of Splendor in JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fields::{
    ResultFields, ToActFields, TurnFields, ViewError, bounded, each, named, seat, turns_begun,
};
use lapidary_engine::splendor::action::Decision;
use lapidary_engine::splendor::card::{CardId, Deck, Level};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::orient::Association;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::tokens::{Gems, Tokens};
use lapidary_engine::splendor::view::{HandCard, MarketRow, OwnedCard, Question, SeatView, View};

/// The fields that depend on the rules.
#[derive(Deserialize)]
pub(super) struct Fields {
    supply: TokenFields,
    market: BTreeMap<String, RowFields>,
    nobles: Vec<String>,
    cities: Vec<String>,
    final_round: bool,
    passes: u8,
    quiet_rounds: u8,
    to_act: Option<ToActFields>,
    turn: Option<TurnFields>,
    seats: Vec<SeatFields>,
    result: Option<ResultFields>,
}

/// Tokens, or numbers of cards by their color, which have no gold.
#[derive(Deserialize)]
struct TokenFields {
    white: u8,
    blue: u8,
    green: u8,
    red: u8,
    black: u8,
    #[serde(default)]
    gold: u8,
}

#[derive(Deserialize)]
struct RowFields {
    deck_size: u8,
    cards: Vec<Option<String>>,
}

#[derive(Deserialize)]
struct SeatFields {
    seat: u8,
    tokens: TokenFields,
    cards: Vec<OwnedFields>,
    bonuses: TokenFields,
    card_counts: TokenFields,
    hand: Vec<HandFields>,
    drawn: Option<Vec<String>>,
    nobles: Vec<String>,
    posts: Vec<String>,
    strongholds: Option<Vec<Option<String>>>,
    cities: Vec<String>,
    prestige: u8,
    purchases: u8,
    out: bool,
}

#[derive(Deserialize)]
struct OwnedFields {
    card: String,
    r#as: Option<AssociationFields>,
}

#[derive(Deserialize)]
struct AssociationFields {
    color: String,
    bonus: u8,
}

/// A reserved card that the viewer sees, or the deck of one that they do not see.
#[derive(Deserialize)]
struct HandFields {
    card: Option<String>,
    #[serde(default)]
    blind: bool,
    #[serde(default)]
    deck: String,
}

impl TokenFields {
    fn gems(&self, field: &'static str) -> Result<Gems, ViewError> {
        Ok(Gems::new(bounded([self.white, self.blue, self.green, self.red, self.black], field)?))
    }

    fn tokens(&self, field: &'static str) -> Result<Tokens, ViewError> {
        let [gold] = bounded([self.gold], field)?;
        Ok(Tokens::new(self.gems(field)?, gold))
    }
}

fn card(id: &str, field: &'static str) -> Result<CardId, ViewError> {
    named(CardId::from_name(id), field, "card", id)
}

fn deck(id: &str, field: &'static str) -> Result<Deck, ViewError> {
    named(Deck::named(id), field, "deck", id)
}

fn nobles(ids: &[String]) -> Result<Vec<NobleId>, ViewError> {
    each(ids, "nobles", |id| named(NobleId::from_name(id), "nobles", "noble", id))
}

fn cities(ids: &[String]) -> Result<Vec<CityId>, ViewError> {
    each(ids, "cities", |id| named(CityId::from_name(id), "cities", "city", id))
}

fn cards_or_none(ids: &[Option<String>], field: &'static str) -> Result<Vec<Option<CardId>>, ViewError> {
    each(ids, field, |id| id.as_deref().map(|id| card(id, field)).transpose())
}

impl Fields {
    /// The view that the JSON spells.
    pub(super) fn view(&self, modules: Modules) -> Result<View, ViewError> {
        let to_act = self.to_act.as_ref();
        let decision = |fields: &ToActFields| {
            let decision = named(Decision::named(&fields.decision), "to_act", "decision", &fields.decision)?;
            Ok::<_, ViewError>((seat(fields.seat, "to_act")?, decision))
        };
        Ok(View {
            modules,
            to_act: to_act.map(decision).transpose()?,
            question: to_act.map(question).transpose()?.unwrap_or_default(),
            turn: self.turn.as_ref().map(TurnFields::turn).transpose()?,
            turns_begun: turns_begun(&self.turn, &self.result),
            seats: each(&self.seats, "seats", |seat| seat.view(modules))?,
            supply: self.supply.tokens("supply")?,
            market: self.market()?,
            nobles: nobles(&self.nobles)?,
            cities: cities(&self.cities)?,
            final_round: self.final_round,
            passes: self.passes,
            quiet_rounds: self.quiet_rounds,
            outcome: self.result.as_ref().map(ResultFields::outcome).transpose()?,
        })
    }

    /// The rows in the order of refilling.
    fn market(&self) -> Result<Vec<MarketRow>, ViewError> {
        let mut rows = Vec::with_capacity(Deck::ALL.len());
        for (id, row) in &self.market {
            let cards = cards_or_none(&row.cards, "market")?;
            rows.push(MarketRow { deck: deck(id, "market")?, deck_size: row.deck_size, cards });
        }
        rows.sort_by_key(|row| row.deck.index());
        Ok(rows)
    }
}

fn question(fields: &ToActFields) -> Result<Question, ViewError> {
    let level = |number: u8| {
        let level = Level::ALL.into_iter().find(|level| level.number() == number);
        named(level, "to_act", "level", &number.to_string())
    };
    Ok(Question {
        tokens: fields.tokens,
        level: fields.level.map(level).transpose()?,
        card: fields.card.as_deref().map(|id| card(id, "to_act")).transpose()?,
    })
}

impl SeatFields {
    fn view(&self, modules: Modules) -> Result<SeatView, ViewError> {
        let strongholds = self.strongholds.as_deref().filter(|_| modules.has(Module::Strongholds));
        Ok(SeatView {
            seat: seat(self.seat, "seats")?,
            tokens: self.tokens.tokens("tokens")?,
            cards: each(&self.cards, "cards", OwnedFields::owned)?,
            bonuses: self.bonuses.gems("bonuses")?,
            card_counts: self.card_counts.gems("card_counts")?,
            hand: each(&self.hand, "hand", HandFields::held)?,
            drawn: self.drawn.as_deref().map(|ids| each(ids, "drawn", |id| card(id, "drawn"))).transpose()?,
            nobles: nobles(&self.nobles)?,
            posts: each(&self.posts, "posts", |id| named(Post::named(id), "posts", "post", id))?,
            strongholds: cards_or_none(strongholds.unwrap_or_default(), "strongholds")?,
            cities: cities(&self.cities)?,
            prestige: self.prestige,
            purchases: self.purchases,
            out: self.out,
        })
    }
}

impl OwnedFields {
    fn owned(&self) -> Result<OwnedCard, ViewError> {
        let association = |fields: &AssociationFields| {
            let color = named(Color::named(&fields.color), "as", "color", &fields.color)?;
            Ok::<_, ViewError>(Association { color, bonus: fields.bonus })
        };
        Ok(OwnedCard {
            card: card(&self.card, "cards")?,
            association: self.r#as.as_ref().map(association).transpose()?,
        })
    }
}

impl HandFields {
    fn held(&self) -> Result<HandCard, ViewError> {
        Ok(match &self.card {
            Some(id) => HandCard::Shown { card: card(id, "hand")?, blind: self.blind },
            None => HandCard::Hidden { deck: deck(&self.deck, "hand")? },
        })
    }
}
