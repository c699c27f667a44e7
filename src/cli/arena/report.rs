//! The result of a match, as JSON and as text. It contains no times, so the same results give the same bytes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::bot::Bot;
use super::fault;
use super::referee::Played;
use super::sprt::{ALPHA, Accepted, BETA, Sprt};
use super::strengths::ratings;
use super::tally::Tally;
use lapidary_api::play::rulesets::PlayedBody;
use lapidary_contest::shares::{Scores, Share};

/// The maximum number of listed faults; all are counted.
const FAULTS_LISTED_MAX: usize = 100;
/// The maximum number of characters of a name in a text report.
const NAME_SHOWN_MAX: usize = 40;
/// Numbers are rounded to this fraction.
const ROUNDING: f64 = 1e6;

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// All games were played.
    Completed,
    /// The sequential test accepted a hypothesis.
    Sprt,
    /// Somebody stopped it.
    Stopped,
}

/// What a report says of a match beside its results.
#[derive(Clone, Debug, Serialize)]
pub struct Conditions {
    /// The ruleset.
    #[serde(flatten)]
    pub played: PlayedBody,
    /// The number of seats.
    pub seats: usize,
    pub seed: u64,
    /// Whether seats rotate.
    pub rotate: bool,
}

/// The result of a match.
#[derive(Debug, Serialize)]
pub struct Report {
    games: u64,
    deals: u64,
    ended: Ended,
    #[serde(flatten)]
    conditions: Conditions,
    bots: Vec<BotReport>,
    pairs: Vec<PairReport>,
    sprt: Option<SprtReport>,
    faults: Vec<FaultReport>,
    faults_not_listed: u64,
}

#[derive(Debug, Serialize)]
struct BotReport {
    name: String,
    games: u64,
    wins: u64,
    shared: u64,
    losses: u64,
    win_share: f64,
    low: f64,
    high: f64,
    rating: f64,
    resigned: u64,
    /// The number of faults of each kind that occurred.
    faults: BTreeMap<&'static str, u64>,
}

#[derive(Debug, Serialize)]
struct PairReport {
    bots: [String; 2],
    games: u64,
    share_of_first: f64,
    low: f64,
    high: f64,
}

#[derive(Debug, Serialize)]
struct SprtReport {
    low: f64,
    high: f64,
    alpha: f64,
    beta: f64,
    log_likelihood_ratio: f64,
    accept_low_at: f64,
    accept_high_at: f64,
    accepted: Option<Accepted>,
}

/// A fault in a game.
#[derive(Clone, Debug, Serialize)]
struct FaultReport {
    /// The number of the game, from 1, as in its file name.
    game: u64,
    bot: String,
    seat: u8,
    version: u32,
    fault: &'static str,
    detail: String,
}

/// The first faults of a match.
#[derive(Debug, Default)]
pub struct Faults {
    listed: Vec<FaultReport>,
    not_listed: u64,
}

impl Faults {
    /// Adds the faults of a game.
    pub fn add(&mut self, played: &Played, bots: &[Bot]) {
        for fault in &played.faults {
            if self.listed.len() == FAULTS_LISTED_MAX {
                self.not_listed += 1;
                continue;
            }
            self.listed.push(FaultReport {
                game: played.fixture.index + 1,
                bot: bots[played.fixture.seats[fault.seat.index()]].name.clone(),
                seat: fault.seat.number(),
                version: fault.version,
                fault: fault.fault.kind.name(),
                detail: fault.fault.detail.clone(),
            });
        }
    }
}

impl Report {
    /// The report of these results.
    pub fn new(
        conditions: Conditions,
        bots: &[Bot],
        tally: &Tally,
        sprt: Option<&Sprt>,
        faults: Faults,
        ended: Ended,
    ) -> Report {
        let ratings = ratings(tally);
        let of_bots = bots.iter().zip(&tally.records).zip(ratings).map(|((bot, record), rating)| {
            let Share { mean, low, high } = record.scores.share();
            let faults = fault::FaultKind::ALL.iter().zip(record.faults).filter(|(_, count)| *count > 0);
            BotReport {
                name: bot.name.clone(),
                games: record.scores.games(),
                wins: record.wins,
                shared: record.shared,
                losses: record.scores.games() - record.wins - record.shared,
                win_share: rounded(mean),
                low: rounded(low),
                high: rounded(high),
                rating: (rating * 10.0).round() / 10.0,
                resigned: record.resigned,
                faults: faults.map(|(kind, count)| (kind.name(), count)).collect(),
            }
        });
        let of_pairs = (0..bots.len())
            .flat_map(|first| (first + 1..bots.len()).map(move |second| (first, second)))
            .filter(|(first, second)| tally.pair(*first, *second).games() > 0)
            .map(|(first, second)| PairReport::new([&bots[first], &bots[second]], tally.pair(first, second)));
        Report {
            games: tally.games(),
            deals: tally.deals(),
            ended,
            conditions,
            bots: of_bots.collect(),
            pairs: of_pairs.collect(),
            sprt: sprt.map(SprtReport::from),
            faults: faults.listed,
            faults_not_listed: faults.not_listed,
        }
    }

