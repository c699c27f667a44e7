//! The current values of each open enumeration: in its description for people, and as `x-extensible-enum` for
//! programs. The schema itself stays a string, because values may be added and generators would turn an
//! `enum` into a closed type.
//!
//! It knows which fields are open enumerations; the values come from the modules that use them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::bot_matches::body::MATCH_GAME_STATUSES;
use crate::splendor::catalogue::EFFECTS;
use crate::streams::reconnect::UNAVAILABLE;
use lapidary_analysis::Cause;
use lapidary_analysis::puzzles::Theme;
use lapidary_contest::pairing::request::Odd;
use lapidary_contest::rating::conditions::Unrated;
use lapidary_contest::series::promotion::Movement;
use lapidary_contest::series::tie_break::SeriesTieBreak;
use lapidary_contest::standings::teams::TeamTieBreak;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_engine::kids::place::PlaceKind;
use lapidary_engine::kids::tile::VillageTile;
use lapidary_engine::outcome::Reason;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::{kids, splendor};
use lapidary_model::analysis::AnalysisStatus;
use lapidary_model::auth::{Scope, SessionKind};
use lapidary_model::bot::Accepts;
use lapidary_model::bot_endpoint::{AnswerFaultKind, EndpointEnd};
use lapidary_model::bot_match::{self, StopReason};
use lapidary_model::challenge::{self, DeclineReason};
use lapidary_model::clock::Clock;
use lapidary_model::club::{ClubRole, ClubVisibility, Joining, RequestKind};
use lapidary_model::game::{Status, Visibility};
use lapidary_model::invitation::InvitedTo;
use lapidary_model::log::{AbortReason, Author};
use lapidary_model::own::OwnAnnouncementKind;
use lapidary_model::season::{SeasonReset, SeasonState};
use lapidary_model::seek;
use lapidary_model::series::LeftBecause;
use lapidary_model::tournaments::audit::AuditKind;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::round::{DecidedBy, RoundStatus, Stage, TableStatus};
use lapidary_model::tournaments::settings;
use lapidary_model::webhook;
use lapidary_service::games::{EndReason, Gone};
use lapidary_service::webhooks::SendFailure;

/// The part of a description that says that values may be added.
const OPEN: &str = "alues may be added";

/// A field of a schema, and its values.
struct Known {
    schema: &'static str,
    field: &'static str,
    words: Vec<&'static str>,
}

