//! The canonical ASCII notation of every action, printed and parsed. It does not know JSON.
//!
//! Token sets are counts with letters in the fixed order, gold and Treasure last: `2m1w1o`; the empty set is
//! `0`.

use super::action::{Action, Payment, TownSource};
use super::resource::{Resource, Token};
use super::tokens::{Bag, Resources, Tokens};
use crate::notation::{NotationError, canonical};
use crate::seat::Seat;
use std::fmt;
use std::str::FromStr;

/// The letter of a Treasure.
pub const TREASURE_LETTER: char = 't';

/// The maximum number of letters in a list; no action has more.
const LETTERS_MAX: usize = 8;

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Bag::default() {
            return f.write_str("0");
        }
        let tokens = Token::ALL.into_iter().map(|token| (self.tokens.get(token), token.letter()));
        tokens
            .chain([(self.treasures, TREASURE_LETTER)])
            .filter(|&(count, _)| count > 0)
            .try_for_each(|(count, letter)| write!(f, "{count}{letter}"))
    }
}

impl FromStr for Bag {
    type Err = NotationError;

    /// Parses the canonical spelling only: `2m1w`, never `1w2m` or `0m`.
    fn from_str(text: &str) -> Result<Bag, NotationError> {
        let mut bag = Bag::default();
        let mut number = 0u8;
        for letter in text.chars().filter(|_| text != "0") {
            if let Some(digit) = letter.to_digit(10) {
                let tens = number.checked_mul(10).ok_or(NotationError)?;
                number = tens.checked_add(digit as u8).ok_or(NotationError)?;
            } else {
                let count = std::mem::take(&mut number);
                match Token::from_letter(letter) {
                    Some(token) => bag.tokens = bag.tokens.plus(Tokens::of(token, count)),
                    None if letter == TREASURE_LETTER => bag.treasures = count,
                    None => return Err(NotationError),
                }
            }
        }
        canonical(bag, text)
    }
}

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Bag::tokens(*self), f)
    }
}

impl FromStr for Tokens {
    type Err = NotationError;

    /// Parses the canonical spelling only.
    fn from_str(text: &str) -> Result<Tokens, NotationError> {
        let bag: Bag = text.parse()?;
        if bag.treasures == 0 { Ok(bag.tokens) } else { Err(NotationError) }
    }
}

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bag)?;
        if !self.tiles.is_none() {
            f.write_str(" tiles=")?;
        }
        self.tiles.each().try_for_each(|resource| write!(f, "{}", resource.letter()))
    }
}

impl fmt::Display for TownSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TownSource::Stack => f.write_str("stack"),
            TownSource::Market(resource) => write!(f, "{}", resource.letter()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(tokens) => {
                f.write_str("take ")?;
                tokens.each().try_for_each(|token| write!(f, "{}", token.letter()))
            }
            Action::Move { route, payment } => write!(f, "move {route} {payment}"),
            Action::Return(tokens) => write!(f, "return {tokens}"),
            Action::DrawTown(source) => write!(f, "draw_town {source}"),
            Action::Give { token, seat } => write!(f, "give {} {seat}", token.letter()),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    /// Parses the canonical spelling only, so that every action has exactly one line.
    fn from_str(line: &str) -> Result<Action, NotationError> {
        let words: Vec<&str> = line.split(' ').collect();
        let action = match words.as_slice() {
            ["take", letters] => Action::Take(list(letters, Token::from_letter)?),
            ["move", route, bag] => {
                let payment = Payment { bag: bag.parse()?, tiles: Resources::NONE };
                Action::Move { route: route.parse().map_err(|_| NotationError)?, payment }
            }
            ["move", route, bag, tiles] => {
                let tiles = tiles.strip_prefix("tiles=").ok_or(NotationError)?;
                let payment = Payment { bag: bag.parse()?, tiles: list(tiles, Resource::from_letter)? };
                Action::Move { route: route.parse().map_err(|_| NotationError)?, payment }
            }
            ["return", tokens] => Action::Return(tokens.parse()?),
            ["draw_town", "stack"] => Action::DrawTown(TownSource::Stack),
            ["draw_town", letter] => {
                Action::DrawTown(TownSource::Market(one(letter, Resource::from_letter)?))
            }
            ["give", letter, seat] => {
                let seat = seat.parse().ok().and_then(Seat::new).ok_or(NotationError)?;
                Action::Give { token: one(letter, Token::from_letter)?, seat }
            }
            _ => return Err(NotationError),
        };
        canonical(action, line)
    }
}

fn one<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Result<T, NotationError> {
    text.parse().ok().and_then(read).ok_or(NotationError)
}

fn list<T, L: FromIterator<T>>(letters: &str, read: impl Fn(char) -> Option<T>) -> Result<L, NotationError> {
    if letters.len() > LETTERS_MAX {
        return Err(NotationError);
    }
    letters.chars().map(|letter| read(letter).ok_or(NotationError)).collect()
}
