//! Pictures of random positions of every ruleset.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

use std::collections::BTreeSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use lapidary_engine::game::{Effect, Game, View};
use lapidary_engine::kids::place::{Part, PlaceId};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;
use lapidary_picture::{
    Arrangement, BoardMaps, Film, Language, Last, Point, SideMap, Table, Theme, WaitingTable, draw,
    draw_waiting,
};
use roxmltree::{Document, Node};

// The server reads the boards from JSON, which the engine does not know. Its reader is compiled into these
// tests.
#[path = "../../src/boards.rs"]
#[allow(dead_code, reason = "tests read the built-in boards, not files")]
mod boards;
mod extent;
mod positions;

/// The number of random positions of each test; every table occurs among them.
const POSITIONS: u64 = 228;
/// The number of decisions after which most games are over.
const DECISIONS_MAX: usize = 260;
/// The largest picture, in bytes as sent.
const PACKED_MAX: usize = 40 * 1024;

const NAMES: [Option<&str>; 4] = [
    Some("ada"),
    Some("<img src=x onerror=\"alert(1)\">"),
    None,
    Some("\u{1}愛 & a-name-that-is-much-too-long"),
];

/// Every ruleset with every number of seats.
fn every_table() -> impl Iterator<Item = (Ruleset, SeatCount)> {
    Ruleset::every().flat_map(|ruleset| SeatCount::ALL.map(|seats| (ruleset, seats)))
}

/// A random position with what the last action did.
struct Position {
    seed: u64,
    game: Game,
    viewer: Viewer,
    first: Seat,
    last: Option<(Seat, Vec<Effect>)>,
    language: Language,
    theme: Theme,
    arrangement: Arrangement,
}

impl Position {
    fn random(seed: u64, sides: &Sides) -> Position {
        let mut rng = fastrand::Rng::with_seed(seed);
        let tables: Vec<_> = every_table().collect();
        let (ruleset, seats) = tables[seed as usize % tables.len()];
        let seat = |rng: &mut fastrand::Rng| Seat::new(rng.u8(..seats.get() as u8)).unwrap();
        let viewer = match rng.u8(..4) {
            0 => Viewer::Spectator,
            1 => Viewer::Revealed,
            _ => Viewer::Seat(seat(&mut rng)),
        };
        let mut last = None;
        let opening = positions::deal(ruleset, seats, sides, seed);
        let decisions = rng.usize(..DECISIONS_MAX);
        let game = positions::play(opening, decisions, &mut rng, |_, log| {
            last = positions::last_action(log, viewer);
        });
        let first = seat(&mut rng);
        let language = *rng.choice(&Language::ALL).unwrap();
        let theme = *rng.choice(&Theme::ALL).unwrap();
        let arrangement = *rng.choice(&[Arrangement::Landscape, Arrangement::Portrait]).unwrap();
        Position { seed, game, viewer, first, last, language, theme, arrangement }
    }

    /// The picture of a game with the names and the last action of this position.
    fn draw(&self, game: &Game) -> String {
        draw(&Table {
            view: &game.view(self.viewer),
            names: &NAMES[..game.seat_count().get()],
            first: self.first,
            last: self.last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects }),
            language: self.language,
            theme: self.theme,
            arrangement: self.arrangement,
            maps: &BoardMaps::default(),
        })
    }
}

/// Calls `look` with random positions and their pictures.
fn each_position(mut look: impl FnMut(&Position, &str)) {
    let sides = boards::load(None).unwrap();
    for seed in 0..POSITIONS {
        let position = Position::random(seed, &sides);
        let picture = position.draw(&position.game);
        look(&position, &picture);
    }
}

fn elements<'a>(picture: &'a Document<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    picture.descendants().filter(Node::is_element)
}

#[test]
fn every_picture_is_well_formed_and_its_ids_are_unique() {
    each_position(|position, picture| {
        let document =
            Document::parse(picture).unwrap_or_else(|error| panic!("seed {}: {error}", position.seed));
        let ids: Vec<&str> = elements(&document).filter_map(|element| element.attribute("id")).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "seed {}", position.seed);
        for used in elements(&document).filter_map(|element| element.attribute("href")) {
            let id = used.strip_prefix('#').expect("only what the picture defines is used");
            assert!(unique.contains(id), "seed {}: {id} is not defined", position.seed);
        }
        for seat in position.game.seat_count().seats() {
            assert!(unique.contains(format!("seat-{seat}").as_str()), "seed {}: seat {seat}", position.seed);
        }
    });
}

#[test]
fn everything_is_drawn_within_the_picture() {
    each_position(|position, picture| {
        let document = Document::parse(picture).unwrap();
        let outside = extent::outside(&document);
        assert!(outside.is_empty(), "seed {}: {outside:#?}", position.seed);
    });
}

