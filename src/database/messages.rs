//! The messages of PostgreSQL's protocol in a stream of bytes: their boundaries, and those that show the
//! state of the database.
//!
//! The codes of errors are always the same; their texts are in the language of the database. The driver
//! passes on only the texts. So this module puts the code of each error before its text, like a verbose
//! `psql`: `57014: canceling statement due to statement timeout`.
//!
//! Statements are sent without waiting for the results of those before. If one fails, all later ones of its
//! transaction fail too, and a caller may see one of these first. So each of them gets the first error.

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
/// The field with the text, which comes after the code.
const TEXT_FIELD: u8 = b'M';
/// The field with the name of the function that reports the error.
const ROUTINE_FIELD: u8 = b'R';
/// The text between the code and the message.
const SEPARATOR: &str = ": ";

/// The messages answered with `ReadyForQuery`: the startup message, `Query`, `Sync` and `FunctionCall`.
const ASKING: [u8; 4] = [STARTUP, b'Q', b'S', b'F'];

/// The messages with a kept body: errors, and ends of responses.
const KEPT: [u8; 2] = [ERROR, READY];

/// The type byte and the length field of a message.
const HEAD_BYTES: usize = 5;
/// The length field includes its own size.
const LENGTH_BYTES: usize = 4;
/// The code of an error (`SQLSTATE`).
pub(super) type Code = [u8; 5];

/// The code of errors whose author has chosen none.
const INTERNAL_ERROR: Code = *b"XX000";
/// The disk is full.
pub(super) const DISK_FULL: Code = *b"53100";
/// A connection failed.
const CONNECTION_FAILURE: Code = *b"08006";

/// A statement before it has failed in the same transaction.
const TRANSACTION_ABORTED: Code = *b"25P02";

/// The codes of errors that have no code of their own. The functions that report them identify them, because
/// their names are not translated.
const BY_ROUTINE: [(&str, Code); 4] = [
    // A quota does not allow a file to grow.
    ("mdextend", DISK_FULL),
    ("mdzeroextend", DISK_FULL),
    // Citus cannot reach a worker, or could not commit there. It passes on the text of libpq.
    ("ReportResultError", CONNECTION_FAILURE),
    ("ErrorIfPostCommitFailedShardPlacements", CONNECTION_FAILURE),
];

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
    /// The number of bytes of the head that have been read.
    known: usize,
    /// The number of bytes of the body that have not arrived yet.
    left: usize,
    /// The body, if the type is one of `KEPT`.
    body: Vec<u8>,
}

pub(super) struct Requests(Messages);

#[derive(Default)]
pub(super) struct Responses {
    messages: Messages,
    /// The body of the last error that is no consequence of another one.
    cause: Vec<u8>,
}

impl Requests {
    /// Begins with the startup message.
    pub(super) fn from_the_first_byte() -> Self {
        Requests(Messages { head: [STARTUP; HEAD_BYTES], known: 1, ..Messages::default() })
    }

    /// Processes these bytes and returns how many requests ended in them.
    pub(super) fn ended(&mut self, mut bytes: &[u8]) -> u64 {
        let mut ended = 0;
        while !bytes.is_empty() {
            bytes = self.0.take(bytes).1;
            ended += u64::from(self.0.is_complete() && ASKING.contains(&self.0.head[0]));
        }
        ended
    }
}

impl Responses {
    /// Processes these bytes and reports the messages that ended in them. An error is held back until it is
    /// complete. Returns the bytes to pass on instead, if these contain a part of an error.
    pub(super) fn read(&mut self, bytes: &[u8], mut report: impl FnMut(Notice)) -> Option<Vec<u8>> {
        let (mut rest, mut instead) = (bytes, None);
        while !rest.is_empty() {
            let before = bytes.len() - rest.len();
            let (taken, after) = self.messages.take(rest);
            rest = after;
            if self.messages.head[0] == ERROR {
                let instead = instead.get_or_insert_with(|| bytes.get(..before).unwrap_or_default().to_vec());
                if self.messages.is_complete() {
                    let code = code(&self.messages.body);
                    code.into_iter().for_each(|code| report(Notice::Error(code)));
                    if code != Some(TRANSACTION_ABORTED) || self.cause.is_empty() {
                        self.cause.clone_from(&self.messages.body);
                    }
                    instead.extend(with_code(&self.cause));
                }
                continue;
            }
            if let Some(instead) = &mut instead {
                instead.extend(taken);
            }
            if self.messages.head[0] == READY && self.messages.is_complete() {
                report(Notice::Ready { idle: self.messages.body.first() == Some(&IDLE) });
            }
        }
        instead
    }
}

/// Returns the code before the text of an error.
pub(super) fn code_of(text: &str) -> Option<&str> {
    let (code, _) = text.split_once(SEPARATOR)?;
    let is_code = code.bytes().all(|letter| letter.is_ascii_digit() || letter.is_ascii_uppercase());
    (code.len() == size_of::<Code>() && is_code).then_some(code)
}

/// Returns the code in the body of an error.
fn code(body: &[u8]) -> Option<Code> {
    let code: Code = field(body, CODE_FIELD)?.try_into().ok()?;
    let routine = field(body, ROUTINE_FIELD).unwrap_or_default();
    let named = BY_ROUTINE.iter().find(|(name, _)| code == INTERNAL_ERROR && name.as_bytes() == routine);
    Some(named.map_or(code, |(_, code)| *code))
}

