//! The packed form of a log: all its entries as one short sequence of bytes, from which each is restored
//! exactly.
//!
//! The first byte is the version of the form. In version 1 a zlib stream follows. Its checksum detects
//! corrupted bytes. The stream contains the number of entries, then the first row of this table for all
//! entries, then the second, then the third: similar values next to each other compress best.
//!
//! | what | how |
//! |---|---|
//! | kind, author, seat | one byte: kind in the bits 5 to 7, author in the bits 3 and 4, seat + 1 in the bits 0 to 2, 0 for none |
//! | time | microseconds since the entry before, since 1970 for the first |
//! | text | its length + 1, 0 for none, and its bytes |
//!
//! Numbers are written in groups of seven bits, the lowest first; a group that is not the last has the
//! highest bit set. Signed numbers alternate: 0, -1, 1, -2 … are written as 0, 1, 2, 3 …. The entries are
//! numbered from 1 without gaps.

use std::io::{Read, Write};

use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::game::Version;
use crate::log::{Author, EntryKind, LogEntry, NewEntry};
use lapidary_engine::seat::Seat;

/// The maximum number of entries of one game. The rules end every game earlier (B20).
pub const LOG_ENTRIES_MAX: u32 = 65_536;

/// The version of the packed form.
const FORM: u8 = 1;

/// The maximum size of a log before compression, in bytes.
const BYTES_MAX: usize = 16 * 1024 * 1024;

/// Returns the packed form of a log. Returns `None` if its entries are not numbered from 1 without gaps, or
/// are too many or too large.
pub fn pack(log: &[LogEntry]) -> Option<Vec<u8>> {
    let numbered = (1..).zip(log).all(|(seq, entry)| entry.seq == Version(seq));
    if !numbered || log.len() > entries_max() {
        return None;
    }
    let mut plain = Vec::new();
    put(&mut plain, log.len() as u64);
    plain.extend(log.iter().map(|stored| head(&stored.entry)));
    let mut before = 0_i64;
    for stored in log {
        let at = stored.at.timestamp_micros();
        put_signed(&mut plain, at.wrapping_sub(before));
        before = at;
    }
    for stored in log {
        let text = stored.entry.action.as_deref();
        put(&mut plain, text.map_or(0, |text| text.len() as u64 + 1));
        plain.extend_from_slice(text.unwrap_or_default().as_bytes());
    }
    if plain.len() > BYTES_MAX {
        return None;
    }
    let mut packed = ZlibEncoder::new(vec![FORM], Compression::best());
    packed.write_all(&plain).ok()?;
    packed.finish().ok()
}

/// Returns the log with this packed form, or `None` if it is invalid.
pub fn unpack(packed: &[u8]) -> Option<Vec<LogEntry>> {
    let (&FORM, stream) = packed.split_first()? else { return None };
    let plain = inflate(stream)?;
    let mut rest = plain.as_slice();
    let count = usize::try_from(take(&mut rest)?).ok().filter(|&count| count <= entries_max())?;
    let heads = take_bytes(&mut rest, count)?;
    let mut log = Vec::with_capacity(count);
    let mut micros = 0_i64;
    for (seq, &head) in (1..).zip(heads) {
        micros = micros.wrapping_add(take_signed(&mut rest)?);
        log.push(LogEntry { seq: Version(seq), at: time(micros)?, entry: entry(head)? });
    }
    for stored in &mut log {
        stored.entry.action = take_text(&mut rest)?;
    }
    rest.is_empty().then_some(log)
}

const fn entries_max() -> usize {
    LOG_ENTRIES_MAX as usize
}

fn inflate(stream: &[u8]) -> Option<Vec<u8>> {
    // The limit is one byte higher, to detect longer logs.
    let mut limited = ZlibDecoder::new(stream).take(BYTES_MAX as u64 + 1);
    let mut plain = Vec::new();
    limited.read_to_end(&mut plain).ok()?;
    let behind = limited.into_inner().into_inner();
    (plain.len() <= BYTES_MAX && behind.is_empty()).then_some(plain)
}

fn time(micros: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(micros)
}