/// Returns every open enumeration that is not a schema of its own.
fn all() -> Vec<Known> {
    let known = |schema, field, words: &[&'static str]| Known { schema, field, words: words.to_vec() };
    let in_splendor = splendor::action::Decision::ALL.map(splendor::action::Decision::name);
    let in_kids = kids::action::Decision::ALL.map(kids::action::Decision::name);
    let both = [in_splendor.as_slice(), in_kids.as_slice()].concat();
    let mut seen = BTreeSet::new();
    let decisions: Vec<&str> = both.into_iter().filter(|word| seen.insert(*word)).collect();
    let modules = Accepts::known_modules();
    let reasons = Reason::ALL.map(Reason::name);
    let stream_ends = [EndReason::ALL.map(EndReason::name).as_slice(), &[UNAVAILABLE]].concat();
    let aborts = AbortReason::ALL.map(AbortReason::name);
    let tiles = VillageTile::ALL.map(VillageTile::name);
    let (statuses, visibilities) = (Status::ALL.map(Status::name), Visibility::ALL.map(Visibility::name));
    vec![
        known("GameAnalysis", "status", &AnalysisStatus::ALL.map(AnalysisStatus::name)),
        known("OwnAnalysis", "status", &AnalysisStatus::ALL.map(AnalysisStatus::name)),
        known("TurningPoint", "cause", &Cause::ALL.map(Cause::name)),
        known("PuzzleResult", "themes", &Theme::ALL.map(Theme::name)),
        known("ToAct", "decision", &decisions),
        known("LegalActions", "decision", &decisions),
        known("SplendorEffect", "step", &in_splendor),
        known("KidsEffect", "step", &in_kids),
        known("SplendorExportEffect", "step", &in_splendor),
        known("KidsExportEffect", "step", &in_kids),
        known("GameResult", "reason", &reasons),
        known("ExportResult", "reason", &reasons),
        known("SplendorEffect", "reason", &reasons),
        known("KidsEffect", "reason", &reasons),
        known("SplendorExportEffect", "reason", &reasons),
        known("KidsExportEffect", "reason", &reasons),
        known("Aborted", "reason", &aborts),
        known("ExportAborted", "reason", &aborts),
        known("StreamEnd", "reason", &stream_ends),
        known("OwnGameGone", "reason", &Gone::ALL.map(Gone::name)),
        known("OwnGame", "decision", &decisions),
        known("ExportAborted", "by", &Author::ALL.map(Author::name)),
        known("Game", "status", &statuses),
        known("GameItem", "status", &statuses),
        known("Game", "visibility", &visibilities),
        known("Game", "unrated_because", &Unrated::ALL.map(Unrated::name)),
        known("TournamentGame", "status", &statuses),
        known("TournamentGame", "unrated_because", &Unrated::ALL.map(Unrated::name)),
        known("GameItem", "visibility", &visibilities),
        known("Challenge", "visibility", &visibilities),
        known("Challenge", "seating", &["random", "join_order"]),
        known("Challenge", "status", &challenge::ChallengeStatus::ALL.map(challenge::ChallengeStatus::name)),
        known("Declined", "reason", &DeclineReason::ALL.map(DeclineReason::name)),
        known("BotMatchItem", "status", &bot_match::BotMatchStatus::ALL.map(bot_match::BotMatchStatus::name)),
        known("BotMatchItem", "stopped_because", &StopReason::ALL.map(StopReason::name)),
        known("BotMatchItem", "visibility", &visibilities),
        known("BotMatchGame", "status", &MATCH_GAME_STATUSES),
        known("Seek", "status", &seek::SeekStatus::ALL.map(seek::SeekStatus::name)),
        known("ReceivedInvitation", "kind", &InvitedTo::ALL.map(InvitedTo::name)),
        known("ApiToken", "scopes", &Scope::ALL.map(Scope::name)),
        known("OwnToken", "kind", &SessionKind::ALL.map(SessionKind::word)),
        known("OwnToken", "scopes", &Scope::ALL.map(Scope::name)),
        known("Accepts", "rulesets", &Ruleset::IDS),
        known("Accepts", "modules", &modules),
        known("Accepts", "clocks", &Clock::KINDS),
        known("Clock", "kind", &Clock::KINDS),
        known("SplendorCard", "effect", &EFFECTS),
        known("KidsEffect", "tile", &tiles),
        known("KidsExportEffect", "tile", &tiles),
        known("KidsPlace", "kind", &PlaceKind::ALL.map(PlaceKind::name)),
        known("Webhook", "events", &webhook::WebhookEvent::SUBSCRIBABLE.map(webhook::WebhookEvent::name)),
        known("Webhook", "disabled_reason", &webhook::DisabledReason::ALL.map(webhook::DisabledReason::name)),
        known("BotEndpoint", "disabled_reason", &EndpointEnd::ALL.map(EndpointEnd::name)),
        known(
            "BotEndpointFault",
            "kind",
            &[
                AnswerFaultKind::ALL.map(AnswerFaultKind::name).as_slice(),
                &SendFailure::ALL.map(SendFailure::name),
            ]
            .concat(),
        ),
        known("WebhookMessage", "type", &webhook::WebhookEvent::ALL.map(webhook::WebhookEvent::name)),
        known("WebhookDelivery", "status", &webhook::DeliveryStatus::ALL.map(webhook::DeliveryStatus::name)),
        known("WebhookAttempt", "failure", &SendFailure::ALL.map(SendFailure::name)),
        known("Played", "ruleset", &Ruleset::IDS),
        known("Played", "modules", &modules),
    ]
    .into_iter()
    .chain(of_tournaments())
    .chain(of_clubs())
    .chain(of_series())
    .collect()
}

/// Returns the open enumerations of tournaments.
fn of_tournaments() -> Vec<Known> {
    let known = |schema, field, words: &[&'static str]| Known { schema, field, words: words.to_vec() };
    let (stages, rounds) = (Stage::ALL.map(Stage::name), RoundStatus::ALL.map(RoundStatus::name));
    let tie_breaks = TieBreak::ALL.map(TieBreak::name);
    let statuses = settings::Status::ALL.map(settings::Status::name);
    let decided_by = DecidedBy::ALL.map(DecidedBy::name);
    vec![
        known("TournamentSettings", "visibility", &Visibility::ALL.map(Visibility::name)),
        known("TournamentSettings", "play", &settings::Play::ALL.map(settings::Play::name)),
        known("TournamentSettings", "format", &settings::Format::ALL.map(settings::Format::name)),
        known("TournamentSettings", "players", &settings::Players::ALL.map(settings::Players::name)),
        known("TournamentSettings", "entry", &settings::EntryLock::ALL.map(settings::EntryLock::name)),
        known("TournamentSettings", "odd", &Odd::ALL.map(Odd::name)),
        known("TournamentSettings", "unfinished", &settings::Unfinished::ALL.map(settings::Unfinished::name)),
        known("TournamentRound", "unfinished", &settings::Unfinished::ALL.map(settings::Unfinished::name)),
        known(
            "TournamentSettings",
            "acceleration",
            &settings::Acceleration::ALL.map(settings::Acceleration::name),
        ),
        known("TournamentSettings", "tie_breaks", &tie_breaks),
        known("TournamentSettings", "next_round", &settings::NextRound::ALL.map(settings::NextRound::name)),
        known("TournamentItem", "status", &statuses),
        known("TournamentEntry", "status", &EntryStatus::ALL.map(EntryStatus::name)),
        known("TournamentStanding", "status", &EntryStatus::ALL.map(EntryStatus::name)),
        known("RoundSummary", "stage", &stages),
        known("RoundSummary", "status", &rounds),
        known("TournamentRound", "stage", &stages),
        known("TournamentRound", "status", &rounds),
        known("PlannedRound", "stage", &stages),
        known("TournamentTable", "status", &TableStatus::ALL.map(TableStatus::name)),
        known("TournamentTable", "decided_by", &decided_by),
        known("TournamentStanding", "decided_by", &tie_breaks),
        known("TeamMember", "status", &EntryStatus::ALL.map(EntryStatus::name)),
        known("TeamMemberStanding", "status", &EntryStatus::ALL.map(EntryStatus::name)),
        known("TeamStanding", "decided_by", &TeamTieBreak::ALL.map(TeamTieBreak::name)),
        known("TieBreakValue", "tie_break", &tie_breaks),
        known("TournamentEvent", "kind", &AuditKind::ALL.map(AuditKind::name)),
        known("OwnTournament", "status", &statuses),
        known("OwnTournament", "round_status", &rounds),
        known("ByeRules", "points", &["half", "none"]),
        known("OwnAnnouncement", "kind", &OwnAnnouncementKind::ALL.map(OwnAnnouncementKind::name)),
    ]
}

/// Returns the open enumerations of clubs.
fn of_clubs() -> Vec<Known> {
    let known = |schema, field, words: &[&'static str]| Known { schema, field, words: words.to_vec() };
    let roles = ClubRole::ALL.map(ClubRole::name);
    vec![
        known("ClubItem", "visibility", &ClubVisibility::ALL.map(ClubVisibility::name)),
        known("ClubItem", "joining", &Joining::ALL.map(Joining::name)),
        known("Club", "my_role", &roles),
        known("Club", "my_request", &RequestKind::ALL.map(RequestKind::name)),
        known("ClubMember", "role", &roles),
        known("ClubSeason", "status", &SeasonState::ALL.map(SeasonState::name)),
        known("ClubSeason", "reset", &SeasonReset::ALL.map(SeasonReset::name)),
    ]
}

/// Returns the open enumerations of series.
fn of_series() -> Vec<Known> {
    let known = |schema, field, words: &[&'static str]| Known { schema, field, words: words.to_vec() };
    let separates: Vec<&'static str> =
        TieBreak::ALL.map(TieBreak::name).into_iter().chain(["knock_out"]).collect();
    vec![
        known("SeriesItem", "visibility", &["public", "unlisted"]),
        known("SeriesEvent", "status", &settings::Status::ALL.map(settings::Status::name)),
        known("SeriesStanding", "decided_by", &SeriesTieBreak::ALL.map(SeriesTieBreak::name)),
        known("LeagueMember", "movement", &Movement::ALL.map(Movement::name)),
        known("LeagueMember", "decided_by", &separates),
        known("LeftLeague", "reason", &LeftBecause::ALL.map(LeftBecause::name)),
    ]
}

/// Adds the values to the schemas.
pub fn add(schemas: &mut Map<String, Value>) {
    for Known { schema, field, words } in all() {
        if let Some(schema) = schemas.get_mut(schema) {
            for_each_field(schema, field, &mut |found| list_values(found, &words));
        }
    }
}

/// Finds a field in a schema and in its parts and alternatives, except where it is not a string.
fn for_each_field(schema: &mut Value, field: &str, act: &mut impl FnMut(&mut Value)) {
    if let Some(found) = schema.get_mut("properties").and_then(|fields| fields.get_mut(field)) {
        let found = if found["type"] == "array" { &mut found["items"] } else { found };
        if may_be_word(found) {
            act(found);
        }
    }
    for parts in ["allOf", "oneOf"] {
        for part in schema.get_mut(parts).and_then(Value::as_array_mut).into_iter().flatten() {
            for_each_field(part, field, act);
        }
    }
}

fn may_be_word(field: &Value) -> bool {
    let word = json!("string");
    field["type"] == word || field["type"].as_array().is_some_and(|types| types.contains(&word))
}

/// Lists the values in the description of a schema and as `x-extensible-enum`.
pub fn list_values(field: &mut Value, words: &[&str]) {
    let description: Vec<&str> =
        field["description"].as_str().unwrap_or_default().split_whitespace().collect();
    let description = description.join(" ").trim_end_matches('.').to_owned();
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let open = if description.contains(OPEN) { "" } else { " Values may be added." };
    let before = if description.is_empty() { String::new() } else { format!("{description}.") };
    field["description"] = format!("{before} Known values: {}.{open}", quoted.join(", ")).trim_start().into();
    field["x-extensible-enum"] = json!(words);
}
