//! The last action: the pieces that it concerned, and a description in words.

use crate::gems::{KINDS, Kind};
use crate::header::Said;
use crate::language::Words;
use crate::table::Table;
use lapidary_engine::game::Effect as AnyEffect;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::effect::{Effect, Face};
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::tokens::Tokens;

/// The parts of the last action.
#[derive(Default)]
pub(super) struct Story {
    effects: Vec<Effect>,
    seat: Option<Seat>,
    cards: Vec<CardId>,
    decks: Vec<Deck>,
    tokens: [bool; KINDS],
    nobles: Vec<NobleId>,
    posts: Vec<Post>,
    cities: Vec<CityId>,
}

impl Story {
    /// What these effects concerned.
    pub fn new(table: &Table<'_>) -> Story {
        let of_splendor = |effect: &AnyEffect| match effect {
            AnyEffect::Splendor(effect) => Some(*effect),
            AnyEffect::Kids(_) => None,
        };
        let last = table.last;
        let effects = last.iter().flat_map(|last| last.effects).filter_map(of_splendor).collect();
        let mut story = Story { effects, seat: last.map(|last| last.seat), ..Story::default() };
        for effect in story.effects.clone() {
            story.add(effect);
        }
        story
    }

    fn add(&mut self, effect: Effect) {
        let shown = |face: Face| match face {
            Face::Up(card) => Some(card),
            Face::Down => None,
        };
        match effect {
            Effect::TokensTaken { tokens, .. } | Effect::TokensReturned { tokens, .. } => {
                self.tokens.iter_mut().zip(tokens.counts()).for_each(|(moved, count)| *moved |= count > 0);
            }
            Effect::CardReserved { card, .. }
            | Effect::CardBought { card, .. }
            | Effect::CardTakenFree { card, .. }
            | Effect::CardAssociated { card, .. }
            | Effect::StrongholdPlaced { card, .. } => self.cards.push(card),
            Effect::CardsDrawn { deck, cards, .. } => {
                self.decks.push(deck);
                self.cards.extend(cards.into_iter().flatten().filter_map(shown));
            }
            Effect::CardKept { deck, card, .. } => {
                self.decks.push(deck);
                self.cards.extend(shown(card));
            }
            Effect::NobleReceived { noble, .. } => self.nobles.push(noble),
            Effect::PostTaken { post, .. } => self.posts.push(post),
            Effect::CityFulfilled { city, .. } => self.cities.push(city),
            Effect::CardPutUnder { .. }
            | Effect::CardDiscarded { .. }
            | Effect::MarketRefilled { .. }
            | Effect::PlaceLeftEmpty { .. }
            | Effect::StrongholdRemoved { .. }
            | Effect::StrongholdsReturned { .. }
            | Effect::StepLapsed { .. }
            | Effect::FinalRound { .. }
            | Effect::PlayGoesOn
            | Effect::SeatOut { .. }
            | Effect::TurnBegan { .. }
            | Effect::GameOver { .. } => {}
        }
    }

    /// The seat whose action it was.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Whether it concerned this card.
    pub fn is_card(&self, card: CardId) -> bool {
        self.cards.contains(&card)
    }

    /// Whether it concerned this deck.
    pub fn is_deck(&self, deck: Deck) -> bool {
        self.decks.contains(&deck)
    }

    /// Whether tokens of this kind moved.
    pub fn is_token(&self, kind: Kind) -> bool {
        self.tokens[kind]
    }

    /// Whether it concerned this noble.
    pub fn is_noble(&self, noble: NobleId) -> bool {
        self.nobles.contains(&noble)
    }

    /// Whether it concerned this trading post.
    pub fn is_post(&self, post: Post) -> bool {
        self.posts.contains(&post)
    }

    /// Whether it concerned this city.
    pub fn is_city(&self, city: CityId) -> bool {
        self.cities.contains(&city)
    }

    /// What happened, in words; none before the first action.
    pub fn words(&self, table: &Table<'_>) -> Option<Said> {
        let words = table.language.words();
        // The payment is obvious.
        let pays = self.effects.iter().any(|effect| matches!(effect, Effect::CardBought { .. }));
        let told = |effect: &&Effect| !(pays && matches!(effect, Effect::TokensReturned { .. }));
        let deeds: Vec<String> =
            self.effects.iter().filter(told).filter_map(|effect| deed(effect, words)).collect();
        let seat = self.seat?;
        let text = if deeds.is_empty() { words.passes.to_owned() } else { deeds.join(", ") };
        Some(Said { names: table.name(seat), text })
    }
}

/// Describes an effect in words, after the name of the player. None for effects that follow from others.
fn deed(effect: &Effect, words: &Words) -> Option<String> {
    Some(match effect {
        Effect::TokensTaken { tokens, .. } => format!("{} {}", words.takes, tokens_in_words(*tokens, words)),
        Effect::TokensReturned { tokens, .. } => {
            format!("{} {}", words.returns, tokens_in_words(*tokens, words))
        }
        Effect::CardReserved { card, .. } => format!("{} {}", words.reserves, card_in_words(*card, words)),
        Effect::CardsDrawn { .. } => words.draws.to_owned(),
        Effect::CardBought { card, .. } => format!("{} {}", words.buys, card_in_words(*card, words)),
        Effect::CardTakenFree { card, .. } => format!("{} {}", words.takes_free, card_in_words(*card, words)),
        Effect::CardAssociated { color, .. } => {
            format!("{} {}", words.associates, words.colors[color.index()])
        }
        Effect::StrongholdPlaced { .. } => words.places_stronghold.to_owned(),
        Effect::StrongholdRemoved { .. } => words.removes_stronghold.to_owned(),
        Effect::NobleReceived { .. } => format!("{} {}", words.receives, words.a_noble),
        Effect::PostTaken { .. } => format!("{} {}", words.receives, words.post),
        Effect::CityFulfilled { .. } => words.fulfills.to_owned(),
        Effect::SeatOut { .. } => words.leaves.to_owned(),
        Effect::CardKept { .. }
        | Effect::CardPutUnder { .. }
        | Effect::CardDiscarded { .. }
        | Effect::MarketRefilled { .. }
        | Effect::PlaceLeftEmpty { .. }
        | Effect::StrongholdsReturned { .. }
        | Effect::StepLapsed { .. }
        | Effect::FinalRound { .. }
        | Effect::PlayGoesOn
        | Effect::TurnBegan { .. }
        | Effect::GameOver { .. } => return None,
    })
}

fn tokens_in_words(tokens: Tokens, words: &Words) -> String {
    let named = tokens.counts().into_iter().zip(words.colors).filter(|(count, _)| *count > 0);
    let named =
        named.map(|(count, color)| if count > 1 { format!("{count} {color}") } else { color.to_owned() });
    named.collect::<Vec<_>>().join(" + ")
}

fn card_in_words(card: CardId, words: &Words) -> String {
    let facts = card.facts();
    let color = facts.color.map_or(words.card, |color| words.colors[color.index()]);
    match facts.points {
        0 => format!("{color} ({} {})", words.level, facts.deck.level().number()),
        points => format!("{color} ({})", words.counted(points, words.points)),
    }
}
