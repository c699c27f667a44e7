//! The five resources and the kinds of tokens. Gold is not a resource, so a cost cannot contain it.

use lapidary_words::words;

words! {
    /// A resource.
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    Resource:
    /// A mushroom.
    Mushroom = "mushroom",
    /// An apple.
    Apple = "apple",
    /// A cabbage.
    Cabbage = "cabbage",
    /// A hazelnut.
    Hazelnut = "hazelnut",
    /// Water.
    Water = "water",
}

impl Resource {
    /// The resource's place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The resource's letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Resource::Mushroom => 'm',
            Resource::Apple => 'a',
            Resource::Cabbage => 'c',
            Resource::Hazelnut => 'h',
            Resource::Water => 'w',
        }
    }

    /// The resource with this letter.
    pub fn from_letter(letter: char) -> Option<Resource> {
        Resource::ALL.into_iter().find(|resource| resource.letter() == letter)
    }
}

/// A kind of token: a resource, or gold, which substitutes for any resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Token {
    /// A token of a resource.
    Resource(Resource),
    /// A gold token.
    Gold,
}

impl Token {
    /// All kinds in their fixed order, gold last.
    pub const ALL: [Token; 6] = [
        Token::Resource(Resource::Mushroom),
        Token::Resource(Resource::Apple),
        Token::Resource(Resource::Cabbage),
        Token::Resource(Resource::Hazelnut),
        Token::Resource(Resource::Water),
        Token::Gold,
    ];

    /// The kind's place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Token::Resource(resource) => resource.index(),
            Token::Gold => Resource::ALL.len(),
        }
    }

    /// The kind's name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Token::Resource(resource) => resource.name(),
            Token::Gold => "gold",
        }
    }

    /// The kind's letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Token::Resource(resource) => resource.letter(),
            Token::Gold => 'o',
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Token> {
        Token::ALL.into_iter().find(|token| token.name() == name)
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Token> {
        Token::ALL.into_iter().find(|token| token.letter() == letter)
    }
}
