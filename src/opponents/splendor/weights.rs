//! The stored weights of evaluations: their bytes, and those that are part of the program.
//!
//! | bytes | content |
//! |---|---|
//! | 7 | `LPDRYNN` |
//! | 1 | the version of the format |
//! | 1 | the inputs: 0 for those of the base game of two, 1 for those of any table, 2 for those of the base
//! game of three and four |
//! | 2 + 1 + 1 | rows, units of the first layer, units of the second layer |
//! | 4 each | the head: `hidden`, `hidden_bias`, `result`, `result_bias`, as 32-bit floats |
//! | rest | for each row a byte, and unless it is `EMPTY_ROW` its weights in a Rice code. The lower half of
//! the byte is the parameter of the code, the upper half the number of zero bits at the end of all weights of
//! the row, which are left out |
//! | 8 | FNV-1a of all bytes before |
//!
//! All numbers are little-endian. The inputs that the rows stand for are those of `features`: if they
//! change, so does the version.

use std::sync::OnceLock;

use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;

use super::features::Inputs;
use super::net::{AnyTableNet, BaseOfMoreNet, BaseOfTwoNet, HIDDEN, Head, Net, Sums};

const MAGIC: [u8; 7] = *b"LPDRYNN";
/// The version of the format and of the inputs.
pub const VERSION: u8 = 3;
/// The byte of a row without weights.
const EMPTY_ROW: u8 = 255;
/// The maximum parameter of a Rice code, and the maximum number of omitted bits.
const RICE_MAX: u8 = 14;
const LEFT_OUT_MAX: u8 = 14;
/// The bytes before the head, and of the checksum.
const HEADER_BYTES: usize = 13;
const CHECKSUM_BYTES: usize = 8;
/// The numbers of the inputs.
const BASE_OF_TWO: u8 = 0;
const ANY_TABLE: u8 = 1;
const BASE_OF_MORE: u8 = 2;

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

/// A trained evaluation.
#[derive(Clone, PartialEq, Debug)]
pub enum Evaluation {
    /// With the inputs of the base game of two.
    BaseOfTwo(BaseOfTwoNet),
    /// With the inputs of the base game of three and four.
    BaseOfMore(BaseOfMoreNet),
    /// With the inputs of any table.
    AnyTable(AnyTableNet),
}

impl From<BaseOfTwoNet> for Evaluation {
    fn from(net: BaseOfTwoNet) -> Evaluation {
        Evaluation::BaseOfTwo(net)
    }
}

impl From<BaseOfMoreNet> for Evaluation {
    fn from(net: BaseOfMoreNet) -> Evaluation {
        Evaluation::BaseOfMore(net)
    }
}

impl From<AnyTableNet> for Evaluation {
    fn from(net: AnyTableNet) -> Evaluation {
        Evaluation::AnyTable(net)
    }
}

/// The tables that an evaluation was trained for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tables {
    /// The base game of two.
    BaseOfTwo,
    /// The base game of three and four.
    BaseOfMore,
    /// Any modules at a table of two.
    ModulesOfTwo,
    /// Any modules at a table of three or four.
    ModulesOfMore,
}

impl Tables {
    /// All kinds of tables.
    pub const ALL: [Tables; 4] =
        [Tables::BaseOfTwo, Tables::BaseOfMore, Tables::ModulesOfTwo, Tables::ModulesOfMore];

    /// The kind of this table.
    pub fn of(modules: Modules, seats: SeatCount) -> Tables {
        match (modules.is_empty(), seats) {
            (true, SeatCount::TWO) => Tables::BaseOfTwo,
            (true, _) => Tables::BaseOfMore,
            (false, SeatCount::TWO) => Tables::ModulesOfTwo,
            (false, _) => Tables::ModulesOfMore,
        }
    }

    /// The weights that are part of the program.
    pub const fn weights(self) -> &'static [u8] {
        match self {
            Tables::BaseOfTwo => include_bytes!("../weights/base-2.bin"),
            Tables::BaseOfMore => include_bytes!("../weights/base-3-4.bin"),
            Tables::ModulesOfTwo => include_bytes!("../weights/modules-2.bin"),
            Tables::ModulesOfMore => include_bytes!("../weights/modules-3-4.bin"),
        }
    }
}

/// The trained evaluation for this table. None if the program's weights are damaged.
pub fn trained(modules: Modules, seats: SeatCount) -> Option<&'static Evaluation> {
    static DECODED: [OnceLock<Option<Evaluation>>; Tables::ALL.len()] =
        [const { OnceLock::new() }; Tables::ALL.len()];
    let tables = Tables::of(modules, seats);
    DECODED[tables as usize].get_or_init(|| Evaluation::decode(tables.weights()).ok()).as_ref()
}

impl Evaluation {
    /// Whether the inputs cover a table with these modules and seats.
    pub fn fits(&self, modules: Modules, seats: SeatCount) -> bool {
        match self {
            Evaluation::BaseOfTwo(_) => modules.is_empty() && seats == SeatCount::TWO,
            Evaluation::BaseOfMore(_) => modules.is_empty(),
            Evaluation::AnyTable(_) => true,
        }
    }

