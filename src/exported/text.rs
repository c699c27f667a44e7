//! An export in text format, and what its deal is made of. It does not know any rules.

use std::collections::{BTreeMap, BTreeSet};

use crate::bounds::check_size;
use crate::deal::{DealParts, entropy, fixed};
use crate::difference::{Difference, equal};
use lapidary_engine::deal::{Contributions, DealId, Seating, ServerSeed};
use lapidary_engine::edition::EditionOf;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::transcript::{TEXT_FORMAT, Transcript};

/// A game as text, as read.
pub struct ExportedText {
    pub transcript: Transcript,
    /// The names of the players in the order of joining.
    pub players: Vec<String>,
    pub parts: DealParts,
    pub ruleset: Ruleset,
}

impl ExportedText {
    /// Parses a text, whose secret must be the one that the server committed to.
    pub fn parse(text: &str) -> Result<ExportedText, Difference> {
        check_size(text)?;
        let transcript: Transcript = text.parse().map_err(|error| Difference::new("text", error))?;
        equal("format", TEXT_FORMAT, value(&transcript, "format")?)?;
        check_names(&transcript)?;
        let (mut players, mut entropies) = (Vec::new(), Vec::new());
        // A line of a contribution is such as `after ada 616461`.
        for line in (0..=u8::MAX).map_while(|place| transcript.value(&format!("contribution {place}"))) {
            let mut words = line.split(' ').skip(1);
            let player = words.next().ok_or_else(|| Difference::new("contribution", "names no player"))?;
            players.push(player.to_owned());
            entropies.push(entropy("contribution", words.next().unwrap_or_default())?);
        }
        let parts = DealParts {
            deal_id: DealId(fixed("deal_id", value(&transcript, "deal_id")?)?),
            server_seed: ServerSeed::new(fixed("server_seed", value(&transcript, "server_seed")?)?),
            contributions: Contributions::try_from(entropies)
                .map_err(|error| Difference::new("contribution", error))?,
            beacon: entropy("beacon", value(&transcript, "beacon")?)?,
            seating: match value(&transcript, "seating")? {
                "random" => Seating::Random,
                "join_order" => Seating::JoinOrder,
                _ => return Err(Difference::new("seating", "is unknown")),
            },
        };
        parts.check_commitment(value(&transcript, "commitment")?)?;
        let ruleset = ruleset(&transcript)?;
        check_editions(&transcript, ruleset)?;
        Ok(ExportedText { transcript, players, parts, ruleset })
    }

    /// Checks reason and ranks in the header; an aborted game has neither (B16, B17, C3, B19).
    pub fn check_result(&self, outcome: Option<&Outcome>) -> Result<(), Difference> {
        let ranks =
            outcome.map(|outcome| outcome.ranks.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
        equal("result", outcome.map(|outcome| outcome.reason.name()), self.transcript.value("result"))?;
        equal("ranks", ranks, self.transcript.value("ranks"))
    }
}

fn value<'a>(transcript: &'a Transcript, name: &str) -> Result<&'a str, Difference> {
    transcript.value(name).ok_or_else(|| Difference::new(name, "is missing in the header"))
}

/// Checks that no name is in the header twice, so that all readers find the same value.
fn check_names(transcript: &Transcript) -> Result<(), Difference> {
    let mut names = BTreeSet::new();
    match transcript.header.iter().find(|(name, _)| !names.insert(name)) {
        Some((name, _)) => Err(Difference::new(name, "is in the header twice")),
        None => Ok(()),
    }
}

/// The ruleset as written in the deal, with the options of the header.
fn ruleset(transcript: &Transcript) -> Result<Ruleset, Difference> {
    let mut names = value(transcript, "ruleset")?.split('+');
    let id = names.next().unwrap_or_default();
    let options = transcript.header.iter();
    let options = options.filter_map(|(name, value)| Some((name.strip_prefix("option ")?, value.as_str())));
    let ruleset = Ruleset::parse(id, names, options).map_err(|error| Difference::new("ruleset", error))?;
    equal("ruleset", ruleset.deal_name(), value(transcript, "ruleset")?)?;
    Ok(ruleset)
}

/// Compares the printed editions with those of the ruleset. Texts of older servers leave them out.
fn check_editions(transcript: &Transcript, ruleset: Ruleset) -> Result<(), Difference> {
    let editions: BTreeMap<String, String> = ruleset.editions().iter().map(EditionOf::line).collect();
    let mut named = transcript.header.iter().filter(|(name, _)| name.split(' ').next() == Some("edition"));
    named.try_for_each(|(name, found)| equal(name, editions.get(name), found))
}
