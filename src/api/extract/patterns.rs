//! The patterns of the published schemas, each with a function that accepts the same strings.
//!
//! A pattern without a row accepts nothing. Tests require a row for each pattern and compare it with its
//! function.

use std::ops::RangeInclusive;

use super::path::hyphenated;

/// The maximum number of bytes of entropy that a player contributes.
const ENTROPY_BYTES_MAX: usize = 64;

/// Forbidden characters of e-mail addresses: controls, spaces of every width, and invisible marks that change
/// how a text is read, such as those of direction. The patterns of addresses have the same ranges. Addresses
/// are texts, which refuse other invisible characters.
const NOT_IN_EMAIL: [RangeInclusive<char>; 12] = [
    '\0'..='\x20',
    '\x7f'..='\u{a0}',
    '\u{ad}'..='\u{ad}',
    '\u{61c}'..='\u{61c}',
    '\u{1680}'..='\u{1680}',
    '\u{180e}'..='\u{180e}',
    '\u{2000}'..='\u{200f}',
    '\u{2028}'..='\u{202f}',
    '\u{205f}'..='\u{206f}',
    '\u{3000}'..='\u{3000}',
    '\u{feff}'..='\u{feff}',
    '\u{fff9}'..='\u{fffb}',
];

/// Whether a string fits a pattern.
pub type Fits = fn(&str) -> bool;
/// A pattern and its function.
type Row = (&'static str, Fits);

/// All patterns of strings in bodies. Texts have an additional rule.
pub const PATTERNS: [Row; 9] = [
    ("^[^\\x00-\\x1f\\x7f-\\x9f]*$", |given| !given.chars().any(char::is_control)),
    ("^[^\\x00]*$", |given| !given.contains('\0')),
    ("^[A-Za-z0-9_-]*$", is_plain),
    ("^[A-Za-z0-9_-]{3,20}$", |given| is_plain(given) && (3..=20).contains(&given.len())),
    (
        "^[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+@[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+$",
        is_email,
    ),
    ("^([0-9a-fA-F]{2}){0,64}$", is_entropy),
    ("^([01][0-9]|2[0-3]):[0-5][0-9]$", is_time),
    ("^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", |given| hyphenated(given).is_some()),
    (
        "^/v1/((me|lobby|(games|tournaments)/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/)?events$",
        is_stream,
    ),
];

/// Returns the function that accepts the strings of this pattern.
pub fn function(pattern: &str) -> Option<Fits> {
    PATTERNS.iter().find(|(known, _)| *known == pattern).map(|(_, fits)| *fits)
}

fn is_plain(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// One `@` with text before and after it, without [`NOT_IN_EMAIL`]. It does not check that the address
/// exists: only sending a mail can show that.
fn is_email(address: &str) -> bool {
    let is_seen = |letter: char| !NOT_IN_EMAIL.iter().any(|range| range.contains(&letter));
    let printable = |part: &str| !part.is_empty() && part.chars().all(is_seen);
    let parts = address.split_once('@');
    parts.is_some_and(|(name, host)| printable(name) && printable(host) && !host.contains('@'))
}

fn is_entropy(given: &str) -> bool {
    given.len() <= 2 * ENTROPY_BYTES_MAX
        && given.len().is_multiple_of(2)
        && given.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// An hour and a minute of a day, such as `07:30`.
fn is_time(given: &str) -> bool {
    let below = |digits: &str, end: u8| {
        digits.len() == 2
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && digits.parse::<u8>().is_ok_and(|number| number < end)
    };
    given.split_once(':').is_some_and(|(hour, minute)| below(hour, 24) && below(minute, 60))
}

fn is_stream(path: &str) -> bool {
    let followed = path.strip_prefix("/v1/").and_then(|rest| rest.strip_suffix("/events"));
    path == "/v1/events"
        || followed.is_some_and(|followed| match followed.split_once('/') {
            Some(("games" | "tournaments", id)) => hyphenated(id).is_some(),
            Some(_) => false,
            None => matches!(followed, "me" | "lobby"),
        })
}
