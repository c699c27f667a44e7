//! The words of pictures in each language. It does not know what they describe. `words.txt` has the texts.

use std::sync::LazyLock;

pub use crate::translations::Language;
use crate::translations::translations;
use lapidary_engine::ruleset::Ruleset;

impl Language {
    /// Its words.
    pub(crate) fn words(self) -> &'static Words {
        static WORDS: LazyLock<[Words; Language::ALL.len()]> = LazyLock::new(|| Language::ALL.map(Words::of));
        &WORDS[self as usize]
    }
}

/// The name of a ruleset with its modules.
pub(crate) fn game(ruleset: Ruleset, words: &Words) -> String {
    let (game, modules): (&str, Vec<&str>) = match ruleset {
        Ruleset::Splendor(modules) => {
            ("Splendor", modules.iter().map(|module| words.modules[module as usize]).collect())
        }
        Ruleset::Kids(variant) => {
            ("Splendor Kids", variant.has_mysteries().then_some(words.mysteries).into_iter().collect())
        }
    };
    std::iter::once(game).chain(modules).collect::<Vec<_>>().join(" · ")
}

/// Defines the words of a language with their keys.
macro_rules! words {
    ($($(#[$about:meta])* $field:ident: $kind:ty = $keys:expr,)+) => {
        /// The words of a language.
        pub(crate) struct Words {
            language: Language,
            $($(#[$about])* pub $field: $kind),+
        }

        impl Words {
            fn of(language: Language) -> Words {
                Words { language, $($field: Word::of($keys, language)),+ }
            }

            /// The keys of all words.
            #[cfg(test)]
            fn keys() -> Vec<&'static str> {
                [$(<$kind as Word<_>>::keys($keys)),+].concat()
            }
        }
    };
}

/// One word, or several in a fixed order.
trait Word<Keys> {
    fn of(keys: Keys, language: Language) -> Self;
    #[cfg(test)]
    fn keys(keys: Keys) -> Vec<&'static str>;
}

impl Word<&'static str> for &'static str {
    fn of(key: &'static str, language: Language) -> Self {
        translations().get(key, language).unwrap_or_default()
    }
    #[cfg(test)]
    fn keys(key: &'static str) -> Vec<&'static str> {
        vec![key]
    }
}

impl<const N: usize> Word<[&'static str; N]> for [&'static str; N] {
    fn of(keys: [&'static str; N], language: Language) -> Self {
        keys.map(|key| Word::of(key, language))
    }
    #[cfg(test)]
    fn keys(keys: [&'static str; N]) -> Vec<&'static str> {
        keys.to_vec()
    }
}

impl Words {
    /// A number of things in words: `1 point`, `3 points`. The first form is the singular.
    pub(crate) fn counted(&self, count: impl Into<u32>, [one, many]: [&str; 2]) -> String {
        let count = count.into();
        format!("{count} {}", if self.language.is_one(count) { one } else { many })
    }

    /// A number of a resource in words: `3 apples`.
    pub(crate) fn counted_resource(&self, count: impl Into<u32>, index: usize) -> String {
        self.counted(count, [self.resources[index], self.many_resources[index]])
    }
}

words! {
    /// The gem colors in their fixed order, then gold.
    colors: [&'static str; 6] = [
        "color.white",
        "color.blue",
        "color.green",
        "color.red",
        "color.black",
        "color.gold",
    ],
    /// The resources of Kids in their fixed order, then gold.
    resources: [&'static str; 6] = [
        "resource.mushroom",
        "resource.apple",
        "resource.cabbage",
        "resource.hazelnut",
        "resource.water",
        "resource.gold",
    ],
    /// The same, of several.
    many_resources: [&'static str; 6] = [
        "resources.mushroom",
        "resources.apple",
        "resources.cabbage",
        "resources.hazelnut",
        "resources.water",
        "resources.gold",
    ],
    /// The modules in their fixed order.
    modules: [&'static str; 4] = [
        "module.orient",
        "module.strongholds",
        "module.trading_posts",
        "module.cities",
    ],
    mysteries: &'static str = "module.mysteries",
    turn: &'static str = "word.turn",
    final_round: &'static str = "word.final_round",
    game_over: &'static str = "word.game_over",
    wins: &'static str = "word.wins",
    win: &'static str = "word.win",
    rank: &'static str = "word.rank",
    out: &'static str = "word.out",
    erased: &'static str = "word.erased",
    to_act: &'static str = "word.to_act",
    waiting: &'static str = "word.waiting",
    free_seat: &'static str = "word.free_seat",
    card: &'static str = "word.card",
    hidden_card: &'static str = "word.hidden_card",
    deck: &'static str = "word.deck",
    level: &'static str = "word.level",
    points: [&'static str; 2] = ["word.point", "word.points"],
    cost: &'static str = "word.cost",
    bonuses: [&'static str; 2] = ["word.bonus", "word.bonuses"],
    tokens: [&'static str; 2] = ["word.token", "word.tokens"],
    supply: &'static str = "word.supply",
    noble: &'static str = "word.noble",
    a_noble: &'static str = "word.a_noble",
    city: &'static str = "word.city",
    post: &'static str = "word.post",
    stronghold: &'static str = "word.stronghold",
    port: &'static str = "word.port",
    town: &'static str = "word.town",
    village: &'static str = "word.village",
    palace: &'static str = "word.palace",
    route: &'static str = "word.route",
    town_tiles: [&'static str; 2] = ["word.town_tile", "word.town_tiles"],
    treasures: [&'static str; 2] = ["village.treasure", "village.treasures"],
    jewel: &'static str = "village.jewel",
    tornado: &'static str = "village.tornado",
    drought: &'static str = "village.drought",
    thief: &'static str = "village.thief",
    takes: &'static str = "word.takes",
    returns: &'static str = "word.returns",
    reserves: &'static str = "word.reserves",
    draws: &'static str = "word.draws",
    buys: &'static str = "word.buys",
    takes_free: &'static str = "word.takes_free",
    associates: &'static str = "word.associates",
    places_stronghold: &'static str = "word.places_stronghold",
    removes_stronghold: &'static str = "word.removes_stronghold",
    receives: &'static str = "word.receives",
    fulfills: &'static str = "word.fulfills",
    passes: &'static str = "word.passes",
    leaves: &'static str = "word.leaves",
    moves: &'static str = "word.moves",
    gives: &'static str = "word.gives",
    finds: &'static str = "word.finds",
    /// What the game waits for, after the name of a player, in the order of decisions.
    decisions: [&'static str; 10] = [
        "decision.main",
        "decision.keep",
        "decision.associate",
        "decision.take_free",
        "decision.take_token",
        "decision.stronghold",
        "decision.conquest",
        "decision.return",
        "decision.noble",
        "decision.post",
    ],
    /// The same in Kids.
    decisions_of_kids: [&'static str; 4] = [
        "decision.main",
        "decision.return",
        "decision.draw_town",
        "decision.give",
    ],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_things_has_the_form_of_its_language() {
        let said = |language: Language| {
            let words = language.words();
            [0_u8, 1, 3].map(|count| words.counted(count, words.points))
        };
        assert_eq!(said(Language::English), ["0 points", "1 point", "3 points"]);
        assert_eq!(said(Language::German), ["0 Punkte", "1 Punkt", "3 Punkte"]);
        assert_eq!(said(Language::French), ["0 point", "1 point", "3 points"]);
        assert_eq!(said(Language::Spanish), ["0 puntos", "1 punto", "3 puntos"]);
        assert_eq!(Language::German.words().counted_resource(2_u8, 1), "2 Äpfel");
    }

    #[test]
    fn every_word_of_a_picture_is_there_in_every_language() {
        for key in Words::keys() {
            for language in Language::ALL {
                assert!(translations().get(key, language).is_some_and(|word| !word.is_empty()), "{key}");
            }
        }
    }
}