/// Returns the value of a field in the body of an error: a letter and a text that ends with a zero.
fn field(body: &[u8], letter: u8) -> Option<&[u8]> {
    body.split(|byte| *byte == 0).find_map(|field| field.strip_prefix(&[letter]))
}

/// Returns a message with this body, whose text begins with the code.
fn with_code(body: &[u8]) -> Vec<u8> {
    let code = code(body);
    let fields = body.split_inclusive(|byte| *byte == 0).map(|field| match (field.split_first(), code) {
        (Some((&TEXT_FIELD, text)), Some(code)) => {
            [&[TEXT_FIELD], &code[..], SEPARATOR.as_bytes(), text].concat()
        }
        _ => field.to_vec(),
    });
    let fields: Vec<u8> = fields.flatten().collect();
    let length = u32::try_from(fields.len() + LENGTH_BYTES).unwrap_or(u32::MAX).to_be_bytes();
    [&[ERROR], &length[..], &fields].concat()
}

impl Messages {
    /// Processes these bytes up to the end of a message. Returns these and the remaining bytes.
    fn take<'a>(&mut self, bytes: &'a [u8]) -> (&'a [u8], &'a [u8]) {
        if self.is_complete() {
            self.known = 0;
            self.body.clear();
        }
        let head = bytes.len().min(HEAD_BYTES - self.known);
        self.head[self.known..self.known + head].copy_from_slice(&bytes[..head]);
        self.known += head;
        if head > 0 && self.known == HEAD_BYTES {
            let [_, length @ ..] = self.head;
            self.left = (u32::from_be_bytes(length) as usize).saturating_sub(LENGTH_BYTES);
        }
        let body = if self.known == HEAD_BYTES { self.left.min(bytes.len() - head) } else { 0 };
        if KEPT.contains(&self.head[0]) {
            self.body.extend_from_slice(&bytes[head..head + body]);
        }
        self.left -= body;
        bytes.split_at(head + body)
    }

    /// Whether the last message is complete.
    fn is_complete(&self) -> bool {
        self.known == HEAD_BYTES && self.left == 0
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

    /// Returns an error with these fields.
    fn error(fields: &[u8]) -> Vec<u8> {
        let length = u32::try_from(fields.len() + LENGTH_BYTES).unwrap().to_be_bytes();
        [&[ERROR], &length[..], fields].concat()
    }

    #[test]
    fn the_code_of_an_error_stands_before_its_text_in_any_language_and_in_pieces_of_any_size() {
        let long = "x".repeat(200);
        let fields = |text: &str| {
            format!("SFEHLER\0VERROR\0C53100\0M{text}konnte Datei nicht erweitern\0D{long}\0\0").into_bytes()
        };
        let ready = |status| [&[READY, 0, 0, 0, 5][..], &[status]].concat();
        let data = [&[b'D', 0, 0, 0, 10][..], b"C25006"].concat();
        let stream = |text| [&data[..], &error(&fields(text)), &ready(b'E'), &data, &ready(b'I')].concat();
        let received = stream("");
        let expected =
            [Notice::Error(*b"53100"), Notice::Ready { idle: false }, Notice::Ready { idle: true }];
        for size in 1..=received.len() {
            let (mut responses, mut notices, mut passed) = (Responses::default(), Vec::new(), Vec::new());
            for bytes in received.chunks(size) {
                let instead = responses.read(bytes, |notice| notices.push(notice));
                passed.extend(instead.unwrap_or_else(|| bytes.to_vec()));
            }
            assert_eq!(notices, expected, "in pieces of {size}");
            assert_eq!(passed, stream("53100: "), "in pieces of {size}");
        }
    }

    #[test]
    fn what_has_no_code_of_its_own_gets_one_by_the_function_that_reports_it() {
        for (code, routine, expected) in [
            ("XX000", "mdextend", "53100"),
            ("XX000", "ReportResultError", "08006"),
            ("XX000", "errorMissingColumn", "XX000"),
            ("40P01", "ReportResultError", "40P01"),
        ] {
            let fields = format!("SERROR\0C{code}\0Mtext\0R{routine}\0\0").into_bytes();
            assert_eq!(super::code(&fields).as_ref().map(|code| &code[..]), Some(expected.as_bytes()));
        }
    }

    #[test]
    fn what_fails_after_another_statement_gets_its_error() {
        let of = |code: &str, text: &str| error(format!("SERROR\0C{code}\0M{text}\0\0").as_bytes());
        let mut responses = Responses::default();
        for (code, text, expected) in [
            ("25P02", "aborted", of("25P02", "25P02: aborted")),
            ("55P03", "locked", of("55P03", "55P03: locked")),
            ("25P02", "aborted", of("55P03", "55P03: locked")),
            ("25P02", "aborted", of("55P03", "55P03: locked")),
            ("23505", "twice", of("23505", "23505: twice")),
            ("25P02", "aborted", of("23505", "23505: twice")),
        ] {
            assert_eq!(responses.read(&of(code, text), |_| {}), Some(expected));
        }
    }

    #[test]
    fn an_error_without_a_code_passes_unchanged() {
        for fields in [&b"SERROR\0Mtext\0\0"[..], b"SERROR\0C123\0Mtext\0\0", b"", b"\0"] {
            let error = error(fields);
            assert_eq!(Responses::default().read(&error, |notice| panic!("{notice:?}")), Some(error));
        }
    }
}