const fn kind_code(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Started => 0,
        EntryKind::Action => 1,
        EntryKind::Resigned => 2,
        EntryKind::TimedOut => 3,
        EntryKind::Finished => 4,
        EntryKind::Aborted => 5,
    }
}

const fn author_code(author: Author) -> u8 {
    match author {
        Author::Player => 0,
        Author::Engine => 1,
        Author::Clock => 2,
    }
}

fn head(entry: &NewEntry) -> u8 {
    let seat = entry.seat.map_or(0, |seat| seat.number() + 1);
    kind_code(entry.kind) << 5 | author_code(entry.by) << 3 | seat
}

/// Returns the entry with this head, without its text.
fn entry(head: u8) -> Option<NewEntry> {
    let (kind, author, seat) = (head >> 5, head >> 3 & 0b11, head & 0b111);
    Some(NewEntry {
        seat: match seat.checked_sub(1) {
            Some(number) => Some(Seat::new(number)?),
            None => None,
        },
        by: Author::ALL.into_iter().find(|&known| author_code(known) == author)?,
        kind: EntryKind::ALL.into_iter().find(|&known| kind_code(known) == kind)?,
        action: None,
    })
}

/// The bits of a number in one byte, and the bit that means that more bytes follow.
const GROUP_BITS: u32 = 7;
const MORE: u8 = 1 << GROUP_BITS;

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= MORE.into() {
        out.push(number as u8 | MORE);
        number >>= GROUP_BITS;
    }
    out.push(number as u8);
}

fn put_signed(out: &mut Vec<u8>, number: i64) {
    put(out, (number << 1 ^ number >> (i64::BITS - 1)).cast_unsigned());
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(GROUP_BITS as usize) {
        let byte = *rest.split_off_first()?;
        let group = u64::from(byte & !MORE);
        let shifted = group << shift;
        if shifted >> shift != group {
            return None;
        }
        number |= shifted;
        if byte & MORE == 0 {
            return Some(number);
        }
    }
    None
}

fn take_signed(rest: &mut &[u8]) -> Option<i64> {
    let number = take(rest)?;
    Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
}

fn take_bytes<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    rest.split_off(..count)
}

