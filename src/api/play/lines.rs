//! The events of a game as sentences in one language.
//!
//! A sentence is a text of the table of words with the event's fields. So it reveals exactly what the event
//! shows.

use serde_json::Value;

use super::events::{EventBody, HappeningBody};
use super::words::{of_city, of_noble};
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_picture::{Language, translations};

/// Tells the events of one game.
pub struct Teller {
    language: Language,
    /// The id of the ruleset.
    ruleset: &'static str,
    /// The names of the seats, in order of play.
    names: Vec<String>,
}

impl Teller {
    /// Returns the narrator of a game of this ruleset for readers of this language. The seats have these
    /// names. A seat without a name is called by its number.
    pub fn new<'a>(
        language: Language,
        ruleset: &'static str,
        names: impl IntoIterator<Item = Option<&'a str>>,
    ) -> Teller {
        let word = |key| translations().get(key, language).unwrap_or_default();
        let numbered = |number: usize| format!("{} {}", word("word.seat"), number + 1);
        let names = names.into_iter().enumerate();
        let names =
            names.map(|(number, name)| name.map_or_else(|| numbered(number), str::to_owned)).collect();
        Teller { language, ruleset, names }
    }

    /// Returns the sentences of an event. For an entry of a player, its effects.
    pub fn line(&self, event: &EventBody) -> String {
        let (kind, entry) = match &event.happening {
            HappeningBody::Started(_) => ("event.started", None),
            HappeningBody::Action(entry) => ("event.action", Some(entry)),
            HappeningBody::Resigned(entry) => ("event.resigned", Some(entry)),
            HappeningBody::TimedOut(entry) => ("event.timed_out", Some(entry)),
            HappeningBody::Finished(_) => ("event.finished", None),
            HappeningBody::Aborted(_) => ("event.aborted", None),
        };
        let Some(entry) = entry else { return self.word(kind).to_owned() };
        // Names, numbers and lists can always be serialized.
        let effects: Vec<Value> =
            entry.effects.iter().map(|effect| serde_json::to_value(effect).unwrap_or_default()).collect();
        let mut told: Vec<String> = effects.iter().filter_map(|effect| self.effect(effect)).collect();
        // Effects may concern only others, such as a stronghold that is sent home.
        let is_named = effects.iter().any(|effect| effect["seat"].as_u64() == Some(entry.seat.into()));
        if kind != "event.action" || !is_named {
            let seat = |field: &str| (field == "seat").then(|| self.seat(entry.seat.into()));
            told.insert(0, fill(self.word(kind), seat));
        }
        told.join(" ")
    }

    fn word(&self, key: &str) -> &'static str {
        translations().get(key, self.language).unwrap_or_default()
    }

    fn seat(&self, number: u64) -> String {
        let known = usize::try_from(number).ok().and_then(|number| self.names.get(number));
        known.cloned().unwrap_or_else(|| format!("{} {}", self.word("word.seat"), number + 1))
    }

    /// Returns the sentence of an effect. None for a kind without words.
    fn effect(&self, effect: &Value) -> Option<String> {
        let kind = effect["type"].as_str()?;
        let template = translations().get(&format!("{}.effect.{kind}", self.ruleset), self.language)?;
        Some(fill(template, |field| Some(self.value(field, effect.get(field)?))))
    }

    /// Returns the words for a field.
    fn value(&self, field: &str, value: &Value) -> String {
        match value {
            Value::Number(number) if matches!(field, "seat" | "to") => {
                self.seat(number.as_u64().unwrap_or_default())
            }
            Value::Null => self.word("card.hidden").to_owned(),
            Value::String(text) => self.text(field, text),
            Value::Array(items) => {
                let said: Vec<String> = items.iter().map(|item| self.value(field, item)).collect();
                said.join(", ")
            }
            Value::Object(counts) => {
                let some = counts.iter().filter(|(_, count)| count.as_u64() != Some(0));
                let said: Vec<String> =
                    some.map(|(name, count)| format!("{count} {}", self.text(field, name))).collect();
                said.join(", ")
            }
            other => other.to_string(),
        }
    }

    fn text(&self, field: &str, text: &str) -> String {
        let noble = || {
            let named = of_noble(NobleId::all().find(|noble| noble.name() == text)?, self.language);
            Some(format!("{} ({})", self.word("word.a_noble"), named.split_once(": ")?.1))
        };
        let city = || CityId::all().find(|city| city.name() == text).map(|city| of_city(city, self.language));
        let named = match field {
            "noble" => noble(),
            "city" => city(),
            "card" | "cards" | "with" => {
                CardId::all().find(|card| card.to_string() == text).map(|card| self.card(card))
            }
            "deck" => Some(format!("{} {}", self.word("word.deck"), text.trim_start_matches("base-"))),
            _ => None,
        };
        let keys = [
            format!("{}.{field}.{text}", self.ruleset),
            format!("resource.{text}"),
            format!("color.{text}"),
            format!("village.{text}"),
            format!("word.{text}"),
        ];
        let known = keys.iter().find_map(|key| translations().get(key, self.language)).map(str::to_owned);
        named.or(known).or_else(|| self.place(text)).unwrap_or_else(|| text.to_owned())
    }

    /// Returns a card as people name it: `a red card of level 2, 3 points`.
    fn card(&self, card: CardId) -> String {
        let facts = card.facts();
        let color = facts.color.map_or("none", Color::name);
        let of_level = if facts.deck.is_orient() { "word.of_orient_level" } else { "word.of_level" };
        let (level, points) = (facts.deck.level().number(), facts.points);
        let named = format!("{} {} {level}", self.word(&format!("card.{color}")), self.word(of_level));
        match points {
            0 => named,
            1 => format!("{named}, 1 {}", self.word("word.point")),
            _ => format!("{named}, {points} {}", self.word("word.points")),
        }
    }

    /// Returns the words for a place of a Kids board, such as `a2b-town-1`.
    fn place(&self, text: &str) -> Option<String> {
        let (side, rest) = text.split_once('-')?;
        let (kind, number) = rest.split_once('-')?;
        let word = translations().get(&format!("word.{kind}"), self.language)?;
        Some(format!("{word} {side}-{number}"))
    }
}

/// Returns a text with values for its fields in braces. A field without a value is left out.
fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (field, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(&value(field).unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn teller(language: Language, ruleset: &'static str) -> Teller {
        Teller::new(language, ruleset, [Some("ada"), None])
    }

    #[test]
    fn every_field_is_said_in_the_language_of_the_reader() {
        for (language, ruleset, effect, text) in [
            (
                Language::German,
                "splendor",
                json!({"type": "tokens_taken", "seat": 0, "tokens": {"white": 2, "blue": 0, "gold": 1}}),
                "ada nimmt 2 weiß, 1 Gold.",
            ),
            (
                Language::English,
                "splendor",
                json!({"type": "card_kept", "seat": 1, "deck": "base-2", "card": null}),
                "Seat 2 keeps a hidden card from Deck 2.",
            ),
            (
                Language::French,
                "kids",
                json!({"type": "token_given", "seat": 0, "to": 1, "resource": "apple"}),
                "ada donne pomme à Place 2.",
            ),
            (
                Language::English,
                "kids",
                json!({"type": "moved", "seat": 0, "route": "a1a-1", "from": "port", "to": "a1a-town-2"}),
                "ada travels from Port to Town a1a-2.",
            ),
        ] {
            let teller = teller(language, ruleset);
            let told = teller.effect(&effect).unwrap();
            // The words are in a separate table: this checks the order and the fields.
            assert_eq!(told.to_lowercase(), text.to_lowercase());
        }
    }
}
