//! The stored weights of evaluations: their bytes, and those that are part of the program.
//!
//! | bytes | content |
//! |---|---|
//! | 7 | `LPDRYNN` |
//! | 1 | the version of the format |
//! | 1 | the number of seats |
//! | 2 + 1 + 1 | rows, units of the first layer, units of the second layer |
//! | 4 each | the head: `hidden`, `hidden_bias`, `result`, `result_bias`, as 32-bit floats |
//! | rest | for each row a byte, and unless it is `EMPTY_ROW` its weights in a Rice code with this
//! parameter |
//! | 8 | FNV-1a of all bytes before |
//!
//! All numbers are little-endian. The inputs that the rows stand for are those of `features`: if they
//! change, so does the version.

use std::sync::OnceLock;

use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;

use super::features::ROWS;
use super::net::{HIDDEN, Head, Net, Sums, UNITS};

const MAGIC: [u8; 7] = *b"LPDRYNN";
/// The version of the format and of the inputs.
pub const VERSION: u8 = 1;
/// The mark of a row without weights.
const EMPTY_ROW: u8 = 255;
/// The largest parameter of a Rice code.
const RICE_MAX: u8 = 14;
/// The bytes before the head, and of the checksum.
const HEADER_BYTES: usize = 13;
const CHECKSUM_BYTES: usize = 8;
/// The numbers of the head.
const HEAD_NUMBERS: usize = UNITS * HIDDEN + 2 * HIDDEN + 1;

/// Why bytes are not usable weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The bytes do not begin like weights.
    #[error("this is not a file with weights")]
    NotWeights,
    /// The weights were made for other inputs.
    #[error("the weights have version {0}, but only version {VERSION} can be used")]
    OtherVersion(u8),
    /// The layers have other sizes.
    #[error("the weights have layers of other sizes")]
    OtherShape,
    /// The bytes are incomplete or were changed.
    #[error("the weights are damaged: the checksum does not match")]
    Damaged,
}

/// Weights with the number of seats that they were trained for.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub seats: SeatCount,
    pub net: Net,
}

/// Weights that are part of the program: seats, bytes, and the net once it is needed.
type Embedded = (SeatCount, &'static [u8], OnceLock<Option<Net>>);

/// The weights that are part of the program.
static EMBEDDED: [Embedded; 1] = [(SeatCount::TWO, include_bytes!("../weights/base-2.bin"), OnceLock::new())];

/// The weights that are part of the program: seats and bytes.
pub fn embedded() -> impl Iterator<Item = (SeatCount, &'static [u8])> {
    EMBEDDED.iter().map(|(seats, bytes, _)| (*seats, *bytes))
}

/// The trained evaluation for this table, if there is one.
pub fn trained(modules: Modules, seats: SeatCount) -> Option<&'static Net> {
    if !modules.is_empty() {
        return None;
    }
    let (_, bytes, net) = EMBEDDED.iter().find(|(count, ..)| *count == seats)?;
    net.get_or_init(|| Weights::decode(bytes).ok().map(|weights| weights.net)).as_ref()
}

impl Weights {
    /// The weights as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend([VERSION, self.seats.get() as u8]);
        bytes.extend((ROWS as u16).to_le_bytes());
        bytes.extend([UNITS as u8, HIDDEN as u8]);
        let head = self.net.head();
        let numbers = head.hidden.iter().flatten().chain(&head.hidden_bias).chain(&head.result);
        numbers.chain([&head.result_bias]).for_each(|number| bytes.extend(number.to_le_bytes()));
        self.net.rows().iter().for_each(|row| encode_row(row, &mut bytes));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads weights from their bytes.
    ///
    /// # Errors
    /// If the bytes are something else, of another version, or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Weights, WeightsError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let header = bytes.get(MAGIC.len()..HEADER_BYTES).ok_or(WeightsError::Damaged)?;
        if header[0] != VERSION {
            return Err(WeightsError::OtherVersion(header[0]));
        }
        let (content, sum) = bytes
            .split_last_chunk::<CHECKSUM_BYTES>()
            .filter(|(content, _)| content.len() >= HEADER_BYTES)
            .ok_or(WeightsError::Damaged)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let [rows_low, rows_high] = (ROWS as u16).to_le_bytes();
        let seats = SeatCount::new(header[1]).ok_or(WeightsError::OtherShape)?;
        if header[2..] != [rows_low, rows_high, UNITS as u8, HIDDEN as u8] {
            return Err(WeightsError::OtherShape);
        }
        let mut reader = Reader { bytes: &content[HEADER_BYTES..], bit: 0 };
        let head = reader.head().ok_or(WeightsError::Damaged)?;
        let rows: Option<Vec<Sums>> = (0..ROWS).map(|_| reader.row()).collect();
        let net = rows.and_then(|rows| Net::new(rows, head)).ok_or(WeightsError::Damaged)?;
        Ok(Weights { seats, net })
    }
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The weight as a number without sign: small weights become small numbers.
const fn unsigned(weight: i16) -> u16 {
    ((weight << 1) ^ (weight >> 15)) as u16
}

