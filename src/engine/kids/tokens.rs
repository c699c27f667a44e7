//! Counted resources and tokens, the contents of a bag, and their arithmetic. It does not know whose they
//! are.

use super::resource::{Resource, Token};
use crate::lanes::{GUARD, saturating_sub};
use std::fmt;

/// A count for each resource, such as a cost or a set of town tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Resources([u8; 5]);

/// A count for each kind of token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tokens([u8; 6]);

/// The counts as the bytes of a word; none reaches 128. Subtracting all of them at once, without a branch for
/// each, makes random games a fifth faster.
#[inline]
fn word(counts: [u8; 5]) -> u64 {
    let [m, a, c, h, w] = counts;
    u64::from_le_bytes([m, a, c, h, w, 0, 0, 0]) & !GUARD
}

/// The counts of a word.
#[inline]
fn counts(word: u64) -> [u8; 5] {
    let [m, a, c, h, w, ..] = word.to_le_bytes();
    [m, a, c, h, w]
}

/// Applies an operation to each pair of counts.
#[inline]
fn lanes<const N: usize>(a: [u8; N], b: [u8; N], operation: impl Fn(u8, u8) -> u8) -> [u8; N] {
    std::array::from_fn(|at| operation(a[at], b[at]))
}

impl Resources {
    /// None of any resource.
    pub const NONE: Resources = Resources([0; 5]);

    /// These counts in the fixed order of resources.
    pub const fn new(counts: [u8; 5]) -> Resources {
        Resources(counts)
    }

    /// One of this resource.
    pub fn one(resource: Resource) -> Resources {
        Resources::of(resource, 1)
    }

    /// This many of this resource.
    pub fn of(resource: Resource, count: u8) -> Resources {
        let mut counts = [0; 5];
        counts[resource.index()] = count;
        Resources(counts)
    }

    /// The count of a resource.
    #[inline]
    pub const fn get(self, resource: Resource) -> u8 {
        self.0[resource.index()]
    }

    /// The counts in the fixed order of resources.
    pub const fn counts(self) -> [u8; 5] {
        self.0
    }

    /// The sum over all resources.
    #[inline]
    pub fn total(self) -> u8 {
        self.0.iter().fold(0, |sum: u8, &count| sum.saturating_add(count))
    }

    /// Whether all counts are zero.
    pub fn is_none(self) -> bool {
        self == Resources::NONE
    }

    /// Whether each count is at least that of the other.
    #[inline]
    pub fn covers(self, other: Resources) -> bool {
        self.0.iter().zip(other.0).all(|(&have, need)| have >= need)
    }

    /// The sum, resource by resource.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Resources) -> Resources {
        Resources(lanes(self.0, other.0, u8::saturating_add))
    }

    /// The difference, resource by resource; zero where the other has more.
    #[inline]
    #[must_use]
    pub fn less(self, other: Resources) -> Resources {
        Resources(counts(saturating_sub(word(self.0), word(other.0))))
    }

    /// The smaller count, resource by resource.
    #[inline]
    #[must_use]
    pub fn shared_with(self, other: Resources) -> Resources {
        let beyond = saturating_sub(word(self.0), word(other.0));
        Resources(counts(word(self.0) - beyond))
    }

    /// The resources with at least this count, as bits, the first resource lowest.
    #[inline]
    pub(super) fn kinds_with(self, count: u8) -> u8 {
        self.0.iter().rev().fold(0, |bits, &there| bits << 1 | u8::from(there >= count))
    }

    /// The resources with a count of at least one.
    pub fn kinds(self) -> impl Iterator<Item = Resource> {
        Resource::ALL.into_iter().filter(move |&resource| self.get(resource) > 0)
    }

    /// Each resource, repeated as often as its count.
    pub fn each(self) -> impl Iterator<Item = Resource> {
        Resource::ALL
            .into_iter()
            .flat_map(move |resource| std::iter::repeat_n(resource, self.get(resource) as usize))
    }
}

