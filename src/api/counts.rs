//! Sets and counts in JSON: an object with a number for each kind. It does not know what is counted.

/// Returns whether there is none of a kind.
pub fn none(count: &u8) -> bool {
    *count == 0
}

/// Defines an object with a number for each kind, in the fixed order of the kinds, made `of` a value of the
/// engine by what lists its counts:
///
/// - `given` is read from requests too: at most 20 of a kind, which is more than a seat can hold; a kind that
///   is left out is 0.
/// - `some` leaves out a kind of which there is none.
/// - `all` has every kind.
macro_rules! counts {
    ($(#[$about:meta])* given $public:vis struct $name:ident of $kind:ty, $counts:expr; $($field:ident),+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(default, deny_unknown_fields)]
        $(#[$about])*
        $public struct $name {
            $(#[serde(skip_serializing_if = "crate::counts::none")]
            #[schema(maximum = 20)]
            pub $field: u8),+
        }

        impl $name {
            /// Returns the counts in their fixed order.
            pub const fn counts(&self) -> [u8; [$(stringify!($field)),+].len()] {
                [$(self.$field),+]
            }
        }

        $crate::counts::counts!($name of $kind, $counts; $($field),+);
    };
    ($(#[$about:meta])* some $public:vis struct $name:ident of $kind:ty, $counts:expr; $($field:ident),+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, utoipa::ToSchema)]
        $(#[$about])*
        $public struct $name {
            $(#[serde(skip_serializing_if = "crate::counts::none")]
            #[schema(required = false)]
            pub $field: u8),+
        }

        $crate::counts::counts!($name of $kind, $counts; $($field),+);
    };
    ($(#[$about:meta])* all $public:vis struct $name:ident of $kind:ty, $counts:expr; $($field:ident),+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, utoipa::ToSchema)]
        $(#[$about])*
        $public struct $name {
            $(pub $field: u8),+
        }

        $crate::counts::counts!($name of $kind, $counts; $($field),+);
    };
    ($name:ident of $kind:ty, $counts:expr; $($field:ident),+) => {
        impl From<$kind> for $name {
            fn from(counted: $kind) -> Self {
                let [$($field),+] = $counts(counted);
                $name { $($field),+ }
            }
        }
    };
}
pub(crate) use counts;
