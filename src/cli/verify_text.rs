//! Checks a finished game in text format. It knows the names in the header; the checks are the same as for
//! JSON.

use super::findings::findings;
use lapidary_api::export::text::TEXT_FORMAT;
use lapidary_api::play::events::EffectBody;
use lapidary_engine::deal::{Contributions, DealId, Entropy, Seating, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::replay::Replay;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::transcript::Transcript;
use lapidary_exported::{DealParts, Difference, entropy, equal, fixed};

/// The number of the first turn.
const FIRST_TURN: u16 = 1;

/// A player and their contribution, as written in the header.
struct Given<'a> {
    player: &'a str,
    entropy: Entropy,
}

/// Checks a text and returns a list of what was confirmed.
///
/// # Errors
/// The first error in the text.
pub fn check(text: &str, sides: &Sides) -> Result<Vec<String>, Difference> {
    let transcript: Transcript = text.parse().map_err(|error| Difference::new("text", error))?;
    equal("format", TEXT_FORMAT, value(&transcript, "format")?)?;
    let given = given(&transcript)?;
    let parts = parts(&transcript, &given)?;
    parts.check_commitment(value(&transcript, "commitment")?)?;
    let opening = parts.deal(ruleset(&transcript)?, sides, None)?;
    for (seat, place) in opening.seats.iter().enumerate() {
        let name = format!("seat {seat}");
        equal(&name, given.get(*place as usize).map(|given| given.player), transcript.value(&name))?;
    }
    let game = replay(&transcript, opening.game)?;
    check_result(&transcript, game.outcome())?;
    Ok(findings(given.len(), &format!("{} entries", transcript.entries.len()), &game))
}

fn value<'a>(transcript: &'a Transcript, name: &str) -> Result<&'a str, Difference> {
    transcript.value(name).ok_or_else(|| Difference::new(name, "is missing in the header"))
}

/// The contributions in the order of joining, such as `after ada 616461`.
fn given(transcript: &Transcript) -> Result<Vec<Given<'_>>, Difference> {
    let lines = (0..).map_while(|place| transcript.value(&format!("contribution {place}")));
    lines
        .map(|line| {
            let mut words = line.split(' ').skip(1);
            let player =
                words.next().ok_or_else(|| Difference::new("contribution", "does not name a player"))?;
            Ok(Given { player, entropy: entropy("contribution", words.next().unwrap_or_default())? })
        })
        .collect()
}

fn parts(transcript: &Transcript, given: &[Given<'_>]) -> Result<DealParts, Difference> {
    let entropies: Vec<Entropy> = given.iter().map(|given| given.entropy.clone()).collect();
    Ok(DealParts {
        deal_id: DealId(fixed("deal_id", value(transcript, "deal_id")?)?),
        server_seed: ServerSeed::new(fixed("server_seed", value(transcript, "server_seed")?)?),
        contributions: Contributions::try_from(entropies)
            .map_err(|error| Difference::new("contribution", error))?,
        beacon: entropy("beacon", value(transcript, "beacon")?)?,
        seating: match value(transcript, "seating")? {
            "random" => Seating::Random,
            "join_order" => Seating::JoinOrder,
            _ => return Err(Difference::new("seating", "is unknown")),
        },
    })
}

/// The ruleset as written in the deal, with the options of the header.
fn ruleset(transcript: &Transcript) -> Result<Ruleset, Difference> {
    let mut names = value(transcript, "ruleset")?.split('+');
    let id = names.next().unwrap_or_default();
    let options = transcript
        .header
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix("option ")?, value.as_str())));
    let ruleset = Ruleset::parse(id, names, options).map_err(|error| Difference::new("ruleset", error))?;
    equal("ruleset", ruleset.deal_name(), value(transcript, "ruleset")?)?;
    Ok(ruleset)
}

/// Replays every entry.
fn replay(transcript: &Transcript, opening: Game) -> Result<Game, Difference> {
    let mut replay = Replay::new(opening);
    let mut now = FIRST_TURN;
    for (turn, written) in &transcript.entries {
        let at = format!("turn {turn}");
        equal(&at, now, turn)?;
        let entry = replay.read(written).map_err(|error| Difference::new(at, error))?;
        let mut began = entry.effects.iter().filter_map(|&effect| EffectBody::from(effect).turn_began());
        now = began.next_back().unwrap_or(now);
    }
    match replay.due() {
        Some(_) => Err(Difference::new("last turn", "the rules require another entry")),
        None => Ok(replay.game().clone()),
    }
}

/// Checks reason and ranks in the header; an aborted game has neither (B16, B17, C3, B19).
fn check_result(transcript: &Transcript, outcome: Option<Outcome>) -> Result<(), Difference> {
    let ranks =
        outcome.as_ref().map(|outcome| outcome.ranks.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
    equal("result", outcome.map(|outcome| outcome.reason.name()), transcript.value("result"))?;
    equal("ranks", ranks, transcript.value("ranks"))
}
