//! The macro, and what its enumerations have in common.

/// An enumeration that [`words!`](crate::words!) has defined, for code that fits all of them.
pub trait Words: Copy {
    /// Returns its name.
    fn to_word(self) -> &'static str;

    /// Returns the value with this name.
    fn from_word(name: &str) -> Option<Self>;
}

/// Defines an enumeration, the list of its values, and a name for each, in one place: so no value can be
/// missing from the list, and no name is spelled twice.
///
/// ```text
/// words! {
///     /// How a game is over.
///     End:
///     /// It was played to its end.
///     Finished = "finished",
///     /// Its players stopped it.
///     Aborted = "aborted",
/// }
/// ```
///
/// Further attributes, such as `#[derive(PartialOrd, Ord)]`, stand before the name.
#[macro_export]
macro_rules! words {
    ($(#[$docs:meta])* $name:ident: $($(#[$about:meta])* $value:ident = $text:literal),+ $(,)?) => {
        $(#[$docs])*
        /// Each value has one name, in the contract and wherever it is stored.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$about])* $value),+
        }

        impl $name {
            /// Every value, in the order of their declaration.
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$value),+];

            /// Returns its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$value => $text),+
                }
            }

            /// Returns the value with this name.
            pub fn named(name: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl $crate::Words for $name {
            fn to_word(self) -> &'static str {
                self.name()
            }

            fn from_word(name: &str) -> Option<Self> {
                $name::named(name)
            }
        }
    };
}
