//! The canonical ASCII notation of every action, printed and parsed. It does not know JSON.
//!
//! Token sets are counts with letters in the fixed order, gold last: `2w1u1o`; the empty set is `0`.

use super::action::{Action, Payment};
use super::card::{CardId, Deck};
use super::color::Color;
use super::modules::orient::VirtualGold;
use super::modules::trading_posts::Post;
use super::noble::NobleId;
use super::tokens::{Gems, Tokens};
use crate::notation::canonical;
use std::fmt;
use std::str::FromStr;

pub use crate::notation::NotationError;

/// The letter of gold.
pub const GOLD_LETTER: char = 'o';

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0");
        }
        let letters = Color::ALL.map(Color::letter).into_iter().chain([GOLD_LETTER]);
        self.counts()
            .into_iter()
            .zip(letters)
            .filter(|&(count, _)| count > 0)
            .try_for_each(|(count, letter)| write!(f, "{count}{letter}"))
    }
}

impl FromStr for Tokens {
    type Err = NotationError;

    /// Parses the canonical spelling only: `2w1u`, never `1u2w` or `0w`.
    fn from_str(text: &str) -> Result<Tokens, NotationError> {
        let mut counts = [0u8; 6];
        let mut number = 0u8;
        for letter in text.chars().filter(|_| text != "0") {
            if let Some(digit) = letter.to_digit(10) {
                number = number
                    .checked_mul(10)
                    .and_then(|tens| tens.checked_add(digit as u8))
                    .ok_or(NotationError)?;
                continue;
            }
            let kind = Color::from_letter(letter).map(Color::index).or((letter == GOLD_LETTER).then_some(5));
            counts[kind.ok_or(NotationError)?] = number.min(127);
            number = 0;
        }
        canonical(Tokens::from_counts(counts), text)
    }
}

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tokens)?;
        write_list(f, " virtual_gold=", self.virtual_gold.cards())?;
        write_list(f, " discard=", self.discard.into_iter().flatten())
    }
}

/// Writes a comma-separated list after its name; writes nothing if there are no cards.
fn write_list(f: &mut fmt::Formatter<'_>, name: &str, cards: impl Iterator<Item = CardId>) -> fmt::Result {
    let mut before = name;
    for card in cards {
        write!(f, "{before}{card}")?;
        before = ",";
    }
    Ok(())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(gems) => {
                f.write_str("take ")?;
                let letters = Color::ALL
                    .into_iter()
                    .flat_map(|color| std::iter::repeat_n(color.letter(), gems.get(color) as usize));
                letters.into_iter().try_for_each(|letter| write!(f, "{letter}"))
            }
            Action::Reserve(card) => write!(f, "reserve {card}"),
            Action::ReserveBlind(deck) => write!(f, "reserve_blind {deck}"),
            Action::Keep(card) => write!(f, "keep {card}"),
            Action::Buy { card, payment } => write!(f, "buy {card} {payment}"),
            Action::Associate(card) => write!(f, "associate {card}"),
            Action::TakeFree(card) => write!(f, "take_free {card}"),
            Action::TakeToken(color) => write!(f, "take_token {}", color.letter()),
            Action::PlaceStronghold { card, from: None } => write!(f, "place_stronghold {card}"),
            Action::PlaceStronghold { card, from: Some(from) } => {
                write!(f, "place_stronghold {card} from={from}")
            }
            Action::RemoveStronghold(card) => write!(f, "remove_stronghold {card}"),
            Action::Conquer(payment) => write!(f, "conquer {payment}"),
            Action::DeclineConquest => f.write_str("decline_conquest"),
            Action::Return(tokens) => write!(f, "return {tokens}"),
            Action::ChooseNoble(noble) => write!(f, "choose_noble {noble}"),
            Action::ChoosePost(post) => write!(f, "choose_post {post}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    /// Parses the canonical spelling only, so that every action has exactly one line.
    fn from_str(line: &str) -> Result<Action, NotationError> {
        let words: Vec<&str> = line.split(' ').collect();
        let action = match words.as_slice() {
            ["take", letters] => Action::Take(gems(letters)?),
            ["reserve", id] => Action::Reserve(card(id)?),
            ["reserve_blind", deck] => Action::ReserveBlind(Deck::named(deck).ok_or(NotationError)?),
            ["keep", id] => Action::Keep(card(id)?),
            ["buy", id, payment @ ..] => Action::Buy { card: card(id)?, payment: self::payment(payment)? },
            ["associate", id] => Action::Associate(card(id)?),
            ["take_free", id] => Action::TakeFree(card(id)?),
            ["take_token", letter] => Action::TakeToken(color(letter)?),
            ["place_stronghold", id] => Action::PlaceStronghold { card: card(id)?, from: None },
            ["place_stronghold", id, from] => {
                let from = from.strip_prefix("from=").ok_or(NotationError)?;
                Action::PlaceStronghold { card: card(id)?, from: Some(card(from)?) }
            }
            ["remove_stronghold", id] => Action::RemoveStronghold(card(id)?),
            ["conquer", payment @ ..] => Action::Conquer(self::payment(payment)?),
            ["decline_conquest"] => Action::DeclineConquest,
            ["return", tokens] => Action::Return(tokens.parse()?),
            ["choose_noble", id] => Action::ChooseNoble(NobleId::from_name(id).ok_or(NotationError)?),
            ["choose_post", id] => Action::ChoosePost(Post::named(id).ok_or(NotationError)?),
            ["pass"] => Action::Pass,
            _ => return Err(NotationError),
        };
        canonical(action, line)
    }
}

fn card(id: &str) -> Result<CardId, NotationError> {
    CardId::from_name(id).ok_or(NotationError)
}

fn color(letter: &str) -> Result<Color, NotationError> {
    letter.parse().ok().and_then(Color::from_letter).ok_or(NotationError)
}

fn gems(letters: &str) -> Result<Gems, NotationError> {
    if letters.len() > 5 {
        return Err(NotationError);
    }
    letters.chars().try_fold(Gems::NONE, |sum, letter| {
        Ok(sum.plus(Gems::one(Color::from_letter(letter).ok_or(NotationError)?)))
    })
}

fn payment(words: &[&str]) -> Result<Payment, NotationError> {
    let [tokens, lists @ ..] = words else { return Err(NotationError) };
    let mut payment = Payment::tokens(tokens.parse()?);
    for list in lists {
        if let Some(ids) = list.strip_prefix("virtual_gold=") {
            let one = |id| card(id).and_then(|card| VirtualGold::of(card).ok_or(NotationError));
            payment.virtual_gold =
                ids.split(',').try_fold(VirtualGold::NONE, |all, id| Ok(all.union(one(id)?)))?;
        } else if let Some(ids) = list.strip_prefix("discard=") {
            let cards: Vec<CardId> = ids.split(',').map(card).collect::<Result<_, _>>()?;
            payment.discard = Some(cards.try_into().map_err(|_| NotationError)?);
        } else {
            return Err(NotationError);
        }
    }
    Ok(payment)
}
