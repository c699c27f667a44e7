//! The bounds of the published schemas, for serde: each function reads a field and refuses a value that is out of
//! bounds.
//!
//! It knows kinds of values and their bounds. The schema words each refusal, so all errors here have the same text.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use uuid::Uuid;

use super::text;
use crate::extract::hyphenated;

/// The largest integer that every JSON library reads exactly: 2^53 - 1.
pub const SAFE_INTEGER_MAX: u64 = 9_007_199_254_740_991;
/// The maximum length of an e-mail address in characters (RFC 5321).
pub const EMAIL_LENGTH_MAX: usize = 254;
/// The lengths of a username in characters.
const NAME_LENGTHS: RangeInclusive<usize> = 3..=20;
/// The maximum number of bytes of entropy that a player contributes.
const ENTROPY_BYTES_MAX: usize = 64;

/// Reads an integer from `MIN` to `MAX`.
///
/// # Errors
/// If the value is anything else.
pub fn integer<'de, D, T, const MIN: u64, const MAX: u64>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    within::<D, T>(u64::deserialize(deserializer)?, MIN, MAX)
}

/// Reads an integer from `MIN` to `MAX`, or null.
///
/// # Errors
/// If the value is anything else.
pub fn integer_or_null<'de, D, T, const MIN: u64, const MAX: u64>(
    deserializer: D,
) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    match Option::<u64>::deserialize(deserializer)? {
        Some(number) => within::<D, T>(number, MIN, MAX).map(Some),
        None => Ok(None),
    }
}

/// Reads an integer from `MIN` to `MAX` that may be left out but must not be null.
///
/// # Errors
/// If the value is anything else.
pub fn given_integer<'de, D, T, const MIN: u64, const MAX: u64>(
    deserializer: D,
) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    integer::<D, T, MIN, MAX>(deserializer).map(Some)
}

/// Reads a list of up to `ITEMS` integers from `MIN` to `MAX` that may be left out but must not be null.
///
/// # Errors
/// If the value is anything else.
pub fn given_integers<'de, D, const MIN: u64, const MAX: u64, const ITEMS: usize>(
    deserializer: D,
) -> Result<Option<Vec<u8>>, D::Error>
where
    D: Deserializer<'de>,
{
    let numbers = list::<D, u64, 0, ITEMS>(deserializer)?;
    numbers.into_iter().map(|number| within::<D, u8>(number, MIN, MAX)).collect::<Result<_, _>>().map(Some)
}

fn within<'de, D: Deserializer<'de>, T: TryFrom<u64>>(
    number: u64,
    min: u64,
    max: u64,
) -> Result<T, D::Error> {
    let number = Some(number).filter(|number| (min..=max).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| out_of_bounds::<D>())
}

/// Reads a string of `MIN` to `MAX` characters.
///
/// # Errors
/// If the value is anything else.
pub fn text<'de, D, const MIN: usize, const MAX: usize>(deserializer: D) -> Result<String, D::Error>
where
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    match (MIN..=MAX).contains(&text.chars().count()) {
        true => Ok(text),
        false => Err(out_of_bounds::<D>()),
    }
}

/// One name in place of a list, or a list of names.
#[derive(Debug)]
pub enum Names {
    One(String),
    List(Vec<String>),
}

impl AsRef<[String]> for Names {
    fn as_ref(&self) -> &[String] {
        match self {
            Names::One(name) => std::slice::from_ref(name),
            Names::List(names) => names,
        }
    }
}

