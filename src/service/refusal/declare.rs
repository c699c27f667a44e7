//! The macro that declares refusals.

/// Defines an enumeration of refusals. Each has a code and a sentence for the client, which may use its
/// fields and consts. With `at` the sentence is about this field of the body. For more, a whole explanation
/// follows `=>`. Refusals `from sessions` are failed checks of the caller's session (`store/sessions.rs`).
/// Refusals that it `contains` explain themselves; `through` names errors converted to them.
///
/// ```text
/// refusals! {
///     /// Why a request about a series is refused.
///     pub enum SeriesRefusal {
///         NotFound = NotFound, "There is no such series.";
///         TooMany(limit: i64) = TooManySeries, "You have {limit} series, the most.";
///         Name = ValidationFailed at "/name", "is not the name of a series";
///     } from sessions { SessionEnded } contains {
///         Storage(Failure),
///     } through Failure: diesel::result::Error;
/// }
/// ```
macro_rules! refusals {
    ($(
        $(#[$docs:meta])* pub enum $name:ident {
            $(
                $(#[$about:meta])*
                $value:ident
                $(( $($part:ident: $kind:ty),+ ))?
                $({ $($(#[$field_about:meta])* $field:ident: $type:ty),+ $(,)? })?
                $(= $code:ident $(at $place:expr)?, $text:literal $(, $argument:expr)*)?
                $(=> $answer:expr)?
            ;)*
        } $(from sessions { $($ended:ident),+ })? $(contains {
            $($(#[$inner_about:meta])* $outer:ident($inner:ty)),+ $(,)?
        })? $(through $middle:ty: $($other:ty),+;)*
    )+) => { $(
        $(#[$docs])*
        /// Displays the sentence for the client, or the cause of a failure for the log.
        #[derive(Debug)]
        pub enum $name {
            $(
                $(#[$about])*
                $value $(($($kind),+))? $({ $($(#[$field_about])* $field: $type),+ })?,
            )*
            $($(
                /// The check of `store/sessions.rs` with this name has failed.
                $ended,
            )+)?
            $($($(#[$inner_about])* $outer($inner),)+)?
        }

        impl $crate::refusal::Explain for $name {
            #[allow(unused_variables, reason = "not every sentence names every field")]
            fn explain(&self) -> $crate::refusal::Explanation<'_> {
                match self {
                    $(
                        $name::$value $(($($part),+))? $({ $($field),+ })? => {
                            $($crate::refusal::Explanation::formatted(
                                $crate::refusal::Code::$code,
                                format_args!($text $(, $argument)*),
                            )$(.at($place))?)?
                            $($answer)?
                        }
                    )*
                    $($($name::$ended => {
                        $crate::refusal::Explain::explain(&::lapidary_store::sessions::$ended)
                    })+)?
                    $($($name::$outer(inner) => $crate::refusal::Explain::explain(inner),)+)?
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::refusal::Explain::explain(self).fmt(f)
            }
        }

        impl std::error::Error for $name {}

        $($(impl From<::lapidary_store::sessions::$ended> for $name {
            fn from(_: ::lapidary_store::sessions::$ended) -> Self {
                $name::$ended
            }
        })+)?

        $($(impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                $name::$outer(inner)
            }
        })+)?

        $($(impl From<$other> for $name {
            fn from(other: $other) -> Self {
                <$middle>::from(other).into()
            }
        })+)*
    )+ };
}

pub(crate) use refusals;
