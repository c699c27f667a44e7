//! Defines the words of an enumeration in the contract. It does not know any of the words.

/// Defines the word of each value in the contract and the list of all values, so that no value can be missing
/// from the list.
macro_rules! words {
    ($Type:ident: $($Value:ident => $word:literal,)+) => {
        impl $Type {
            /// Every value.
            pub const ALL: [$Type; [$($Type::$Value),+].len()] = [$($Type::$Value),+];

            /// The value's word in the contract.
            pub const fn name(self) -> &'static str {
                match self {
                    $($Type::$Value => $word,)+
                }
            }
        }
    };
}

pub(crate) use words;
