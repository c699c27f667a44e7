//! A proxy between the server and the database, with which a test can delay, lose or count what the database
//! sends.

use std::future::pending;

use futures_util::future::join;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::{mpsc, watch};
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// The maximum number of bytes that are forwarded at once. An answer to one statement of these tests fits.
const PIECE_BYTES_MAX: usize = 65_536;

/// What a message says of a transaction that has begun.
const BEGUN: &[u8] = b"BEGIN\0";

/// What the proxy does with the data that the database sends, on all connections together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// Forwards it.
    Pass,
    /// Holds it back until this changes.
    Wait,
    /// Forwards it until something is complete that a message says, such as `ROLLBACK`, and then waits.
    WaitAt(&'static str),
    /// Loses the n-th next piece together with its connection, and forwards all others. The first has number
    /// 1.
    ///
    /// The answer to a prepared statement arrives in one piece.
    Lose(usize),
    /// Sends an error with this code of PostgreSQL after the next transaction has begun, as a database does
    /// that ends a transaction in which nothing happens, and forwards all others.
    End(&'static str),
}

/// The proxy. It listens on a port of its own.
pub struct Line {
    /// The URL of the database over this proxy.
    pub address: String,
    answers: watch::Sender<Answers>,
    /// The number of answers that are held back.
    held: watch::Sender<usize>,
    /// The number of statements of the longest transaction so far.
    longest: watch::Sender<usize>,
}

impl Line {
    /// Starts a proxy to a database.
    pub async fn to(url: &str) -> Line {
        let database: Config = url.parse().expect("an address");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let address = address_over(&database, port);
        let (answers, held) = (watch::Sender::new(Answers::Pass), watch::Sender::new(0));
        let longest = watch::Sender::new(0);
        let line = Line { address, answers: answers.clone(), held: held.clone(), longest: longest.clone() };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let counts = (held.clone(), longest.clone());
                tokio::spawn(forward(client, dial(&database).await, answers.clone(), counts));
            }
        });
        line
    }

    /// Changes what the proxy does with answers.
    pub fn set(&self, answers: Answers) {
        self.held.send_replace(0);
        self.answers.send_replace(answers);
    }

    /// Returns the number of statements of the longest transaction since the last call, without `BEGIN` and
    /// `COMMIT`.
    pub fn longest_transaction(&self) -> usize {
        self.longest.send_replace(0)
    }

    /// Returns when this number of answers is held back.
    pub async fn holds(&self, answers: usize) {
        self.held.subscribe().wait_for(|held| *held >= answers).await.expect("the sender exists");
    }
}

/// Forwards in both directions until one side closes the connection or an answer is lost.
async fn forward(
    client: TcpStream,
    server: Box<dyn Stream>,
    answers: watch::Sender<Answers>,
    (held, longest): (watch::Sender<usize>, watch::Sender<usize>),
) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let mut changes = answers.subscribe();
    let (pieces, mut received) = mpsc::unbounded_channel();
    let modes = answers.clone();
    // The answers are read while they are held back, so that each stays a piece of its own.
    let reading = async move {
        let mut piece = vec![0; PIECE_BYTES_MAX];
        let mut statements = Statements::default();
        while let Ok(length @ 1..) = from_server.read(&mut piece).await {
            for transaction in statements.read(&piece[..length]) {
                longest.send_modify(|longest| *longest = transaction.max(*longest));
            }
            let said = *modes.borrow();
            if let Answers::WaitAt(text) = said
                && piece[..length].windows(text.len()).any(|found| found == text.as_bytes())
            {
                modes.send_replace(Answers::Wait);
            }
            let _ = pieces.send(piece[..length].to_vec());
            if *modes.borrow() == Answers::Wait {
                held.send_modify(|held| *held += 1);
            }
        }
    };
    let responses = async {
        while let Some(piece) = received.recv().await {
            changes.wait_for(|answers| *answers != Answers::Wait).await.expect("the sender exists");
            if let Some(code) = ends(&answers, &piece) {
                // In one piece with the answer, before the client can ask for anything else. Whether it
                // arrives is for the test to see.
                let _ = to_client.write_all(&[piece, fatal_error(code)].concat()).await;
                return;
            }
            if is_lost(&answers) || to_client.write_all(&piece).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
        ((), ()) = join(reading, pending()) => {}
        () = responses => {}
    }
}

