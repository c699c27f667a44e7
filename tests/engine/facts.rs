//! Checks the embedded facts against the data files and against known sums.

use lapidary_engine::splendor::card::{CardId, Deck, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::tokens::Gems;
use serde_json::Value;

fn file(text: &str, list: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(text).unwrap();
    file[list].as_array().unwrap().clone()
}

fn gems(counts: &Value) -> Gems {
    Gems::new(Color::ALL.map(|color| counts[color.name()].as_u64().unwrap_or(0) as u8))
}

#[test]
fn base_cards_are_those_of_the_data_file() {
    let cards = file(include_str!("../../data/base_cards.json"), "cards");
    assert_eq!(cards.len(), 90);
    for (card, printed) in CardId::all().zip(&cards) {
        let facts = card.facts();
        assert_eq!(card.name(), printed["id"]);
        assert_eq!(u64::from(facts.deck.level().number()), printed["level"]);
        assert_eq!(facts.color.unwrap().name(), printed["bonus"]);
        assert_eq!(u64::from(facts.points), printed["points"]);
        assert_eq!(facts.cost, gems(&printed["cost"]));
        assert_eq!((facts.bonus, facts.power, facts.deck.is_orient()), (1, Power::Plain, false));
    }
}

#[test]
fn orient_cards_are_those_of_the_data_file() {
    let cards = file(include_str!("../../data/orient_cards.json"), "cards");
    assert_eq!(cards.len(), 30);
    for (card, printed) in CardId::all().skip(90).zip(&cards) {
        let facts = card.facts();
        let power = match printed["effect"].as_str().unwrap() {
            "virtual_gold" => Power::VirtualGold,
            "associate" => Power::Associate,
            "double_bonus" => Power::Plain,
            "associate_then_take_free_level_1" => Power::AssociateThenTake,
            "take_free_level_2" => Power::TakeLevelTwo,
            "pay_by_discarding_2_cards" => {
                Power::DiscardTwo(Color::named(printed["discard_cost"]["color"].as_str().unwrap()).unwrap())
            }
            other => panic!("unknown effect {other}"),
        };
        assert_eq!(card.name(), printed["id"]);
        assert_eq!(u64::from(facts.deck.level().number()), printed["level"]);
        assert_eq!(facts.color.map(Color::name), printed["bonus"].as_str());
        assert_eq!(u64::from(facts.bonus), printed["bonus_count"]);
        assert_eq!(u64::from(facts.points), printed["points"]);
        assert_eq!(facts.cost, gems(&printed["cost"]));
        assert_eq!((facts.power, facts.deck.is_orient()), (power, true));
    }
}

#[test]
fn nobles_posts_and_cities_are_those_of_the_data_files() {
    let nobles = file(include_str!("../../data/nobles.json"), "nobles");
    assert_eq!(nobles.len(), NobleId::COUNT as usize);
    for (noble, printed) in NobleId::all().zip(&nobles) {
        assert_eq!((noble.name(), noble.cards()), (printed["id"].as_str().unwrap(), gems(&printed["cards"])));
        assert_eq!(printed["points"], 3);
    }
    let posts = file(include_str!("../../data/trading_posts.json"), "posts");
    assert_eq!(posts.len(), Post::ALL.len());
    for (post, printed) in Post::ALL.into_iter().zip(&posts) {
        assert_eq!((post.name(), post.cards()), (printed["id"].as_str().unwrap(), gems(&printed["cards"])));
    }
    let cities = file(include_str!("../../data/cities.json"), "cities");
    assert_eq!(cities.len(), CityId::COUNT as usize);
    for (city, printed) in CityId::all().zip(&cities) {
        assert_eq!((city.name(), city.cards()), (printed["id"].as_str().unwrap(), gems(&printed["cards"])));
        assert_eq!(u64::from(city.points()), printed["points"]);
        assert_eq!(
            u64::from(city.any_one_other_color()),
            printed["any_one_other_color"].as_u64().unwrap_or(0)
        );
    }
}

#[test]
fn the_cards_have_the_known_sums() {
    let of = |deck: Deck| deck.cards().map(|card| card.facts());
    let base = [Deck::Base1, Deck::Base2, Deck::Base3];
    assert_eq!(base.map(|deck| of(deck).count()), [40, 30, 20]);
    for color in Color::ALL {
        assert_eq!(base.map(|deck| of(deck).filter(|card| card.color == Some(color)).count()), [8, 6, 4]);
        assert_eq!(base.map(|deck| of(deck).map(|card| card.cost.get(color)).sum::<u8>()), [33, 41, 43]);
    }
    assert_eq!(base.into_iter().flat_map(of).map(|card| u32::from(card.points)).sum::<u32>(), 140);
}