fn take_text(rest: &mut &[u8]) -> Option<Option<String>> {
    let Some(length) = take(rest)?.checked_sub(1) else { return Some(None) };
    let bytes = take_bytes(rest, length.try_into().ok()?)?;
    Some(Some(String::from_utf8(bytes.to_vec()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log with every kind by every author at every seat, and with texts and times of all sizes.
    fn log_of_everything() -> Vec<LogEntry> {
        let texts = [None, Some(String::new()), Some("take wug".to_owned()), Some("ж→".repeat(200))];
        let times = [0, 1_700_000_000_000_001, 1_700_000_000_000_000, -5, i64::MAX / 40, 7];
        let seats = [None, Seat::new(0), Seat::new(1), Seat::new(2), Seat::new(3)];
        let mut log = Vec::new();
        for kind in EntryKind::ALL {
            for by in Author::ALL {
                for seat in seats {
                    let number = log.len();
                    let entry = NewEntry { seat, by, kind, action: texts[number % texts.len()].clone() };
                    let at = DateTime::from_timestamp_micros(times[number % times.len()]).unwrap();
                    log.push(LogEntry { seq: Version(number as u32 + 1), at, entry });
                }
            }
        }
        log
    }

    /// A plain text in the packed form.
    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut packed = ZlibEncoder::new(vec![FORM], Compression::best());
        packed.write_all(plain).unwrap();
        packed.finish().unwrap()
    }

    #[test]
    fn every_entry_survives_being_packed() {
        let log = log_of_everything();
        for length in [0, 1, 2, log.len()] {
            assert_eq!(unpack(&pack(&log[..length]).unwrap()).as_deref(), Some(&log[..length]));
        }
    }

    #[test]
    fn kinds_and_authors_have_codes_of_their_own_that_fit_their_bits() {
        let kinds = EntryKind::ALL.map(kind_code);
        assert_eq!(kinds, [0, 1, 2, 3, 4, 5], "stored logs have these codes");
        assert_eq!(Author::ALL.map(author_code), [0, 1, 2], "stored logs have these codes");
    }

    #[test]
    fn a_log_that_was_packed_by_an_earlier_version_is_still_read() {
        let stored = "0178da63e2506ae86c6c6aee6c656b98749f8981b520b1b818004f46077f";
        let log = unpack(&hex::decode(stored).unwrap()).expect("the stored form is known");
        let micros: Vec<i64> = log.iter().map(|stored| stored.at.timestamp_micros()).collect();
        assert_eq!(micros, [1_700_000_000_123_456, 1_700_000_003_000_000]);
        assert_eq!(
            log[0].entry,
            NewEntry { seat: None, by: Author::Engine, kind: EntryKind::Started, action: None }
        );
        let pass = Some("pass".to_owned());
        assert_eq!(
            log[1].entry,
            NewEntry { seat: Seat::new(1), by: Author::Player, kind: EntryKind::Action, action: pass }
        );
    }

    #[test]
    fn a_log_with_a_gap_is_not_packed() {
        let mut log = log_of_everything();
        log.remove(3);
        assert_eq!(pack(&log), None);
        assert_eq!(pack(&log_of_everything()[1..]), None);
    }

    #[test]
    fn a_log_with_too_many_entries_is_neither_packed_nor_unpacked() {
        let entry = NewEntry { seat: None, by: Author::Clock, kind: EntryKind::Action, action: None };
        let entries = (1..=entries_max() as u32 + 1).map(|seq| LogEntry {
            seq: Version(seq),
            at: DateTime::UNIX_EPOCH,
            entry: entry.clone(),
        });
        let log: Vec<LogEntry> = entries.collect();
        assert_eq!(pack(&log), None);
        assert!(pack(&log[1..]).is_none() && pack(&log[..entries_max()]).is_some());
        let mut plain = Vec::new();
        put(&mut plain, log.len() as u64);
        plain.resize(plain.len() + log.len(), head(&entry));
        plain.resize(plain.len() + 2 * log.len(), 0);
        assert_eq!(unpack(&packed(&plain)), None);
    }

    #[test]
    fn corrupted_bytes_are_never_read_as_a_log() {
        let whole = pack(&log_of_everything()).unwrap();
        for place in 0..whole.len() {
            assert_eq!(unpack(&whole[..place]), None, "cut at {place}");
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[place] ^= 1 << bit;
                // Some bits of a zlib stream mean nothing. No bit may change the log.
                assert!(unpack(&damaged).is_none_or(|log| log == log_of_everything()), "{place} {bit}");
            }
        }
        assert_eq!(unpack(&[whole.as_slice(), &[0]].concat()), None, "bytes behind the stream");
    }

    #[test]
    fn a_stream_with_wrong_content_is_refused() {
        for wrong in [
            &[][..],
            // One entry with an unknown kind, author and seat.
            &[1, 0b1100_0000, 0, 0],
            &[1, 0b0001_1000, 0, 0],
            &[1, 0b0000_0101, 0, 0],
            // A text longer than the rest, and one that is not UTF-8.
            &[1, 0, 0, 3, b'a'],
            &[1, 0, 0, 2, 0xff],
            // A number without an end, one of more than 64 bits, and an impossible time.
            &[0xff; 3],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
            &[1, 0, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0],
            // Bytes after the last entry.
            &[1, 0, 0, 0, 0],
        ] {
            assert_eq!(unpack(&packed(wrong)), None, "{wrong:?}");
        }
        assert!(unpack(&packed(&[1, 0, 0, 0])).is_some());
        assert_eq!(unpack(&packed(&vec![0; BYTES_MAX + 1])), None);
    }

    #[test]
    fn numbers_of_every_size_are_read_back() {
        for number in [0, 1, -1, 63, 64, -64, -65, i64::MAX, i64::MIN] {
            let mut out = Vec::new();
            put_signed(&mut out, number);
            let mut rest = out.as_slice();
            assert_eq!((take_signed(&mut rest), rest), (Some(number), &[][..]));
        }
    }
}
