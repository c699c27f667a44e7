//! Bounds that have a name in the domain are those of the published schemas, which name only numbers.

use lapidary::api::document::contract;
use lapidary::model::tournaments::settings;
use lapidary::model::{api_token, clocks, delay, rating, webhook};

#[test]
fn the_bounds_of_the_domain_are_those_of_the_published_schemas() {
    let schemas = &contract().document()["components"]["schemas"];
    let entries = u64::from(settings::ENTRIES_MAX);
    let bounds = [
        ("/CreateTournament/properties/entries_max/maximum", entries),
        ("/UpdateTournament/properties/entries_max/maximum", entries),
        ("/CreateTournament/properties/cut/maximum", entries),
        ("/UpdateTournament/properties/cut/maximum", entries),
        ("/WantedForbiddenPair/properties/a/maximum", entries),
        ("/WantedForbiddenPair/properties/b/maximum", entries),
        ("/SeatTable/properties/entries/items/maximum", entries),
        ("/CreateTournament/properties/duration_ms/minimum", settings::DURATION_MS_MIN),
        ("/CreateTournament/properties/duration_ms/maximum", settings::DURATION_MS_MAX),
        ("/UpdateTournament/properties/duration_ms/minimum", settings::DURATION_MS_MIN),
        ("/UpdateTournament/properties/duration_ms/maximum", settings::DURATION_MS_MAX),
        ("/CreateTournament/properties/next_round_after_ms/maximum", settings::NEXT_ROUND_AFTER_MS_MAX),
        ("/UpdateTournament/properties/next_round_after_ms/maximum", settings::NEXT_ROUND_AFTER_MS_MAX),
        ("/CreateTournament/properties/first_turn_ms/minimum", clocks::FIRST_TURN_MS_MIN),
        ("/UpdateTournament/properties/first_turn_ms/maximum", clocks::FIRST_TURN_MS_MAX),
        ("/CreateToken/properties/expires_in_ms/minimum", api_token::LIFETIME_MS_MIN),
        ("/CreateToken/properties/expires_in_ms/maximum", api_token::LIFETIME_MS_MAX),
        ("/WantedSpectatorDelay/properties/turns/maximum", delay::TURNS_MAX.into()),
        ("/WantedSpectatorDelay/properties/ms/minimum", delay::MS_MIN),
        ("/WantedSpectatorDelay/properties/ms/maximum", delay::MS_MAX),
        ("/AnnulGame/properties/reason/maxLength", rating::ANNUL_REASON_CHARS_MAX as u64),
        ("/CreateWebhook/properties/url/maxLength", webhook::URL_LENGTH_MAX as u64),
    ];
    for (place, bound) in bounds {
        assert_eq!(schemas.pointer(place).and_then(serde_json::Value::as_u64), Some(bound), "{place}");
    }
}