/// Reads one name of 3 to 20 characters, or a list of one to `ITEMS` of them.
///
/// # Errors
/// If the value is anything else.
pub fn names<'de, D: Deserializer<'de>, const ITEMS: usize>(deserializer: D) -> Result<Names, D::Error> {
    struct Reader<const ITEMS: usize>;
    impl<'de, const ITEMS: usize> Visitor<'de> for Reader<ITEMS> {
        type Value = Names;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a name or a list of names")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Names, E> {
            Ok(Names::One(name.to_owned()))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<Names, A::Error> {
            Items::<String, ITEMS>(PhantomData).visit_seq(names).map(Names::List)
        }
    }
    let names = deserializer.deserialize_any(Reader::<ITEMS>)?;
    let is_name = |name: &String| NAME_LENGTHS.contains(&name.chars().count());
    let all = names.as_ref();
    match (1..=ITEMS).contains(&all.len()) && all.iter().all(is_name) {
        true => Ok(names),
        false => Err(out_of_bounds::<D>()),
    }
}

/// Reads a list of up to `ITEMS` names of 3 to 20 characters.
///
/// # Errors
/// If the value is anything else.
pub fn given_names<'de, D: Deserializer<'de>, const ITEMS: usize>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    let names = list::<D, String, 0, ITEMS>(deserializer)?;
    let is_name = |name: &String| NAME_LENGTHS.contains(&name.chars().count());
    if names.iter().all(is_name) { Ok(names) } else { Err(out_of_bounds::<D>()) }
}

/// Reads a list of `MIN` to `MAX` integers from 1 to `LAST`.
///
/// # Errors
/// If the value is anything else.
pub fn numbers<'de, D, const MIN: usize, const MAX: usize, const LAST: u64>(
    deserializer: D,
) -> Result<Vec<u32>, D::Error>
where
    D: Deserializer<'de>,
{
    let numbers = list::<D, u64, MIN, MAX>(deserializer)?;
    numbers.into_iter().map(|number| within::<D, u32>(number, 1, LAST)).collect()
}

/// Reads a text that a person may show to others, of `MIN` to `MAX` characters when it is trimmed and composed.
///
/// # Errors
/// If the value is anything else.
pub fn line<'de, D, const MIN: usize, const MAX: usize>(deserializer: D) -> Result<String, D::Error>
where
    D: Deserializer<'de>,
{
    let line = text::read(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
    match (MIN..=MAX).contains(&line.chars().count()) {
        true => Ok(line),
        false => Err(out_of_bounds::<D>()),
    }
}

/// Reads such a text that may be left out but must not be null.
///
/// # Errors
/// If the value is anything else.
pub fn given_line<'de, D, const MIN: usize, const MAX: usize>(
    deserializer: D,
) -> Result<Option<String>, D::Error>
where
    D: Deserializer<'de>,
{
    line::<D, MIN, MAX>(deserializer).map(Some)
}

/// Reads a string of up to `MAX` characters, or null.
///
/// # Errors
/// If the value is anything else.
pub fn text_or_null<'de, D, const MAX: usize>(deserializer: D) -> Result<Option<String>, D::Error>
where
    D: Deserializer<'de>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    match text.as_deref().is_none_or(|text| text.chars().count() <= MAX) {
        true => Ok(text),
        false => Err(out_of_bounds::<D>()),
    }
}

/// Reads a list of `MIN` to `MAX` items. A longer list is refused before its items are read.
///
/// # Errors
/// If the value is anything else.
pub fn list<'de, D, T, const MIN: usize, const MAX: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let items = deserializer.deserialize_seq(Items::<T, MAX>(PhantomData))?;
    if items.len() >= MIN { Ok(items) } else { Err(out_of_bounds::<D>()) }
}

/// Reads a list of up to `MAX` items.
struct Items<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Items<T, MAX> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a list of up to {MAX} items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        if list.size_hint().is_some_and(|length| length > MAX) {
            return Err(A::Error::custom("out of bounds"));
        }
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            if items.len() == MAX {
                return Err(A::Error::custom("out of bounds"));
            }
            items.push(item);
        }
        Ok(items)
    }
}

