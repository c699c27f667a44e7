//! Streams in gzip (RFC 1952). Each part is complete when it is sent, and no compressor waits with the
//! stream.
//!
//! A compressor has hundreds of kilobytes, and most streams wait. So a stream keeps only the end of its sent
//! bytes. For the next part, a compressor that all streams of a thread share reads this end again and drops
//! its output for it. Its further output refers to bytes that the client has.

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::http::header::ContentEncoding;
use actix_web::web::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};

use crate::http::accept::accepts_gzip;

/// How much of its end a stream keeps, in bytes: some frames, which resemble the next one.
const KEPT_BYTES: usize = 2_048;
/// The free space that a compressor needs even without output, in bytes.
const ROOM_BYTES: usize = 1_024;

/// The head of a file in gzip: no name, no time, an unknown system.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// The last block of a file in gzip. It is empty.
const LAST_BLOCK: [u8; 2] = [3, 0];

thread_local! {
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), false));
}

/// A stream that is sent in gzip.
pub struct Packer {
    /// The end of the sent bytes, before compression.
    kept: Vec<u8>,
    /// The checksum and the number of all sent bytes.
    sum: Crc,
    begun: bool,
}

impl Packer {
    /// Returns a packer if the client of this request accepts gzip.
    pub fn accepted(request: &HttpRequest) -> Option<Packer> {
        accepts_gzip(request).then(|| Packer { kept: Vec::new(), sum: Crc::new(), begun: false })
    }

    /// The encoding of the response.
    pub const ENCODING: ContentEncoding = ContentEncoding::Gzip;

    /// Returns a part of the stream in gzip. The client can read all of it.
    pub fn pack(&mut self, part: &[u8]) -> Bytes {
        let mut out = Vec::with_capacity(part.len() / 2 + ROOM_BYTES);
        if !std::mem::replace(&mut self.begun, true) {
            out.extend_from_slice(&HEAD);
        }
        let head = out.len();
        COMPRESSOR.with_borrow_mut(|compressor| {
            compressor.reset();
            feed(compressor, &self.kept, &mut out);
            out.truncate(head);
            feed(compressor, part, &mut out);
        });
        self.sum.update(part);
        self.kept.extend_from_slice(part);
        let surplus = self.kept.len().saturating_sub(KEPT_BYTES);
        self.kept.drain(..surplus);
        self.kept.shrink_to(KEPT_BYTES);
        out.into()
    }

    /// Returns the end of the stream.
    pub fn end(&self) -> Bytes {
        let numbers = [self.sum.sum().to_le_bytes(), self.sum.amount().to_le_bytes()].concat();
        [LAST_BLOCK.as_slice(), &numbers].concat().into()
    }
}

/// Writes all of `part` into `out`, up to the end of a byte.
fn feed(compressor: &mut Compress, part: &[u8], out: &mut Vec<u8>) {
    let begun = compressor.total_in();
    loop {
        out.reserve(ROOM_BYTES);
        let read = (compressor.total_in() - begun) as usize;
        let done = compressor.compress_vec(&part[read..], out, FlushCompress::Sync);
        // If room is left, all output is written.
        let has_room = out.len() < out.capacity();
        if done.is_err() || has_room && (compressor.total_in() - begun) as usize == part.len() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use actix_web::test::TestRequest;
    use flate2::read::GzDecoder;

    use super::*;

    fn packer() -> Packer {
        let request = TestRequest::default().insert_header(("accept-encoding", "gzip, br")).to_http_request();
        Packer::accepted(&request).expect("gzip is accepted")
    }

    /// Reads the readable part of an unfinished file.
    fn read(packed: &[u8]) -> Vec<u8> {
        let (mut decoder, mut plain) = (GzDecoder::new(packed), Vec::new());
        let _ = decoder.read_to_end(&mut plain);
        plain
    }

    #[test]
    fn every_part_can_be_read_as_soon_as_it_is_sent() {
        let (mut packer, mut plain, mut packed) = (packer(), Vec::new(), Vec::new());
        let mut dice = 7_u64;
        for number in 0..200_usize {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let noise: String = (0..number * 37 % 5_000)
                .map(|place| (b'a' + ((dice >> (place % 59)) % 23) as u8) as char)
                .collect();
            let part = format!("data: {{\"type\":\"action\",\"seq\":{number},\"data\":\"{noise}\"}}\n\n");
            plain.extend_from_slice(part.as_bytes());
            packed.extend_from_slice(&packer.pack(part.as_bytes()));
            assert_eq!(read(&packed), plain, "part {number}");
            assert!(packer.kept.len() <= KEPT_BYTES);
        }
        packed.extend_from_slice(&packer.end());
        let mut whole = Vec::new();
        GzDecoder::new(packed.as_slice())
            .read_to_end(&mut whole)
            .expect("a whole file with the right checksum");
        assert_eq!(whole, plain);
    }

    #[test]
    fn frames_that_resemble_each_other_become_small() {
        let mut packer = packer();
        let frame = |seq: usize| {
            format!(
                "data: {{\"type\":\"action\",\"seq\":{seq},\"server_time\":\"2026-01-01T00:00:{seq:02}.000Z\",\"data\":{{\"seat\":0,\"by\":\"player\",\"effects\":[]}}}}\n\n"
            )
        };
        packer.pack(frame(1).as_bytes());
        let second = packer.pack(frame(2).as_bytes());
        assert!(second.len() * 3 < frame(2).len(), "{} of {} bytes", second.len(), frame(2).len());
    }

    #[test]
    fn nobody_gets_gzip_who_does_not_accept_it() {
        for accepted in ["identity", "br", "gzip;q=0", "gzip;q=0.1, identity"] {
            let request =
                TestRequest::default().insert_header(("accept-encoding", accepted)).to_http_request();
            assert!(Packer::accepted(&request).is_none(), "{accepted}");
        }
        assert!(Packer::accepted(&TestRequest::default().to_http_request()).is_none());
    }
}