#[test]
fn a_picture_has_no_scripts_and_names_are_text() {
    each_position(|position, picture| {
        let document = Document::parse(picture).unwrap();
        for element in elements(&document) {
            let name = element.tag_name().name();
            assert!(!matches!(name, "script" | "image" | "img" | "foreignObject" | "style" | "a"), "{name}");
            let loud = element.attributes().find(|attribute| attribute.name().starts_with("on"));
            assert!(loud.is_none(), "seed {}: {loud:?}", position.seed);
        }
        let panel = elements(&document).find(|element| element.attribute("id") == Some("seat-1")).unwrap();
        let title = panel.children().find(|child| child.has_tag_name("title")).and_then(|title| title.text());
        assert!(title.is_some_and(|title| title.contains("<img src=x onerror=")), "seed {}", position.seed);
    });
}

/// What is read in a width of 320 pixels is 11 high at least, and what is chosen 40 wide or high.
#[test]
fn an_upright_picture_is_for_a_narrow_screen() {
    const PIXEL: f32 = 378.0 / 320.0;
    each_position(|position, picture| {
        if position.arrangement == Arrangement::Landscape {
            return;
        }
        let document = Document::parse(picture).unwrap();
        assert!(document.root_element().attribute("viewBox").unwrap().starts_with("0 0 378 "));
        let small: Vec<_> = extent::text_sizes(&document)
            .into_iter()
            .filter(|(size, _)| *size < 11.0 * PIXEL - 0.01)
            .collect();
        assert!(small.is_empty(), "seed {}: {small:#?}", position.seed);
        for class in ["deck", "slot", "supply", "noble", "post", "city", "cost", "line"] {
            for (id, [left, top, right, bottom]) in extent::boxes(&document, class) {
                let is_of_seat = class == "noble" && right - left < 40.0;
                let reach = (right - left).max(bottom - top);
                assert!(
                    is_of_seat || reach >= 40.0 * PIXEL - 0.5,
                    "seed {}: {id} reaches {reach}",
                    position.seed
                );
            }
        }
    });
}

/// Where a piece is: the numbers of its transformation.
fn at(picture: &str, id: &str) -> (f32, f32) {
    let document = Document::parse(picture).unwrap();
    let piece = elements(&document).find(|element| element.attribute("id") == Some(id)).expect(id);
    let transform = piece.attribute("transform").unwrap();
    let numbers = transform.split(['(', ')', ' ', ',']).filter_map(|text| text.parse().ok());
    let numbers: Vec<f32> = numbers.collect();
    (numbers[0], numbers[1])
}

#[test]
fn places_lie_where_the_operators_board_has_them() {
    let sides = boards::load(None).unwrap();
    let ruleset = Ruleset::parse("kids", [], []).unwrap();
    let game = positions::deal(ruleset, SeatCount::new(2).unwrap(), &sides, 3);
    let view = game.view(Viewer::Spectator);
    let View::Kids(kids) = &view else { panic!("a game of Kids") };
    let side = kids.board.sides().next().unwrap();
    let places: Vec<PlaceId> =
        kids.board.places().into_iter().filter(|place| place.part() == Part::A1).collect();
    // From the right to the left, and from the top down: no layout of ours begins at the right.
    let wide = (places.len() - 1) as f32;
    let point = |number: usize| Point { x: wide - number as f32, y: 2.0 * number as f32 };
    let named = places.iter().enumerate().map(|(number, place)| (place.to_string(), point(number)));
    let map = SideMap::new((wide, 2.0 * wide), &places, named).unwrap();
    let drawn = |maps: &BoardMaps| {
        let (theme, arrangement) = (Theme::Light, Arrangement::Landscape);
        let (names, language) = (&NAMES[..2], Language::English);
        draw(&Table {
            view: &view,
            names,
            first: Seat::FIRST,
            last: None,
            language,
            theme,
            arrangement,
            maps,
        })
    };
    let picture = drawn(&BoardMaps::new([(side, map.clone())]));
    let centers: Vec<(f32, f32)> =
        places.iter().map(|place| at(&picture, &format!("place-{place}"))).collect();
    assert!(centers.is_sorted_by(|one, next| one.0 > next.0 && one.1 < next.1), "{centers:?}");
    assert!(extent::outside(&Document::parse(&picture).unwrap()).is_empty());
    // The map of a side that is not in play changes nothing.
    let other = if side.face() == 0 { 1 } else { 0 };
    let other = lapidary_engine::kids::place::Side::new(Part::A1, other);
    assert!(drawn(&BoardMaps::new([(other, map)])) == drawn(&BoardMaps::default()));
}

/// How far a place reaches from its center at least.
const PLACE: f32 = 19.0;

/// Fails if the cost of a route meets another one, a place, a letter or a tile.
fn costs_are_uncovered(picture: &str) {
    let document = Document::parse(picture).unwrap();
    let costs = extent::boxes(&document, "cost");
    let places = extent::boxes(&document, "place").into_iter().map(|(id, _)| {
        let (x, y) = at(picture, &id);
        (id, [x - PLACE, y - PLACE, x + PLACE, y + PLACE])
    });
    let others = ["tag", "village-tile"].into_iter().flat_map(|class| extent::boxes(&document, class));
    let all: Vec<(String, [f32; 4])> = costs.iter().cloned().chain(places).chain(others).collect();
    // Coordinates are rounded.
    let meet = |one: &[f32; 4], other: &[f32; 4]| {
        one[0] + 0.1 < other[2]
            && other[0] + 0.1 < one[2]
            && one[1] + 0.1 < other[3]
            && other[1] + 0.1 < one[3]
    };
    assert!(costs.len() > 10);
    for (cost, frame) in &costs {
        let covered = all.iter().filter(|(other, around)| other != cost && meet(frame, around));
        let covered: Vec<_> = covered.collect();
        assert!(covered.is_empty(), "{cost} {frame:?}: {covered:?}");
    }
}

