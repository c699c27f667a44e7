//! The messages of PostgreSQL's protocol in a stream of bytes: where they begin and end, and the few that
//! tell something about the state of the database.
//!
//! The driver gives errors as texts in the language of the database. The codes are the same everywhere, so
//! what concerns the whole database is read here.

/// The first message of a client, which has no type byte.
const STARTUP: u8 = 0;
/// `ErrorResponse`.
const ERROR: u8 = b'E';
/// `ReadyForQuery`, the end of a response.
const READY: u8 = b'Z';
/// The status in `ReadyForQuery` of a connection without an open transaction.
const IDLE: u8 = b'I';
/// The field with the code in `ErrorResponse`.
const CODE_FIELD: u8 = b'C';

/// The messages that PostgreSQL answers with `ReadyForQuery`: the startup message, `Query`, `Sync` and
/// `FunctionCall`.
const ASKING: [u8; 4] = [STARTUP, b'Q', b'S', b'F'];

/// The type byte and the length field of a message.
const HEAD_BYTES: usize = 5;
/// The length field includes its own size.
const LENGTH_BYTES: usize = 4;
/// The number of bytes of a body that are kept. The code of an error is in the third field, after two words.
const KEPT_BYTES_MAX: usize = 64;

/// The code of an error (`SQLSTATE`).
pub(super) type Code = [u8; 5];

/// A message of the database that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notice {
    /// An error with this code.
    Error(Code),
    /// The end of a response.
    Ready {
        /// Whether no transaction is open.
        idle: bool,
    },
}

/// The messages of one direction.
#[derive(Default)]
struct Messages {
    head: [u8; HEAD_BYTES],
    /// How many bytes of the head have been read.
    known: usize,
    /// How many bytes of the body are still to come.
    left: usize,
    /// The beginning of the body.
    kept: Vec<u8>,
}

/// The messages of a client.
pub(super) struct Requests(Messages);

/// The messages of the database.
#[derive(Default)]
pub(super) struct Responses(Messages);

impl Requests {
    /// Begins with the startup message.
    pub(super) fn from_the_first_byte() -> Self {
        Requests(Messages { head: [STARTUP; HEAD_BYTES], known: 1, ..Messages::default() })
    }

    /// Processes these bytes and returns how many requests ended in them.
    pub(super) fn ended(&mut self, bytes: &[u8]) -> u64 {
        let mut ended = 0;
        self.0.read(bytes, |type_, _| ended += u64::from(ASKING.contains(&type_)));
        ended
    }
}

impl Responses {
    /// Processes these bytes and reports the messages that ended in them.
    pub(super) fn read(&mut self, bytes: &[u8], mut report: impl FnMut(Notice)) {
        self.0.read(bytes, |type_, body| match type_ {
            READY => report(Notice::Ready { idle: body.first() == Some(&IDLE) }),
            ERROR => {
                if let Some(code) = code(body) {
                    report(Notice::Error(code));
                }
            }
            _ => {}
        });
    }
}

/// Returns the code in the body of an error: fields of a letter and a text that ends with a zero.
fn code(body: &[u8]) -> Option<Code> {
    let field = body.split(|byte| *byte == 0).find_map(|field| field.strip_prefix(&[CODE_FIELD]))?;
    field.try_into().ok()
}

impl Messages {
    /// Processes these bytes; calls `ended` with the type and the beginning of the body of each message that
    /// ends in them. Of other messages than errors and ends of responses it keeps nothing.
    fn read(&mut self, mut bytes: &[u8], mut ended: impl FnMut(u8, &[u8])) {
        while let Some((&first, rest)) = bytes.split_first() {
            if self.known < HEAD_BYTES {
                self.head[self.known] = first;
                self.known += 1;
                bytes = rest;
                let [_, length @ ..] = self.head;
                self.left = (u32::from_be_bytes(length) as usize).saturating_sub(LENGTH_BYTES);
            } else {
                let (passed, rest) = bytes.split_at(self.left.min(bytes.len()));
                if [ERROR, READY].contains(&self.head[0]) {
                    let room = KEPT_BYTES_MAX - self.kept.len();
                    self.kept.extend_from_slice(&passed[..room.min(passed.len())]);
                }
                self.left -= passed.len();
                bytes = rest;
            }
            if self.known == HEAD_BYTES && self.left == 0 {
                ended(self.head[0], &self.kept);
                self.known = 0;
                self.kept.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STARTUP_PACKET: [u8; 8] = [0, 0, 0, 8, 0, 3, 0, 0];
    const SYNC: [u8; 5] = [b'S', 0, 0, 0, 4];

    #[test]
    fn requests_are_counted_in_pieces_of_any_size() {
        let sent = [&STARTUP_PACKET[..], &[b'p', 0, 0, 0, 6, b'S', b'Q'], &SYNC, &SYNC].concat();
        for size in 1..=sent.len() {
            let mut requests = Requests::from_the_first_byte();
            let ended: u64 = sent.chunks(size).map(|bytes| requests.ended(bytes)).sum();
            assert_eq!(ended, 3, "in pieces of {size}");
        }
    }

    #[test]
    fn the_code_of_an_error_is_read_in_any_language_and_in_pieces_of_any_size() {
        let fields = "SFEHLER\0VERROR\0C53100\0Mkonnte Datei nicht erweitern\0".as_bytes();
        let body = [fields, &[b'x'; 200], &[0, 0]].concat();
        let length = u32::try_from(body.len() + LENGTH_BYTES).unwrap().to_be_bytes();
        let ready = |status| [&[READY, 0, 0, 0, 5][..], &[status]].concat();
        let data = [&[b'D', 0, 0, 0, 10][..], b"C25006"].concat();
        let received = [&data[..], &[ERROR], &length, &body, &ready(b'E'), &ready(b'I')].concat();
        let expected =
            [Notice::Error(*b"53100"), Notice::Ready { idle: false }, Notice::Ready { idle: true }];
        for size in 1..=received.len() {
            let (mut responses, mut notices) = (Responses::default(), Vec::new());
            received.chunks(size).for_each(|bytes| responses.read(bytes, |notice| notices.push(notice)));
            assert_eq!(notices, expected, "in pieces of {size}");
        }
    }
}
