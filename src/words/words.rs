//! The macro, and what its enumerations have in common.

/// An enumeration that [`words!`](crate::words!) has defined, for code that fits all of them.
pub trait Words: Copy {
    /// What it is, as its doc comment says.
    const ABOUT: &'static str;
    /// The name of every value, in the order of their declaration.
    const NAMES: &'static [&'static str];

    /// Returns its name.
    fn to_word(self) -> &'static str;

    /// Returns the value with this name.
    fn from_word(name: &str) -> Option<Self>;
}

/// Defines an enumeration, the list of its values, and a name for each, in one place: so no value can be
/// missing from the list, and no name is spelled twice. With the features of this package a value is its name
/// in JSON too, and the enumeration is a schema of the contract.
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
    ($(#[$($attribute:tt)*])* $name:ident: $($(#[$about:meta])* $value:ident = $text:literal),+ $(,)?) => {
        $(#[$($attribute)*])*
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
            const ABOUT: &'static str = $crate::about_words!(() $([$($attribute)*])*);
            const NAMES: &'static [&'static str] = &[$($text),+];

            fn to_word(self) -> &'static str {
                self.name()
            }

            fn from_word(name: &str) -> Option<Self> {
                $name::named(name)
            }
        }

        $crate::words_for_serde!($name);
        $crate::words_for_utoipa!($name);
    };
}

/// Implements nothing, because no package of the build wants the values in JSON.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! words_for_serde {
    ($name:ident) => {};
}

/// Implements nothing, because no package of the build wants the schema.
#[cfg(not(feature = "utoipa"))]
#[doc(hidden)]
#[macro_export]
macro_rules! words_for_utoipa {
    ($name:ident) => {};
}

/// Joins the lines of the doc comment among attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! about_words {
    (($($line:literal)*)) => { concat!($($line),*) };
    (($($line:literal)*) [doc = $next:literal] $($rest:tt)*) => {
        $crate::about_words!(($($line)* $next) $($rest)*)
    };
    (($($line:literal)*) [$($other:tt)*] $($rest:tt)*) => { $crate::about_words!(($($line)*) $($rest)*) };
}
