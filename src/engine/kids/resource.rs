//! The five resources and the kinds of tokens. Gold is not a resource, so a cost cannot contain it.

/// A resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Resource {
    /// A mushroom.
    Mushroom,
    /// An apple.
    Apple,
    /// A cabbage.
    Cabbage,
    /// A hazelnut.
    Hazelnut,
    /// Water.
    Water,
}

impl Resource {
    /// All resources in their fixed order.
    pub const ALL: [Resource; 5] =
        [Resource::Mushroom, Resource::Apple, Resource::Cabbage, Resource::Hazelnut, Resource::Water];

    /// The resource's place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The resource's name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Resource::Mushroom => "mushroom",
            Resource::Apple => "apple",
            Resource::Cabbage => "cabbage",
            Resource::Hazelnut => "hazelnut",
            Resource::Water => "water",
        }
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

    /// The resource with this name.
    pub fn from_name(name: &str) -> Option<Resource> {
        Resource::ALL.into_iter().find(|resource| resource.name() == name)
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
