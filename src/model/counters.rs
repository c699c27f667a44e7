//! The counters of this process, for readers of the metrics.
//!
//! This module knows the names of the counters. Other code increments them. `api/site` adds what it reads
//! from the database at each scrape.

use std::sync::LazyLock;

use lapidary_words::words;
use prometheus::core::Collector;
use prometheus::{Gauge, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts};

/// The counters.
pub struct Counters {
    /// Turns of players that were stored.
    pub turns_accepted: IntCounter,
    /// Games that ended in this process, by status.
    pub games_ended: IntCounterVec,
    /// Games that this process froze.
    pub games_frozen: IntCounter,
    /// Batches of several turns that were stored in one statement.
    pub turn_batches: IntCounter,
    /// Turns in those batches.
    pub turns_in_batches: IntCounter,
    /// Statements that loaded games for several reads.
    pub read_batches: IntCounter,
    /// Reads in those statements.
    pub reads_in_batches: IntCounter,
    /// Reads of games that were remembered and confirmed.
    pub reads_confirmed: IntCounter,
    /// Failed database calls, by kind.
    pub database_failures: IntCounterVec,
    /// Mails, by what became of them ([`MailOutcome`]).
    pub mails: IntCounterVec,
    /// Push messages, by what became of them ([`PushOutcome`]).
    pub pushes: IntCounterVec,
    /// Requests that a limit refused, by the class of limit.
    pub refusals: IntCounterVec,
    /// Waiting requests in fair queues, by the class of limit that may refuse them.
    pub waiting: IntGaugeVec,
    /// Turns in the queue of the writer.
    pub queued_turns: IntGauge,
    /// The maximum of that.
    pub queued_turns_max: IntGauge,
    /// The seconds by which the clock of this process is ahead of that of the database.
    pub clock_ahead: Gauge,
}

words! {
    /// A limit that all clients of a server share. The limits of one client have names of their own.
    Limit:
    /// Open connections of one address.
    Connections = "connections-per-address",
    /// Open event streams of all clients.
    Streams = "streams-per-server",
    /// Turns that wait to be stored.
    QueuedTurns = "queued-turns",
    /// Passwords that wait to be checked.
    QueuedPasswords = "queued-passwords",
    /// Reads of the past of games that wait to be replayed.
    QueuedReplays = "queued-replays",
    /// Pictures of whole games that wait to be drawn.
    QueuedFilms = "queued-films",
    /// Pictures that wait to be drawn as PNG.
    QueuedPngs = "queued-pngs",
    /// Acts of organizers that may need a pairing.
    QueuedPairings = "queued-pairings",
}

impl Limit {
    /// The limits of the fair queues.
    const FAIR: [Limit; 5] = [
        Limit::QueuedPasswords,
        Limit::QueuedReplays,
        Limit::QueuedFilms,
        Limit::QueuedPngs,
        Limit::QueuedPairings,
    ];
}

/// A request that is counted while it waits.
pub struct Waits(IntGauge);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailOutcome {
    /// The SMTP server took it.
    Sent,
    /// It is not sent.
    Dropped,
}

impl MailOutcome {
    /// Returns the name in the metrics.
    pub const fn name(self) -> &'static str {
        match self {
            MailOutcome::Sent => "sent",
            MailOutcome::Dropped => "dropped",
        }
    }
}

words! {
    /// What became of an attempt to send a push message.
    PushOutcome:
    /// The push service took it.
    Accepted = "accepted",
    /// It is tried again.
    Again = "again",
    /// It is not tried any more.
    Failed = "failed",
    /// The push service does not take it as it is, for example because of the key of the server.
    Refused = "refused",
    /// The subscription does not exist any more.
    Gone = "gone",
}

