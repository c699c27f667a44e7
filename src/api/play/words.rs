//! The words of a ruleset for people, under published keys in one language.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::{Path, RulesetId};
use crate::http::outcome::{As, Spoken};
use crate::http::tag;
use crate::words::spoken;
use crate::{Code, Problem};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_operation::{operation, query};
use lapidary_picture::{Language, looks, translations};

/// The maximum length of a language tag in characters (RFC 5646, section 4.4.1).
const LANGUAGE_LENGTH_MAX: usize = 35;

/// In which language the words are.
#[query]
pub struct WordsQuery {
    /// The language (ISO 639-1): `en`, `de`, `fr` or `es`. Another one stands for English, as `language` then
    /// says. Without it, `Accept-Language` decides.
    #[param(min_length = 1, max_length = 35, nullable = false, example = "de")]
    lang: Option<String>,
}

/// The words of a ruleset in one language.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Words)]
pub struct WordsBody {
    /// The language of the words.
    #[schema(example = "de")]
    language: &'static str,
    /// The languages that there are.
    #[schema(example = json!(["en", "de", "fr", "es"]))]
    languages: Vec<&'static str>,
    /// The words by key: `action.` and the type of an action, a label for a button; `event.` and `effect.`
    /// with their types, a line for the log; `reason.` with the reason of a refusal; `decision.` with what
    /// the game waits for; `color.`, `resource.`, `module.`, `village.`, `noble.`, `city.`, `post.`,
    /// `post_power.` and `card_effect.` with what the catalogue and views call them, `resources.` of several
    /// tokens; `end.` with the reason of a result; `word.` with what else a picture says. What stands in
    /// braces, such as `{seat}`, is for the app to put in: the name of the field in the event. Keys may be
    /// added.
    #[schema(example = json!({"action.take": "Chips nehmen", "effect.tokens_taken": "{seat} nimmt {tokens}."}))]
    words: BTreeMap<String, String>,
    /// How the tokens look in the pictures of this server: each has a shape of its own, so that nobody
    /// depends on color.
    looks: Vec<LookBody>,
}

/// How a token looks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenLook)]
pub struct LookBody {
    /// The color, or `gold`.
    #[schema(example = "white")]
    color: &'static str,
    /// The color as CSS writes it.
    #[schema(example = "#f6f8fc")]
    fill: &'static str,
    /// The name of the shape.
    #[schema(example = "brilliant")]
    shape: &'static str,
    /// The outline of the shape: the data of an SVG path, at most ten units around the origin.
    outline: &'static str,
}

impl WordsBody {
    fn of(ruleset: &str, language: Language) -> WordsBody {
        let mut words = BTreeMap::new();
        for (key, text) in translations().in_language(language) {
            let own = key.strip_prefix(ruleset).and_then(|rest| rest.strip_prefix('.'));
            let is_shared = !SCOPES.iter().any(|scope| key.starts_with(scope));
            if let Some(key) = own.or(is_shared.then_some(key)) {
                words.insert(key.to_owned(), text.to_owned());
            }
        }
        let is_splendor = ruleset == "splendor";
        if is_splendor {
            words.extend(
                NobleId::all().map(|noble| (format!("noble.{}", noble.name()), of_noble(noble, language))),
            );
            words
                .extend(CityId::all().map(|city| (format!("city.{}", city.name()), of_city(city, language))));
        }
        let look = |look: lapidary_picture::Look| LookBody {
            color: look.name,
            fill: look.fill,
            shape: look.cut,
            outline: look.outline,
        };
        WordsBody {
            language: language.name(),
            languages: Language::ALL.map(Language::name).to_vec(),
            words,
            looks: looks().into_iter().filter(|look| is_splendor || look.name == "gold").map(look).collect(),
        }
    }
}

/// The beginnings of the keys for only one ruleset.
const SCOPES: [&str; 2] = ["splendor.", "kids."];

/// Returns the text of a key that every language has. A test checks that.
fn word(key: &str, language: Language) -> &'static str {
    translations().get(key, language).unwrap_or_default()
}

/// Returns the name of a noble: its requirement, because the printed name is a picture.
pub(super) fn of_noble(noble: NobleId, language: Language) -> String {
    let cards = noble.cards();
    let named = Color::ALL.into_iter().filter(|&color| cards.get(color) > 0);
    let named = named
        .map(|color| format!("{} {}", cards.get(color), word(&format!("color.{}", color.name()), language)));
    format!("{}: {}", word("word.noble", language), named.collect::<Vec<_>>().join(", "))
}

/// Returns the name of a city: its number and face, because the printed name is a picture.
pub(super) fn of_city(city: CityId, language: Language) -> String {
    let face = city.name().trim_start_matches("city-").to_ascii_uppercase();
    format!("{} {face}", word("word.city", language))
}

/// The serialized words of a ruleset in a language.
type Sent = HashMap<(&'static str, Language), Bytes>;

fn sent() -> &'static Sent {
    static SENT: LazyLock<Sent> = LazyLock::new(|| {
        let all =
            ["splendor", "kids"].into_iter().flat_map(|id| Language::ALL.map(|language| (id, language)));
        // Texts can always be serialized.
        all.map(|(id, language)| {
            let json = serde_json::to_vec(&WordsBody::of(id, language)).unwrap_or_default();
            ((id, language), json.into())
        })
        .collect()
    });
    &SENT
}