/// Counts the statements of transactions in what a database sends: a message says of each that it is
/// complete.
#[derive(Default)]
struct Statements {
    /// What has come of a message that is not complete.
    rest: Vec<u8>,
    /// The number of statements since the last `BEGIN`.
    count: usize,
}

impl Statements {
    /// Reads a piece, and returns the numbers of statements of the transactions that are committed in it.
    fn read(&mut self, piece: &[u8]) -> Vec<usize> {
        const HEAD: usize = 5;
        self.rest.extend_from_slice(piece);
        let mut committed = Vec::new();
        while let Some(&[kind, a, b, c, d]) = self.rest.first_chunk::<HEAD>() {
            let end = 1 + u32::from_be_bytes([a, b, c, d]) as usize;
            if self.rest.len() < end {
                break;
            }
            match (kind, &self.rest[HEAD..end]) {
                (b'C', BEGUN) => self.count = 0,
                (b'C', b"COMMIT\0") => committed.push(self.count),
                (b'C', _) => self.count += 1,
                _ => {}
            }
            self.rest.drain(..end);
        }
        committed
    }
}

/// Counts a piece, and returns whether it is the one to lose.
fn is_lost(answers: &watch::Sender<Answers>) -> bool {
    let mut lost = false;
    answers.send_modify(|answers| {
        if let Answers::Lose(number) = *answers {
            lost = number <= 1;
            *answers = if lost { Answers::Pass } else { Answers::Lose(number - 1) };
        }
    });
    lost
}

/// Returns the code with which the connection of a piece is ended, once: after all that answers a `BEGIN`.
fn ends(answers: &watch::Sender<Answers>, piece: &[u8]) -> Option<&'static str> {
    /// The message that the database waits for a statement, in a transaction.
    const READY: &[u8] = b"Z\0\0\0\x05T";
    let begins = piece.windows(BEGUN.len()).any(|found| found == BEGUN) && piece.ends_with(READY);
    let mut code = None;
    answers.send_if_modified(|answers| {
        if let Answers::End(with) = *answers
            && begins
        {
            code = Some(with);
            *answers = Answers::Pass;
        }
        code.is_some()
    });
    code
}

/// Returns the message of PostgreSQL that a connection ends because of an error with this code.
fn fatal_error(code: &str) -> Vec<u8> {
    let fields = format!("SFATAL\0VFATAL\0C{code}\0Mthe connection is ended\0\0");
    let length = u32::try_from(size_of::<u32>() + fields.len()).expect("a short message");
    [b"E", &length.to_be_bytes()[..], fields.as_bytes()].concat()
}

/// A stream of bytes in both directions.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Opens a bare connection to a database.
pub async fn dial(database: &Config) -> Box<dyn Stream> {
    let port = database.get_ports().first().copied().unwrap_or(5432);
    match database.get_hosts().first().expect("a host") {
        Host::Unix(directory) => {
            let socket = directory.join(format!(".s.PGSQL.{port}"));
            Box::new(UnixStream::connect(socket).await.expect("the database answers"))
        }
        Host::Tcp(host) => {
            Box::new(TcpStream::connect((host.as_str(), port)).await.expect("the database answers"))
        }
    }
}

/// Returns the URL of the same database with another port of this machine.
pub fn address_over(database: &Config, port: u16) -> String {
    let (user, name) = (database.get_user().expect("a user"), database.get_dbname().expect("a database"));
    let password = database
        .get_password()
        .map_or(String::new(), |password| format!(" password='{}'", String::from_utf8_lossy(password)));
    format!("host=127.0.0.1 port={port} user={user} dbname='{name}'{password}")
}