impl Counters {
    /// The counters of this process.
    pub fn shared() -> &'static Counters {
        static COUNTERS: LazyLock<Counters> = LazyLock::new(Counters::new);
        &COUNTERS
    }

    /// Counts a request that a limit of all clients refused.
    pub fn refuse(&self, limit: Limit) {
        self.refusals.with_label_values(&[limit.name()]).inc();
    }

    /// Counts a request that waits, until the value is dropped.
    pub fn wait(&self, limit: Limit) -> Waits {
        let gauge = self.waiting.with_label_values(&[limit.name()]);
        gauge.inc();
        Waits(gauge)
    }

    /// All counters, for registration.
    pub fn collectors(&self) -> [Box<dyn Collector>; 16] {
        [
            Box::new(self.turns_accepted.clone()),
            Box::new(self.games_ended.clone()),
            Box::new(self.games_frozen.clone()),
            Box::new(self.turn_batches.clone()),
            Box::new(self.turns_in_batches.clone()),
            Box::new(self.read_batches.clone()),
            Box::new(self.reads_in_batches.clone()),
            Box::new(self.reads_confirmed.clone()),
            Box::new(self.database_failures.clone()),
            Box::new(self.mails.clone()),
            Box::new(self.pushes.clone()),
            Box::new(self.refusals.clone()),
            Box::new(self.waiting.clone()),
            Box::new(self.queued_turns.clone()),
            Box::new(self.queued_turns_max.clone()),
            Box::new(self.clock_ahead.clone()),
        ]
    }

    /// # Panics
    /// Never: the names are constants and well-formed; every test that scrapes the metrics checks them.
    #[expect(clippy::expect_used, reason = "the names are constants")]
    fn new() -> Counters {
        let counter = |name, help| IntCounter::new(name, help).expect("the counter is well-formed");
        let by = |name, help, label| {
            IntCounterVec::new(Opts::new(name, help), &[label]).expect("the counter is well-formed")
        };
        let gauge = |name, help| IntGauge::new(name, help).expect("the gauge is well-formed");
        let counters = Counters {
            turns_accepted: counter("lapidary_turns_accepted_total", "Turns stored by this process"),
            games_ended: by("lapidary_games_ended_total", "Games ended by this process", "status"),
            games_frozen: counter(
                "lapidary_games_frozen_total",
                "Games that this process froze because their log and position disagree",
            ),
            turn_batches: counter(
                "lapidary_turn_batches_total",
                "Statements of this process that stored several turns at once",
            ),
            turns_in_batches: counter(
                "lapidary_turns_in_batches_total",
                "Turns that this process sent in such statements",
            ),
            read_batches: counter(
                "lapidary_read_batches_total",
                "Statements of this process that loaded games for several reads at once",
            ),
            reads_in_batches: counter(
                "lapidary_reads_in_batches_total",
                "Reads that this process answered with such statements",
            ),
            reads_confirmed: counter(
                "lapidary_reads_confirmed_total",
                "Reads of games that this process remembered, and that the database confirmed",
            ),
            database_failures: by(
                "lapidary_database_failures_total",
                "Failed database calls of this process by kind",
                "kind",
            ),
            mails: by("lapidary_mails_total", "Mails of this process, sent or dropped", "outcome"),
            pushes: by(
                "lapidary_pushes_total",
                "Attempts of this process to send a push message, by what became of it",
                "outcome",
            ),
            refusals: by(
                "lapidary_refusals_total",
                "Requests and connections that a limit of this process refused, by the class of limit",
                "class",
            ),
            waiting: IntGaugeVec::new(
                Opts::new(
                    "lapidary_waiting_requests",
                    "Requests that wait in a queue of this process, by the class of limit",
                ),
                &["class"],
            )
            .expect("the gauge is well-formed"),
            queued_turns: gauge("lapidary_queued_turns", "Turns that wait to be stored by this process"),
            queued_turns_max: gauge("lapidary_queued_turns_max", "The maximum number of such turns"),
            clock_ahead: Gauge::new(
                "lapidary_clock_ahead_seconds",
                "How far the clock of this server is ahead of that of the database, at the last heartbeat",
            )
            .expect("the gauge is well-formed"),
        };
        // Without an initial value, the series would not exist before the first event, and alerts on it would
        // be impossible.
        for status in ["finished", "aborted"] {
            counters.games_ended.with_label_values(&[status]).reset();
        }
        for kind in ["away", "busy", "contended", "too_slow", "unwritable", "broken"] {
            counters.database_failures.with_label_values(&[kind]).reset();
        }
        for limit in Limit::ALL {
            counters.refusals.with_label_values(&[limit.name()]).reset();
        }
        for queue in Limit::FAIR {
            counters.waiting.with_label_values(&[queue.name()]).set(0);
        }
        for outcome in PushOutcome::ALL {
            counters.pushes.with_label_values(&[outcome.name()]).reset();
        }
        for outcome in [MailOutcome::Sent, MailOutcome::Dropped] {
            counters.mails.with_label_values(&[outcome.name()]).reset();
        }
        counters
    }
}