/// Get the words of a ruleset
///
/// Returns names, labels and lines for everything that the contract calls by a key: actions, events, effects,
/// reasons of refusals, pieces. The names of pieces are our own. The words can change with the next start of
/// the server, so caches must revalidate them with `If-None-Match`.
#[operation(get "/v1/rulesets/{id}/words", tag = "rulesets", returns = "The words", id = "The id of the ruleset")]
pub async fn get_words(
    request: HttpRequest,
    Path(id): Path<RulesetId>,
    query: web::Query<WordsQuery>,
) -> Result<As<Spoken<WordsBody>>, Problem> {
    if query.lang.as_ref().is_some_and(|code| !(1..=LANGUAGE_LENGTH_MAX).contains(&code.chars().count())) {
        return Err(Problem::new(Code::Malformed, "`lang` must have 1 to 35 characters."));
    }
    let language = match &query.lang {
        Some(code) => Language::with_code(code).unwrap_or_default(),
        None => spoken::preferred(request.headers()),
    };
    let found = sent().iter().find(|((known, spoken), _)| *known == &*id && *spoken == language);
    let (_, json) = found.ok_or_else(Problem::not_found)?;
    let mut response = tag::tagged_bytes(&request, tag::ASK_AGAIN, "application/json", json.clone());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.name()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response.into())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::PartialSchema;

    use super::*;
    use crate::document::contract;
    use crate::{kids, splendor};
    use lapidary_engine::outcome::Reason;

    /// Returns the types of a tagged union: a schema, or the name of one of the contract.
    fn types(union: &Value) -> Vec<String> {
        let schemas = &contract().document()["components"]["schemas"];
        fn of(schema: &Value, schemas: &Value, found: &mut Vec<String>) {
            if let Some(name) = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
                return of(&schemas[name], schemas, found);
            }
            let kind = &schema["properties"]["type"];
            found.extend(kind["const"].as_str().or(kind["enum"][0].as_str()).map(str::to_owned));
            for part in ["oneOf", "allOf"].iter().filter_map(|part| schema[part].as_array()).flatten() {
                of(part, schemas, found);
            }
        }
        let mut found = Vec::new();
        of(union.as_str().map_or(union, |name| &schemas[name]), schemas, &mut found);
        assert!(found.len() > 3, "{union}: {found:?}");
        found
    }

    #[test]
    fn everything_that_the_contract_publishes_has_words_in_every_language() {
        let effects = [splendor::event::EffectBody::schema(), kids::event::EffectBody::schema()];
        for ((ruleset, name), effects) in
            [("splendor", "SplendorAction"), ("kids", "KidsAction")].into_iter().zip(effects)
        {
            let effects = serde_json::to_value(effects).expect("a schema");
            for language in Language::ALL {
                let words = WordsBody::of(ruleset, language).words;
                let has = |key: String| {
                    assert!(
                        words.get(&key).is_some_and(|text| !text.is_empty()),
                        "{ruleset} {language:?} {key}"
                    );
                };
                types(&json!(name)).iter().for_each(|kind| has(format!("action.{kind}")));
                types(&effects).iter().for_each(|kind| has(format!("effect.{kind}")));
                types(&json!("Event")).iter().for_each(|kind| has(format!("event.{kind}")));
                Reason::ALL.iter().for_each(|reason| has(format!("end.{}", reason.name())));
            }
        }
        for language in Language::ALL {
            let words = WordsBody::of("splendor", language).words;
            let catalogue = crate::splendor::catalogue::CatalogueBody::complete();
            let nobles = catalogue.nobles.iter().map(|noble| format!("noble.{}", noble.id));
            let cities = catalogue.cities.iter().map(|city| format!("city.{}", city.id));
            let posts = catalogue
                .posts
                .iter()
                .flat_map(|post| [format!("post.{}", post.id), format!("post_power.{}", post.id)]);
            let effects =
                catalogue.cards.iter().filter_map(|card| card.effect.map(|e| format!("card_effect.{e}")));
            for key in nobles.chain(cities).chain(posts).chain(effects) {
                assert!(words.get(&key).is_some_and(|text| !text.is_empty()), "{language:?} {key}");
            }
            let decisions = lapidary_engine::splendor::action::Decision::ALL;
            assert!(
                decisions.iter().all(|decision| words.contains_key(&format!("decision.{}", decision.name())))
            );
            let kids = WordsBody::of("kids", language).words;
            let decisions = lapidary_engine::kids::action::Decision::ALL;
            assert!(
                decisions.iter().all(|decision| kids.contains_key(&format!("decision.{}", decision.name())))
            );
            let tiles = lapidary_engine::kids::tile::VillageTile::ALL;
            assert!(tiles.iter().all(|tile| kids.contains_key(&format!("village.{}", tile.name()))));
        }
    }
}