impl FromIterator<Resource> for Resources {
    fn from_iter<I: IntoIterator<Item = Resource>>(resources: I) -> Self {
        resources.into_iter().fold(Resources::NONE, |sum, resource| sum.plus(Resources::one(resource)))
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Tokens {
    /// No tokens.
    pub const NONE: Tokens = Tokens([0; 6]);

    /// These counts in the fixed order of resources, gold last.
    pub const fn from_counts(counts: [u8; 6]) -> Tokens {
        Tokens(counts)
    }

    /// Tokens of these resources and this much gold.
    pub const fn new(resources: Resources, gold: u8) -> Tokens {
        let [m, a, c, h, w] = resources.0;
        Tokens([m, a, c, h, w, gold])
    }

    /// One token of this kind.
    pub fn one(token: Token) -> Tokens {
        Tokens::of(token, 1)
    }

    /// This many tokens of this kind.
    pub fn of(token: Token, count: u8) -> Tokens {
        let mut counts = [0; 6];
        counts[token.index()] = count;
        Tokens(counts)
    }

    /// The count of a kind.
    #[inline]
    pub const fn get(self, token: Token) -> u8 {
        self.0[token.index()]
    }

    /// The tokens that are not gold.
    #[inline]
    pub const fn resources(self) -> Resources {
        let [m, a, c, h, w, _] = self.0;
        Resources([m, a, c, h, w])
    }

    /// The gold.
    #[inline]
    pub const fn gold(self) -> u8 {
        self.0[Token::Gold.index()]
    }

    /// The counts in the fixed order of resources, gold last.
    pub const fn counts(self) -> [u8; 6] {
        self.0
    }

    /// All tokens together.
    #[inline]
    pub fn total(self) -> u8 {
        self.0.iter().fold(0, |sum: u8, &count| sum.saturating_add(count))
    }

    /// Whether all counts are zero.
    pub fn is_none(self) -> bool {
        self == Tokens::NONE
    }

    /// Whether each count is at least that of the other.
    #[inline]
    pub fn covers(self, other: Tokens) -> bool {
        self.0.iter().zip(other.0).all(|(&have, need)| have >= need)
    }

    /// The sum, kind by kind.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Tokens) -> Tokens {
        Tokens(lanes(self.0, other.0, u8::saturating_add))
    }

    /// The difference, kind by kind; zero where the other has more.
    #[inline]
    #[must_use]
    pub fn less(self, other: Tokens) -> Tokens {
        Tokens(lanes(self.0, other.0, u8::saturating_sub))
    }

    /// The kinds with a count of at least one, gold last.
    pub fn kinds(self) -> impl Iterator<Item = Token> {
        Token::ALL.into_iter().filter(move |&token| self.get(token) > 0)
    }

    /// Each kind, repeated as often as its count.
    pub fn each(self) -> impl Iterator<Item = Token> {
        Token::ALL.into_iter().flat_map(move |token| std::iter::repeat_n(token, self.get(token) as usize))
    }
}

impl FromIterator<Token> for Tokens {
    fn from_iter<I: IntoIterator<Item = Token>>(tokens: I) -> Self {
        tokens.into_iter().fold(Tokens::NONE, |sum, token| sum.plus(Tokens::one(token)))
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Tokens and Treasures: the contents of a bag, or a part that is spent. A Treasure is not a token (K12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bag {
    /// The tokens.
    pub tokens: Tokens,
    /// The Treasures.
    pub treasures: u8,
}

impl Bag {
    /// A bag with tokens only.
    pub const fn tokens(tokens: Tokens) -> Bag {
        Bag { tokens, treasures: 0 }
    }

    /// Whether the bag contains at least as much of everything.
    pub fn covers(self, other: Bag) -> bool {
        self.tokens.covers(other.tokens) && self.treasures >= other.treasures
    }

    /// The number of gold and Treasures, which substitute for any resource (K6, K12).
    pub const fn jokers(self) -> u8 {
        self.tokens.gold().saturating_add(self.treasures)
    }
}
