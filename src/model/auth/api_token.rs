//! API tokens: `lap_`, 30 random characters and a checksum. Scanners of source code recognize leaked ones.
//!
//! This module knows their written form, but no table.

use sha2::{Digest, Sha256};

use super::secret_token::TokenDigest;

/// The first characters of every API token.
const PREFIX: &str = "lap_";
/// The number of random characters: 178 bits.
const RANDOM: usize = 30;
/// The number of characters of the checksum.
const CHECKSUM: usize = 6;
/// The digits of base 62.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// A multiple of 62. All bytes below it give each digit with the same probability.
const UNBIASED: u8 = 248;

/// An API token as its holder sees it.
pub struct ApiToken(String);

impl ApiToken {
    /// Returns a new token.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut random = String::with_capacity(RANDOM);
        while random.len() < RANDOM {
            let mut bytes = [0; RANDOM];
            getrandom::fill(&mut bytes)?;
            let digits = bytes.iter().filter(|byte| **byte < UNBIASED).map(|byte| digit((*byte).into()));
            random.extend(digits.take(RANDOM - random.len()));
        }
        Ok(ApiToken(format!("{PREFIX}{random}{}", checksum(&random))))
    }

    /// Returns whether a text looks like an API token: other tokens begin with other characters.
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Parses a presented token. Returns `None` if the text is not a token, or if its checksum is wrong.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX)?;
        let (random, end) = digits.split_at_checked(RANDOM)?;
        let known =
            digits.len() == RANDOM + CHECKSUM && digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (known && checksum(random) == end).then(|| ApiToken(text.to_owned()))
    }

    /// Returns the token as text for the client.
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// Returns the digest.
    pub fn digest(&self) -> TokenDigest {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// The CRC-32 (IEEE) of the random characters in base 62.
fn checksum(random: &str) -> String {
    let sum = crc32fast::hash(random.as_bytes());
    (0..CHECKSUM).rev().map(|place| digit(u64::from(sum) / 62_u64.pow(place as u32))).collect()
}

fn digit(number: u64) -> char {
    char::from(DIGITS[(number % 62) as usize])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_token_is_parsed_from_its_written_form() {
        let token = ApiToken::generate().unwrap();
        let text = token.as_text();
        assert_eq!(text.len(), 40);
        assert!(text.starts_with("lap_") && ApiToken::is_meant_by(text));
        assert_eq!(ApiToken::parse(text).map(|parsed| parsed.digest()), Some(token.digest()));
    }

    #[test]
    fn a_token_with_a_changed_character_is_refused() {
        let token = ApiToken::generate().unwrap();
        for place in 0..token.as_text().len() {
            let mut changed = token.as_text().to_owned().into_bytes();
            changed[place] = if changed[place] == b'0' { b'1' } else { b'0' };
            assert!(ApiToken::parse(std::str::from_utf8(&changed).unwrap()).is_none(), "at {place}");
        }
        let long = format!("{}0", token.as_text());
        for garbage in ["", "lap_", "lap_ä", &token.as_text()[4..], &token.as_text()[..39], &long] {
            assert!(ApiToken::parse(garbage).is_none(), "{garbage}");
        }
    }

    #[test]
    fn the_checksum_is_the_crc32_of_the_random_characters_with_leading_zeros() {
        // The CRC-32 of "123456789" is 0xCBF43926, in base 62: 3jZRME.
        assert_eq!(checksum("123456789"), "3jZRME");
        assert_eq!(checksum(""), "000000");
    }

    #[test]
    fn tokens_have_every_digit_and_are_all_different() {
        let tokens: HashSet<String> =
            (0..200).map(|_| ApiToken::generate().unwrap().as_text().to_owned()).collect();
        assert_eq!(tokens.len(), 200);
        let digits: HashSet<char> = tokens.iter().flat_map(|token| token[4..34].chars()).collect();
        assert_eq!(digits.len(), 62);
    }
}