    /// Prints the report as JSON.
    pub fn print_json(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", serde_json::to_string_pretty(self)?)
    }

    /// Prints the report as text.
    pub fn print_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Conditions { played, seats, seed, rotate } = &self.conditions;
        let modules = played.modules.iter().map(|module| format!("+{module}")).collect::<String>();
        writeln!(
            out,
            "{} games of {}{modules} with {seats} seats; deals: {}; seed: {seed}{}",
            self.games,
            played.ruleset,
            self.deals,
            if *rotate { "; seats rotate" } else { "" }
        )?;
        if self.ended == Ended::Stopped {
            writeln!(out, "stopped before the last game")?;
        }
        let width = self.bots.iter().map(|bot| shortened(&bot.name).chars().count()).max();
        let width = width.unwrap_or_default().max("bot".len());
        writeln!(
            out,
            "\n{:width$}   share   95 % interval    rating     won  shared    lost  faults",
            "bot"
        )?;
        for bot in &self.bots {
            writeln!(
                out,
                "{:width$}  {:5.1} %  {:5.1} to {:5.1} %  {:+7.1}  {:6}  {:6}  {:6}  {:6}",
                shortened(&bot.name),
                percent(bot.win_share),
                percent(bot.low),
                percent(bot.high),
                bot.rating,
                bot.wins,
                bot.shared,
                bot.losses,
                bot.faults.values().sum::<u64>()
            )?;
        }
        if self.bots.len() > 2 {
            self.print_pairs(out, width)?;
        }
        self.print_sprt(out)?;
        self.print_faults(out)
    }

    fn print_pairs(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        writeln!(out, "\n{:width$}  against  {:width$}   share   95 % interval    games", "bot", "")?;
        self.pairs.iter().try_for_each(|pair| {
            let [first, second] = pair.bots.each_ref().map(|name| shortened(name));
            writeln!(
                out,
                "{first:width$}  against  {second:width$}  {:5.1} %  {:5.1} to {:5.1} %  {:6}",
                percent(pair.share_of_first),
                percent(pair.low),
                percent(pair.high),
                pair.games
            )
        })
    }

    fn print_sprt(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(test) = &self.sprt else { return Ok(()) };
        let [low, high] = [test.low, test.high].map(|share| format!("{:.1}", percent(share)));
        let verdict = match test.accepted {
            Some(Accepted::High) => format!("accepted: at least {high} %"),
            Some(Accepted::Low) => format!("accepted: at most {low} %"),
            None => "not decided".to_owned(),
        };
        writeln!(
            out,
            "\nsequential test of {low} % against {high} % for {}: {verdict} (ratio {:.2}, bounds {:.2} and {:.2})",
            self.bots.first().map_or("", |bot| &bot.name),
            test.log_likelihood_ratio,
            test.accept_low_at,
            test.accept_high_at
        )
    }

    fn print_faults(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.faults.is_empty() {
            writeln!(out, "\nfaults, each a lost game:")?;
        }
        for FaultReport { game, bot, version, fault, detail, .. } in &self.faults {
            writeln!(out, "game {game}, version {version}: {bot}: {fault}: {detail}")?;
        }
        match self.faults_not_listed {
            0 => Ok(()),
            more => writeln!(out, "and {more} more"),
        }
    }
}

impl PairReport {
    fn new(bots: [&Bot; 2], scores: &Scores) -> PairReport {
        let Share { mean, low, high } = scores.share();
        PairReport {
            bots: bots.map(|bot| bot.name.clone()),
            games: scores.games(),
            share_of_first: rounded(mean),
            low: rounded(low),
            high: rounded(high),
        }
    }
}

impl From<&Sprt> for SprtReport {
    fn from(test: &Sprt) -> Self {
        let ([low, high], [lower, upper]) = (test.shares(), test.bounds());
        SprtReport {
            low,
            high,
            alpha: ALPHA,
            beta: BETA,
            log_likelihood_ratio: rounded(test.ratio()),
            accept_low_at: rounded(lower),
            accept_high_at: rounded(upper),
            accepted: test.accepted(),
        }
    }
}

/// The name, or its start and its end: commands of different bots often differ there.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= NAME_SHOWN_MAX {
        return name.to_owned();
    }
    let half = NAME_SHOWN_MAX / 2;
    let (start, end) = (&letters[..half], &letters[letters.len() - half + 1..]);
    start.iter().chain(&['…']).chain(end).collect()
}

fn rounded(number: f64) -> f64 {
    (number * ROUNDING).round() / ROUNDING
}

fn percent(share: f64) -> f64 {
    share * 100.0
}
