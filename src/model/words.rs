//! Enumerations whose values have names, which the database and the contract share.

/// Defines an enumeration with its names.
macro_rules! words {
    ($(#[$docs:meta])* $name:ident: $($(#[$about:meta])* $value:ident = $text:literal),+ $(,)?) => {
        $(#[$docs])*
        /// Each value has a name, which the database and the contract share.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$about])* $value),+
        }

        impl $name {
            /// Every value.
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
    };
}

pub(crate) use words;
