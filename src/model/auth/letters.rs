//! Letters of codes that people read and type: consonants, so that they form no word and are easy to read
//! aloud (RFC 8628, 6.1).

use crate::names::caseless;

/// The letters.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
/// The multiples of 20 below this number are complete, so smaller bytes give each letter with the same
/// probability.
const UNBIASED: u8 = 240;

/// Returns this many random letters.
pub(super) fn random_letters(length: usize) -> Result<String, getrandom::Error> {
    let mut code = String::with_capacity(length);
    while code.len() < length {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let letters = bytes.iter().filter(|byte| **byte < UNBIASED);
        let letters = letters.map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]));
        code.extend(letters.take(length - code.len()));
    }
    Ok(code)
}

/// Returns this many letters that somebody has typed; none if they are not a code. Small letters, letters in
/// full width, dashes and spaces make no difference.
pub(super) fn typed_letters(typed: &str, length: usize) -> Option<String> {
    let typed = caseless(typed);
    let letters = typed.chars().filter(|letter| *letter != '-' && !letter.is_whitespace());
    let code: String = letters.take(length + 1).map(|letter| letter.to_ascii_uppercase()).collect();
    let known = code.len() == length && code.bytes().all(|letter| LETTERS.contains(&letter));
    known.then_some(code)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_have_every_letter() {
        let code = random_letters(4_000).unwrap();
        assert_eq!(code.len(), 4_000);
        let letters: HashSet<u8> = code.bytes().collect();
        assert_eq!(letters.len(), LETTERS.len());
        assert_eq!(typed_letters(&code.to_lowercase(), 4_000), Some(code));
        assert_eq!(typed_letters("ＷＤＪＢ－ｍｊｈｔ", 8).as_deref(), Some("WDJBMJHT"));
    }
}
