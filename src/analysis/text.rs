//! An analysis as text, one line for each choice. It does not know where the text is stored.
//!
//! A line is `version turn seat free`, then the shares before, after and of luck for each seat in
//! ten-thousandths. Then come the played turn and, if the judge prefers another, that turn, the expected
//! turns after it, and the reasons, all separated by `|`. Earlier texts end before the expected turns.

use std::fmt::{self, Write};
use std::str::FromStr;

use lapidary_engine::seat::{Seat, SeatCount};

use crate::analysis::Analysis;
use crate::judgement::Judgement;
use crate::reasons::Reason;
use crate::shares::Shares;

/// The first word of the text. Each format has its own.
const FORMAT: &str = "analysis-1";
/// The separator between turns of a line.
const THEN: &str = " > ";

/// The text is not an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("line {line} is not of an analysis")]
pub struct AnalysisTextError {
    /// The line at fault, from 1.
    pub line: usize,
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT} {}", self.result.written(self.seats))?;
        self.judgements.iter().try_for_each(|one| {
            let (version, turn, seat, free) = (one.version, one.turn, one.seat, u8::from(one.was_free));
            let [before, after, luck] =
                [one.before, one.after, one.luck].map(|shares| shares.written(self.seats));
            write!(f, "{version} {turn} {seat} {free}|{before}|{after}|{luck}|{}", one.played)?;
            if let Some(best) = &one.best {
                let reasons: Vec<&str> = one.reasons.iter().map(|reason| reason.name()).collect();
                write!(f, "|{best}|{}|{}", one.line.join(THEN), reasons.join(" "))?;
            }
            f.write_char('\n')
        })
    }
}

impl FromStr for Analysis {
    type Err = AnalysisTextError;

    fn from_str(text: &str) -> Result<Analysis, AnalysisTextError> {
        let mut lines = text.lines();
        let result = lines.next().and_then(|line| line.strip_prefix(FORMAT)?.strip_prefix(' '));
        let result = result.ok_or(AnalysisTextError { line: 1 })?;
        let seats = u8::try_from(result.split(' ').count()).ok().and_then(SeatCount::new);
        let seats = seats.ok_or(AnalysisTextError { line: 1 })?;
        let result = Shares::read(result, seats).ok_or(AnalysisTextError { line: 1 })?;
        let judgements = (2..)
            .zip(lines)
            .map(|(line, text)| judgement(text, seats).ok_or(AnalysisTextError { line }))
            .collect::<Result<_, _>>()?;
        Ok(Analysis { seats, judgements, result })
    }
}

fn judgement<'a>(line: &'a str, seats: SeatCount) -> Option<Judgement> {
    let mut parts = line.split('|');
    let mut words = parts.next()?.split(' ');
    let list = |text: &'a str, separator| text.split(separator).filter(|part| !part.is_empty());
    let judgement = Judgement {
        version: words.next()?.parse().ok()?,
        turn: words.next()?.parse().ok()?,
        seat: Seat::new(words.next()?.parse().ok()?)?,
        was_free: words.next()? == "1",
        before: Shares::read(parts.next()?, seats)?,
        after: Shares::read(parts.next()?, seats)?,
        luck: Shares::read(parts.next()?, seats)?,
        played: parts.next()?.to_owned(),
        best: parts.next().map(str::to_owned),
        line: list(parts.next().unwrap_or_default(), THEN).map(str::to_owned).collect(),
        reasons: list(parts.next().unwrap_or_default(), " ").map(Reason::named).collect::<Option<_>>()?,
    };
    (parts.next().is_none() && words.next().is_none()).then_some(judgement)
}