#[test]
fn nothing_covers_the_cost_of_a_route() {
    let sides = boards::load(None).unwrap();
    let ruleset = Ruleset::parse("kids", [], []).unwrap();
    let (names, language, theme) = (&NAMES[..2], Language::English, Theme::Light);
    let arrangement = Arrangement::Landscape;
    let mut drawn = BTreeSet::new();
    for seed in 0..200 {
        let game = positions::deal(ruleset, SeatCount::new(2).unwrap(), &sides, seed);
        let view = game.view(Viewer::Spectator);
        let View::Kids(kids) = &view else { panic!("a game of Kids") };
        if !drawn.insert(format!("{:?}", kids.board)) {
            continue;
        }
        let picture = |maps: &BoardMaps| {
            draw(&Table {
                view: &view,
                names,
                first: Seat::FIRST,
                last: None,
                language,
                theme,
                arrangement,
                maps,
            })
        };
        costs_are_uncovered(&picture(&BoardMaps::default()));
        // An operator's board whose places lie close together.
        let maps = kids.board.sides().map(|side| {
            let places: Vec<PlaceId> =
                kids.board.places().into_iter().filter(|place| place.part() == side.part()).collect();
            let named = places.iter().enumerate().map(|(number, place)| {
                let (column, row) = (number / 3, number % 3);
                (place.to_string(), Point { x: 8.0 * column as f32, y: 40.0 + 10.0 * row as f32 })
            });
            (side, SideMap::new((100.0, 100.0), &places, named).unwrap())
        });
        costs_are_uncovered(&picture(&BoardMaps::new(maps)));
    }
    assert!(drawn.len() > 4, "{}", drawn.len());
}

#[test]
fn twin_worlds_have_the_same_picture() {
    let mut rng = fastrand::Rng::with_seed(1);
    each_position(|position, picture| {
        let mut twin = position.game.clone();
        match &mut twin {
            Game::Splendor(state) => state.redeal(position.viewer, |cards| rng.shuffle(cards)),
            Game::Kids(state) => state.redeal(|places| rng.shuffle(places)),
        }
        assert!(position.draw(&twin) == picture, "seed {}", position.seed);
    });
}

#[test]
fn pictures_are_small() {
    each_position(|position, picture| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(picture.as_bytes()).unwrap();
        let size = packed.finish().unwrap().len();
        assert!(size < PACKED_MAX, "seed {}: {size} bytes", position.seed);
    });
}

#[test]
fn a_table_that_waits_is_drawn_too() {
    for (seats, theme) in [(2, Theme::Light), (4, Theme::Dark)] {
        let picture = draw_waiting(&WaitingTable {
            ruleset: Ruleset::parse("splendor", ["orient", "cities"], []).unwrap(),
            names: &NAMES[..2],
            seats,
            language: Language::French,
            theme,
        });
        let document = Document::parse(&picture).unwrap();
        assert!(extent::outside(&document).is_empty());
        assert_eq!(
            elements(&document).filter(|place| place.attribute("class") == Some("seat")).count(),
            seats
        );
    }
}

#[test]
fn the_parts_of_a_film_are_the_pictures_of_the_game() {
    let (sides, maps) = (boards::load(None).unwrap(), BoardMaps::default());
    for (seed, (ruleset, seats)) in every_table().enumerate().step_by(7) {
        let mut rng = fastrand::Rng::with_seed(seed as u64);
        let opening = positions::deal(ruleset, seats, &sides, seed as u64);
        let mut steps = vec![(opening.view(Viewer::Revealed), None)];
        positions::play(opening, 40, &mut rng, |game, log| {
            steps.push((game.view(Viewer::Revealed), positions::last_action(log, Viewer::Revealed)));
        });
        let tables: Vec<Table<'_>> = steps
            .iter()
            .map(|(view, last): &(_, Option<(Seat, Vec<Effect>)>)| Table {
                view,
                names: &NAMES[..seats.get()],
                first: Seat::FIRST,
                last: last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects }),
                language: Language::French,
                theme: Theme::Dark,
                arrangement: Arrangement::Portrait,
                maps: &maps,
            })
            .collect();
        let film = Film::of(tables.iter().copied());
        let whole: Vec<String> = film
            .pictures
            .iter()
            .map(|parts| parts.iter().map(|part| film.parts[*part as usize].as_str()).collect())
            .collect();
        assert!(whole == tables.iter().map(draw).collect::<Vec<_>>(), "seed {seed}");
        let [shared, alone] =
            [film.parts.iter().map(String::len).sum::<usize>(), whole.iter().map(String::len).sum()];
        assert!(shared * 3 < alone, "seed {seed}: {shared} of {alone} bytes");
    }
}