    /// The weights as bytes.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Evaluation::BaseOfTwo(net) => encode(net, BASE_OF_TWO),
            Evaluation::BaseOfMore(net) => encode(net, BASE_OF_MORE),
            Evaluation::AnyTable(net) => encode(net, ANY_TABLE),
        }
    }

    /// Reads weights from their bytes.
    pub fn decode(bytes: &[u8]) -> Result<Evaluation, WeightsError> {
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
        let (shape, content) = (&header[2..], &content[HEADER_BYTES..]);
        match header[1] {
            BASE_OF_TWO => decode(shape, content).map(Evaluation::BaseOfTwo),
            BASE_OF_MORE => decode(shape, content).map(Evaluation::BaseOfMore),
            ANY_TABLE => decode(shape, content).map(Evaluation::AnyTable),
            _ => Err(WeightsError::OtherShape),
        }
    }
}

/// The numbers of rows and units in the order of the header.
const fn shape<I: Inputs, const UNITS: usize>() -> [u8; 4] {
    let [low, high] = (I::ROWS as u16).to_le_bytes();
    [low, high, UNITS as u8, HIDDEN as u8]
}

fn encode<I: Inputs, const UNITS: usize, const MEMORY: usize>(
    net: &Net<I, UNITS, MEMORY>,
    inputs: u8,
) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, inputs]);
    bytes.extend(shape::<I, UNITS>());
    let head = net.head();
    let numbers = head.hidden.iter().flatten().chain(&head.hidden_bias).chain(&head.result);
    numbers.chain([&head.result_bias]).for_each(|number| bytes.extend(number.to_le_bytes()));
    net.rows().iter().for_each(|row| encode_row(row, &mut bytes));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

fn decode<I: Inputs, const UNITS: usize, const MEMORY: usize>(
    stored_shape: &[u8],
    content: &[u8],
) -> Result<Net<I, UNITS, MEMORY>, WeightsError> {
    if stored_shape != shape::<I, UNITS>() {
        return Err(WeightsError::OtherShape);
    }
    let mut reader = WeightReader { bytes: content, bit: 0 };
    let head = reader.head().ok_or(WeightsError::Damaged)?;
    let rows: Option<Vec<Sums<UNITS>>> = (0..I::ROWS).map(|_| reader.row()).collect();
    rows.and_then(|rows| Net::new(rows, head)).ok_or(WeightsError::Damaged)
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The weight as an unsigned number: small weights become small numbers.
const fn unsigned(weight: i16) -> u16 {
    ((weight << 1) ^ (weight >> 15)) as u16
}

const fn signed(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

fn encode_row<const UNITS: usize>(row: &Sums<UNITS>, bytes: &mut Vec<u8>) {
    if row.0.iter().all(|&weight| weight == 0) {
        return bytes.push(EMPTY_ROW);
    }
    let ends = row.0.iter().filter(|&&weight| weight != 0).map(|weight| weight.trailing_zeros() as u8);
    let left_out = ends.min().unwrap_or_default().min(LEFT_OUT_MAX);
    let numbers = row.0.map(|weight| unsigned(weight >> left_out));
    let length = |rice: u8| -> usize {
        numbers.iter().map(|&number| usize::from(number >> rice) + 1 + usize::from(rice)).sum()
    };
    let rice = (0..=RICE_MAX).min_by_key(|&rice| length(rice)).unwrap_or(RICE_MAX);
    bytes.push(left_out << 4 | rice);
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
    for number in numbers {
        // As many ones as the upper part, a zero, then the lower part.
        (0..number >> rice).for_each(|_| push(1, 1, bytes));
        push(0, 1, bytes);
        push(u64::from(number) & ((1 << rice) - 1), u32::from(rice), bytes);
    }
    // Fills up the last byte.
    push(0, 7, bytes);
}

/// Reads the parts of the file.
struct WeightReader<'a> {
    bytes: &'a [u8],
    bit: u32,
}

impl WeightReader<'_> {
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

    fn head<const UNITS: usize>(&mut self) -> Option<Head<UNITS>> {
        let mut hidden = [[0.0; HIDDEN]; UNITS];
        for row in &mut hidden {
            *row = self.numbers()?;
        }
        let (hidden_bias, result) = (self.numbers()?, self.numbers()?);
        Some(Head { hidden, hidden_bias, result, result_bias: self.number()? })
    }

    fn row<const UNITS: usize>(&mut self) -> Option<Sums<UNITS>> {
        let (&code, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        let mut row = [0; UNITS];
        if code == EMPTY_ROW {
            return Some(Sums(row));
        }
        let (left_out, rice) = (code >> 4, code & 0xf);
        if rice > RICE_MAX || left_out > LEFT_OUT_MAX {
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
            let short = i32::from(signed(u16::try_from(number).ok()?));
            *weight = i16::try_from(short << left_out).ok()?;
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
