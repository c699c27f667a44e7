//! Rulesets and their catalogues.

use std::collections::BTreeMap;

use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, web};
use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::union::closed;
use crate::extract::{Path, RulesetId};
use crate::http::outcome::{As, Public, Tagged};
use crate::http::paging::{Page, whole_list_of};
use crate::http::tag;
use crate::{Code, Problem, kids, splendor};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Module;
use lapidary_model::text;
use lapidary_operation::{operation, query};
use lapidary_picture::BoardMaps;

/// For catalogues at addresses with their hash, which never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Returns the stored form of the ruleset with exactly these modules, separated by commas.
pub(crate) fn played(ruleset: &str, modules: &str) -> Result<String, Problem> {
    let named = modules.split(',').map(str::trim).filter(|module| !module.is_empty());
    Ruleset::parse(ruleset, named, []).map(Ruleset::deal_name).map_err(|_| {
        let refusal = "`modules` must be modules of the ruleset, each once; `GET /v1/rulesets` lists them.";
        Problem::new(Code::Malformed, refusal)
    })
}

/// The ruleset of a game, with its modules and options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Played)]
pub struct PlayedBody {
    #[schema(example = "splendor")]
    pub ruleset: &'static str,
    /// The modules in play, in their fixed order.
    #[schema(example = json!([]))]
    pub modules: Vec<&'static str>,
    /// The options, defaults included.
    #[schema(example = json!({}))]
    pub options: BTreeMap<&'static str, &'static str>,
}

impl From<Ruleset> for PlayedBody {
    fn from(ruleset: Ruleset) -> Self {
        PlayedBody {
            ruleset: ruleset.id(),
            modules: ruleset.modules(),
            options: ruleset.options().into_iter().collect(),
        }
    }
}

/// A ruleset and its choices.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Ruleset)]
pub struct RulesetBody {
    #[schema(example = "splendor")]
    pub id: &'static str,
    /// The numbers of seats that can be played.
    #[schema(example = json!([2, 3, 4]))]
    pub seats: Vec<u8>,
    /// The modules; every combination can be played.
    #[schema(example = json!(["orient", "strongholds", "trading_posts", "cities"]))]
    pub modules: Vec<&'static str>,
    /// The options, each with its values, the default first.
    #[schema(example = json!({}))]
    pub options: BTreeMap<&'static str, Vec<&'static str>>,
    /// Restrictions on combinations of modules and options: `POST /v1/games` refuses a game that violates
    /// one.
    pub constraints: Vec<ConstraintBody>,
}

/// The values of an option that a module allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RulesetConstraint)]
pub struct ConstraintBody {
    /// The module.
    #[schema(example = "mysteries")]
    pub module: &'static str,
    /// The option.
    #[schema(example = "board")]
    pub option: &'static str,
    /// The values that the option can have in games with this module.
    #[schema(example = json!(["full"]))]
    pub values: Vec<&'static str>,
}

whole_list_of!(RulesetBody, "RulesetPage", "A page of rulesets.", "");

/// A ruleset with the schema of its actions.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = RulesetDetail)]
pub struct RulesetDetailBody {
    #[serde(flatten)]
    pub ruleset: RulesetBody,
    /// The JSON Schema (2020-12) of its actions.
    #[schema(value_type = Object)]
    pub actions: Value,
    /// SHA-256 of its catalogue in hexadecimal; the `ETag` of the catalogue is derived from it. Caches may
    /// store `GET /v1/rulesets/{id}/catalogue?hash=…` with it permanently.
    pub catalogue_hash: String,
}

/// The pieces of a ruleset; the ruleset decides the fields.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Catalogue)]
pub enum CatalogueBody {
    /// Of Splendor.
    Splendor(splendor::catalogue::CatalogueBody),
    /// Of Splendor Kids.
    Kids(kids::catalogue::CatalogueBody),
}

/// A serialized catalogue with its hash.
struct Published {
    json: Bytes,
    hash: String,
}

impl Published {
    fn new(catalogue: &CatalogueBody) -> Self {
        // Strings and numbers can always be serialized.
        let json = serde_json::to_vec(catalogue).unwrap_or_default();
        Published { hash: hex::encode(Sha256::digest(&json)), json: json.into() }
    }
}

/// The catalogues that this server serves.
pub struct Catalogues {
    splendor: Published,
    kids: Published,
    maps: BoardMaps,
}

impl Catalogues {
    /// Returns the catalogues of a server with these boards.
    pub fn new(boards: &Sides, maps: BoardMaps) -> Catalogues {
        let splendor = CatalogueBody::Splendor(splendor::catalogue::CatalogueBody::complete());
        let kids = CatalogueBody::Kids(kids::catalogue::CatalogueBody::complete(boards, &maps));
        Catalogues { splendor: Published::new(&splendor), kids: Published::new(&kids), maps }
    }

    /// Returns where the boards of Kids have their places.
    pub fn maps(&self) -> &BoardMaps {
        &self.maps
    }

    fn of(&self, ruleset: Ruleset) -> &Published {
        match ruleset {
            Ruleset::Splendor(_) => &self.splendor,
            Ruleset::Kids(_) => &self.kids,
        }
    }
}

/// Returns every ruleset without modules and with its default options.
fn rulesets() -> impl Iterator<Item = Ruleset> {
    Ruleset::IDS.into_iter().filter_map(|id| Ruleset::parse(id, [], []).ok())
}

