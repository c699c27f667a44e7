//! Knows how an enumeration gets its words in the contract. Knows none of the words.

/// Gives each value of an enumeration its word in the contract and lists them all, so that none can be left out of the list.
macro_rules! words {
    ($Type:ident: $($Value:ident => $word:literal,)+) => {
        impl $Type {
            /// Every value.
            pub const ALL: [$Type; [$($Type::$Value),+].len()] = [$($Type::$Value),+];

            /// The word for it in the contract.
            pub const fn name(self) -> &'static str {
                match self {
                    $($Type::$Value => $word,)+
                }
            }
        }
    };
}

pub(in crate::engine) use words;
