//! The text of an export: a header of names and values, then the decisions, one line for each turn. It knows
//! no rules.

use super::v1::event::HappeningBody;
use super::v1::game::PlayerBody;
use super::v1::whole::ExportBody;
use crate::play::events::EntryBody;
use crate::play::rulesets::PlayedBody;
use lapidary_engine::edition::EditionOf;
use lapidary_engine::record::{By, Leaving};
use lapidary_engine::replay::Written;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_engine::transcript::{TEXT_FORMAT, Transcript};

impl ExportBody {
    /// Returns the game as text: a header, then the decisions, one line for each turn.
    pub fn transcript(&self) -> Transcript {
        let mut header = Vec::new();
        self.name_game(&mut header);
        self.name_deal(&mut header);
        if let Some(result) = &self.result {
            header.push(("result".to_owned(), result.reason.to_owned()));
            header.push(("ranks".to_owned(), joined(&result.ranks)));
        }
        Transcript { header, entries: self.entries() }
    }

    fn name_game(&self, header: &mut Vec<(String, String)>) {
        let mut name = |name: String, value: String| header.push((name, value));
        name("format".to_owned(), TEXT_FORMAT.to_owned());
        name("game".to_owned(), self.game.id.to_string());
        name("ruleset".to_owned(), self.deal.deal_ruleset.clone());
        for (option, value) in &self.game.played.options {
            name(format!("option {option}"), (*value).to_owned());
        }
        for (of, edition) in editions(&self.game.played).iter().map(EditionOf::line) {
            name(of, edition);
        }
        for seated in &self.game.seats {
            name(format!("seat {}", seated.seat), named(&seated.player));
        }
        if let Some(started) = self.events.first() {
            name("started".to_owned(), started.at.to_rfc3339());
        }
    }

    fn name_deal(&self, header: &mut Vec<(String, String)>) {
        let deal = &self.deal;
        let mut name = |name: &str, value: &str| header.push((name.to_owned(), value.to_owned()));
        name("deal_id", &deal.deal_id);
        name("commitment", &deal.commitment);
        if let Some(server_seed) = &deal.server_seed {
            name("server_seed", server_seed);
        }
        for (place, given) in deal.contributions.iter().enumerate() {
            let when = if given.after_commitment { "after" } else { "before" };
            name(
                &format!("contribution {place}"),
                &format!("{when} {} {}", named(&given.player), given.entropy),
            );
        }
        name("beacon", &deal.beacon);
        name("seating", deal.seating.name());
    }

    /// Returns the decisions and departures with the numbers of their turns.
    fn entries(&self) -> Vec<(u16, Written)> {
        let mut turn = 1;
        let mut entries = Vec::new();
        for event in &self.events {
            if let Some((entry, written)) = written(&event.happening) {
                entries.push((turn, written));
                turn =
                    entry.effects.iter().filter_map(|effect| effect.turn_began()).next_back().unwrap_or(turn);
            }
        }
        entries
    }
}

/// Returns the written form of the event, if a seat decided or left.
fn written(happening: &HappeningBody) -> Option<(&EntryBody, Written)> {
    let (entry, how) = match happening {
        HappeningBody::Started(_) | HappeningBody::Finished(_) | HappeningBody::Aborted(_) => return None,
        HappeningBody::Action(entry) => (entry, None),
        HappeningBody::Resigned(entry) => (entry, Some(Leaving::Resigned)),
        HappeningBody::TimedOut(entry) => (entry, Some(Leaving::TimedOut)),
    };
    let seat = Seat::new(entry.seat)?;
    let by = if entry.is_by_engine() { By::Engine } else { By::Player };
    let decision = || Written::Decision { seat, by, action: entry.notation.clone() };
    Some((entry, how.map_or_else(decision, |how| Written::Leaving { seat, how })))
}

/// Returns the printed editions of the pieces. The frozen format has no field for them.
fn editions(played: &PlayedBody) -> Vec<EditionOf> {
    let options = played.options.iter().map(|(&name, &value)| (name, value));
    let ruleset = Ruleset::parse(played.ruleset, played.modules.iter().copied(), options);
    ruleset.map(Ruleset::editions).unwrap_or_default()
}

/// Returns the name of a player, or the id of an erased account.
fn named(player: &PlayerBody) -> String {
    player.username.clone().unwrap_or_else(|| player.id.to_string())
}

fn joined(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