/// Returns the ruleset with this id, without modules.
fn find(id: &str) -> Result<Ruleset, Problem> {
    rulesets().find(|ruleset| ruleset.id() == id).ok_or_else(Problem::not_found)
}

impl From<Ruleset> for RulesetBody {
    fn from(ruleset: Ruleset) -> Self {
        let (modules, options) = match ruleset {
            Ruleset::Splendor(_) => (Module::ALL.map(Module::name).to_vec(), BTreeMap::new()),
            Ruleset::Kids(_) => (
                vec![Variant::MYSTERIES],
                BTreeMap::from([("board", vec![Variant::Full.board(), Variant::Short.board()])]),
            ),
        };
        let seats = ruleset.seats().iter().map(|count| count.get() as u8).collect();
        let constraints = constraints(ruleset.id(), &modules, &options);
        RulesetBody { id: ruleset.id(), seats, modules, options, constraints }
    }
}

/// Returns the constraints of the engine: each module with each option of which it forbids some value.
fn constraints(
    id: &str,
    modules: &[&'static str],
    options: &BTreeMap<&'static str, Vec<&'static str>>,
) -> Vec<ConstraintBody> {
    let of_module = |&module: &&'static str| {
        options.iter().filter_map(move |(&option, known)| {
            let is_played = |value: &&'static str| Ruleset::parse(id, [module], [(option, *value)]).is_ok();
            let values: Vec<&'static str> = known.iter().copied().filter(is_played).collect();
            (values.len() < known.len()).then_some(ConstraintBody { module, option, values })
        })
    };
    modules.iter().flat_map(of_module).collect()
}

/// Returns the JSON Schema of the actions of a ruleset.
pub fn action_schema(ruleset: Ruleset) -> Value {
    match ruleset {
        Ruleset::Splendor(_) => json_schema_of::<splendor::action::ActionBody>(),
        Ruleset::Kids(_) => json_schema_of::<kids::action::ActionBody>(),
    }
}

/// Returns the schema of a tagged union as a self-contained JSON Schema.
fn json_schema_of<T: ToSchema>() -> Value {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    let parts: BTreeMap<_, _> = parts.into_iter().collect();
    let mut schema = json!(closed::<T>());
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["$defs"] = json!(parts);
    refer_to_defs(&mut schema);
    schema
}

fn refer_to_defs(schema: &mut Value) {
    match schema {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("#/components/schemas/") {
                *text = format!("#/$defs/{name}");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(refer_to_defs),
        Value::Object(fields) => fields.values_mut().for_each(refer_to_defs),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// List the rulesets
///
/// Returns every ruleset with its numbers of seats, modules and options.
#[operation(get "/v1/rulesets", tag = "rulesets", returns = "All rulesets")]
pub async fn list_rulesets() -> Public<Page<RulesetBody>> {
    Public(Page::whole(rulesets()))
}

/// Get a ruleset
///
/// Returns the ruleset with the JSON Schema of its actions.
#[operation(get "/v1/rulesets/{id}", tag = "rulesets", returns = "The ruleset")]
pub async fn get_ruleset(
    Path(id): Path<RulesetId>,
    catalogues: web::Data<Catalogues>,
) -> Result<Public<RulesetDetailBody>, Problem> {
    let ruleset = find(&id)?;
    Ok(Public(RulesetDetailBody {
        ruleset: ruleset.into(),
        actions: action_schema(ruleset),
        catalogue_hash: catalogues.of(ruleset).hash.clone(),
    }))
}

/// Which catalogue is read.
#[query]
pub struct CatalogueQuery {
    /// The `catalogue_hash` of the ruleset: only the catalogue with this hash, which caches may store
    /// permanently.
    #[param(
        min_length = 1,
        max_length = 64,
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        nullable = false
    )]
    #[serde(default, deserialize_with = "hash")]
    hash: Option<String>,
}

/// The maximum length of the hash of a catalogue in a query, in characters.
const HASH_LENGTH_MAX: usize = 64;

fn hash<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let hash = text::read(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
    match (1..=HASH_LENGTH_MAX).contains(&hash.chars().count()) {
        true => Ok(Some(hash)),
        false => Err(D::Error::custom("out of bounds")),
    }
}

/// Get the catalogue of a ruleset
///
/// Returns all pieces of the ruleset. The catalogue can change with the next start of the server, so caches
/// must revalidate it with `If-None-Match`. With `hash`, the address is for one catalogue, which caches may
/// store permanently; if the server has another one now, the response is `not_found`: read the hash of the
/// ruleset again.
#[operation(get "/v1/rulesets/{id}/catalogue", tag = "rulesets",
    returns = "The catalogue")]
pub async fn get_catalogue(
    request: HttpRequest,
    Path(id): Path<RulesetId>,
    query: web::Query<CatalogueQuery>,
    catalogues: web::Data<Catalogues>,
) -> Result<As<Tagged<CatalogueBody>>, Problem> {
    let published = catalogues.of(find(&id)?);
    let lifetime = match &query.hash {
        None => tag::ASK_AGAIN,
        Some(hash) if *hash == published.hash => FOR_EVER,
        Some(_) => return Err(Problem::not_found()),
    };
    let tag = EntityTag::new_weak(published.hash.clone());
    Ok(tag::answer(&request, tag, lifetime, "application/json", published.json.clone()).into())
}