/// Reads a list of up to `ITEMS` of these words that may be left out but must not be null.
///
/// # Errors
/// If the value is anything else.
pub fn given_words<'de, D: Deserializer<'de>, const ITEMS: usize>(
    deserializer: D,
    known: &[&str],
) -> Result<Option<Vec<String>>, D::Error> {
    let words = list::<D, String, 0, ITEMS>(deserializer)?;
    match words.iter().all(|word| known.contains(&word.as_str())) {
        true => Ok(Some(words)),
        false => Err(out_of_bounds::<D>()),
    }
}

/// Reads a field that may be left out but must not be null.
///
/// # Errors
/// The errors of the field.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads a list of `MIN` to `MAX` items that may be left out but must not be null.
///
/// # Errors
/// If the value is anything else.
pub fn given_list<'de, D, T, const MIN: usize, const MAX: usize>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    list::<D, T, MIN, MAX>(deserializer).map(Some)
}

/// Reads a string of `MIN` to `MAX` characters of `A-Z a-z 0-9 _ -`.
///
/// # Errors
/// If the value is anything else.
pub fn word<'de, D, const MIN: usize, const MAX: usize>(deserializer: D) -> Result<String, D::Error>
where
    D: Deserializer<'de>,
{
    let word = text::<D, MIN, MAX>(deserializer)?;
    if is_plain(&word) { Ok(word) } else { Err(out_of_bounds::<D>()) }
}

/// Reads a string of up to `MAX` characters of `A-Z a-z 0-9 _ -`, or null.
///
/// # Errors
/// If the value is anything else.
pub fn word_or_null<'de, D, const MAX: usize>(deserializer: D) -> Result<Option<String>, D::Error>
where
    D: Deserializer<'de>,
{
    let word = Option::<String>::deserialize(deserializer)?;
    let fits = word.as_deref().is_none_or(|word| word.len() <= MAX && is_plain(word));
    if fits { Ok(word) } else { Err(out_of_bounds::<D>()) }
}

fn is_plain(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// What no e-mail address contains: controls, spaces of every width, and marks that are not seen but change how a text is read,
/// such as those of direction. The patterns of addresses have the same ranges.
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

/// Reads an e-mail address, or null: one `@`, something before and after it, and nothing of [`NOT_IN_EMAIL`].
///
/// It does not check that the address exists: only sending a mail can show that.
///
/// # Errors
/// If the value is anything else.
pub fn email<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let address = Option::<String>::deserialize(deserializer)?;
    match address.as_deref().is_none_or(is_email) {
        true => Ok(address),
        false => Err(out_of_bounds::<D>()),
    }
}

/// Reads an e-mail address of the same form that must not be null.
///
/// # Errors
/// If the value is anything else.
pub fn email_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let address = String::deserialize(deserializer)?;
    if is_email(&address) { Ok(address) } else { Err(out_of_bounds::<D>()) }
}

fn is_email(address: &str) -> bool {
    let is_seen = |letter: char| !NOT_IN_EMAIL.iter().any(|range| range.contains(&letter));
    let printable = |part: &str| !part.is_empty() && part.chars().all(is_seen);
    let parts = address.split_once('@');
    parts.is_some_and(|(name, host)| printable(name) && printable(host) && !host.contains('@'))
        && address.chars().count() <= EMAIL_LENGTH_MAX
}

/// Reads an id in its usual form of 36 characters, or null.
///
/// # Errors
/// If the value is anything else.
pub fn id_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Uuid>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| hyphenated(&text).ok_or_else(|| out_of_bounds::<D>())).transpose()
}

/// Reads up to 64 bytes in hexadecimal, or null.
///
/// # Errors
/// If the value is anything else.
pub fn entropy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let fits = |text: &str| {
        text.len() <= 2 * ENTROPY_BYTES_MAX
            && text.len().is_multiple_of(2)
            && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    if text.as_deref().is_none_or(fits) { Ok(text) } else { Err(out_of_bounds::<D>()) }
}

fn out_of_bounds<'de, D: Deserializer<'de>>() -> D::Error {
    D::Error::custom("out of bounds")
}
