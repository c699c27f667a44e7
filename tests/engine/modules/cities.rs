//! Named cases of the cities, ruling by ruling.

use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::tokens::Gems;
use lapidary_engine::viewer::Viewer;

use crate::position::position;
use crate::table_talk::{play, play_all, resign};

#[test]
fn with_cities_prestige_alone_does_not_end_the_game() {
    // (C1, C2)
    let cities = "cities city-3b city-5a city-1a";
    let fifteen = "base-3-white-4 base-3-blue-4 base-3-green-4";
    let mut state = position(&format!("modules cities\n{cities}\nseat 0 cards {fifteen}"));
    let log = play(&mut state, "take wug");
    assert_eq!(log.last().unwrap(), "  turn 10: seat 1", "{log:?}");
    assert!(state.view(Viewer::Spectator).nobles.is_empty());
    // 16 prestige and a card of each color: city-3b.
    let sixteen = format!("{fifteen} base-1-red-8 base-1-black-1");
    let mut state = position(&format!("modules cities\n{cities}\nseat 0 cards {sixteen}"));
    let log = play(&mut state, "take wug");
    assert_eq!(log[2..4], ["  0 fulfills city-3b", "  0 triggers the final round"]);
    assert_eq!(play(&mut state, "take wug").last().unwrap(), "  over: city");
    assert_eq!(state.outcome().unwrap().ranks, [1, 2]);
}

#[test]
fn any_other_color_is_a_color_that_is_not_on_the_tile() {
    // (C2): city-5a requires 14 prestige, 4 white and 4 of one other color.
    let city = CityId::from_name("city-5a").unwrap();
    assert!(city.fulfilled_by(14, Gems::new([4, 0, 4, 0, 0])));
    assert!(!city.fulfilled_by(14, Gems::new([8, 3, 3, 3, 3])));
    assert!(!city.fulfilled_by(13, Gems::new([4, 0, 4, 0, 0])));
}

#[test]
fn a_city_of_a_seat_that_resigned_does_not_end_the_game() {
    // (B19, C3)
    let sixteen = "base-3-white-4 base-3-blue-4 base-3-green-4 base-1-red-8 base-1-black-1";
    let mut state =
        position(&format!("modules cities\nseats 3\ncities city-3b city-5a city-1a\nseat 0 cards {sixteen}"));
    play(&mut state, "take wug");
    resign(&mut state, 0);
    play(&mut state, "take wug");
    assert_eq!(play(&mut state, "take wug")[2..], ["  play goes on", "  turn 12: seat 1"]);
}

#[test]
fn a_fulfilled_city_ranks_above_more_prestige() {
    // (C3, B17)
    let sixteen = "base-3-white-4 base-3-blue-4 base-3-green-4 base-1-red-8 base-1-black-1";
    let more = "base-3-red-4 base-3-black-4 base-3-white-3 base-3-white-2";
    let mut state = position(&format!(
        "modules cities\ncities city-3b city-5a city-1a\nseat 0 cards {more}\nseat 1 cards {sixteen}"
    ));
    play_all(&mut state, &["take wug", "take wug"]);
    let prestige: Vec<u8> = state.view(Viewer::Spectator).seats.iter().map(|seat| seat.prestige).collect();
    assert_eq!((prestige, state.outcome().unwrap().ranks), (vec![18, 16], vec![2, 1]));
}