const fn signed(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

fn encode_row(row: &Sums, bytes: &mut Vec<u8>) {
    if row.0.iter().all(|&weight| weight == 0) {
        return bytes.push(EMPTY_ROW);
    }
    let length = |rice: u8| -> usize {
        row.0.iter().map(|&weight| usize::from(unsigned(weight) >> rice) + 1 + usize::from(rice)).sum()
    };
    let rice = (0..=RICE_MAX).min_by_key(|&rice| length(rice)).unwrap_or(RICE_MAX);
    bytes.push(rice);
    let (mut word, mut bits) = (0u64, 0);
    let mut push = |value: u64, count: u32, bytes: &mut Vec<u8>| {
        word |= value << bits;
        bits += count;
        while bits >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            bits -= 8;
        }
    };
    for number in row.0.iter().map(|&weight| unsigned(weight)) {
        // As many ones as the upper part says, a zero, then the lower part.
        (0..number >> rice).for_each(|_| push(1, 1, bytes));
        push(0, 1, bytes);
        push(u64::from(number) & ((1 << rice) - 1), u32::from(rice), bytes);
    }
    // Fills up the last byte.
    push(0, 7, bytes);
}

/// Reads the parts of the content.
struct Reader<'a> {
    bytes: &'a [u8],
    bit: u32,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<f32> {
        let (number, rest) = self.bytes.split_first_chunk::<4>()?;
        self.bytes = rest;
        Some(f32::from_le_bytes(*number)).filter(|number| number.is_finite())
    }

    fn numbers<const COUNT: usize>(&mut self) -> Option<[f32; COUNT]> {
        let mut numbers = [0.0; COUNT];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Some(numbers)
    }

    fn head(&mut self) -> Option<Head> {
        if self.bytes.len() < 4 * HEAD_NUMBERS {
            return None;
        }
        let mut hidden = [[0.0; HIDDEN]; UNITS];
        for row in &mut hidden {
            *row = self.numbers()?;
        }
        let (hidden_bias, result) = (self.numbers()?, self.numbers()?);
        Some(Head { hidden, hidden_bias, result, result_bias: self.number()? })
    }

    fn row(&mut self) -> Option<Sums> {
        let (&rice, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        let mut row = [0; UNITS];
        if rice == EMPTY_ROW {
            return Some(Sums(row));
        }
        if rice > RICE_MAX {
            return None;
        }
        for weight in &mut row {
            let mut upper = 0u32;
            while self.bit()? == 1 {
                upper += 1;
            }
            let mut number = upper.checked_shl(u32::from(rice))?;
            for place in 0..rice {
                number |= self.bit()? << place;
            }
            *weight = signed(u16::try_from(number).ok()?);
        }
        if self.bit > 0 {
            self.bit = 0;
            self.bytes = self.bytes.get(1..)?;
        }
        Some(Sums(row))
    }

    fn bit(&mut self) -> Option<u32> {
        let bit = u32::from(*self.bytes.first()?) >> self.bit & 1;
        self.bit += 1;
        if self.bit == 8 {
            self.bit = 0;
            self.bytes = &self.bytes[1..];
        }
        Some(bit)
    }
}
