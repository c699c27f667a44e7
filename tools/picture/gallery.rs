//! Draws a position of every ruleset in both themes, and measures how long a picture takes.
//!
//! `cargo run --release -p lapidary-picture --example gallery -- target/gallery`

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;
use lapidary_picture::{Arrangement, BoardMaps, Language, Last, Table, Theme, draw};

#[path = "../../src/boards.rs"]
#[allow(dead_code, reason = "pictures are drawn of the built-in boards, not of files")]
mod boards;
#[path = "../../tests/picture/positions.rs"]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "random positions are made for tests, which may fail loudly"
)]
mod positions;

const NAMES: [Option<&str>; 4] = [Some("ada"), Some("grace_hopper"), None, Some("a-very-long-username")];
/// How often each picture is drawn to measure it.
const ROUNDS: u32 = 200;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let to = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "target/gallery".to_owned()));
    fs::create_dir_all(&to)?;
    let sides = boards::load(None)?;
    for ruleset in Ruleset::every() {
        for (seats, decisions) in SeatCount::ALL.into_iter().flat_map(|seats| [(seats, 45), (seats, 400)]) {
            let mut rng = fastrand::Rng::with_seed(7);
            let viewer = Viewer::Seat(Seat::FIRST);
            let mut last = None;
            let opening = positions::deal(ruleset, seats, &sides, 7);
            let game = positions::play(opening, decisions, &mut rng, |_, log| {
                last = positions::last_action(log, viewer);
            });
            let view = game.view(viewer);
            let arrangements = [Arrangement::Landscape, Arrangement::Portrait];
            for (theme, arrangement) in
                Theme::ALL.into_iter().flat_map(|theme| arrangements.map(|one| (theme, one)))
            {
                let names = &NAMES[..seats.get()];
                let table = Table {
                    view: &view,
                    names,
                    first: Seat::FIRST,
                    last: last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects }),
                    language: Language::English,
                    theme,
                    arrangement,
                    maps: &BoardMaps::default(),
                };
                let upright = if arrangement == Arrangement::Portrait { "-portrait" } else { "" };
                let name =
                    format!("{}-{}-{decisions}-{}{upright}", named(ruleset), seats.get(), theme.name());
                fs::write(to.join(format!("{name}.svg")), draw(&table))?;
                if theme == Theme::Light {
                    println!("{:>8.1} µs  {name}", fastest(|| draw(black_box(&table))) * 1e6);
                }
            }
        }
    }
    Ok(())
}

/// The time of the fastest of many rounds, in seconds: what else the machine does slows the others.
fn fastest<T>(mut work: impl FnMut() -> T) -> f64 {
    let round = |_| {
        let begin = Instant::now();
        black_box(work());
        begin.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// The ruleset with its modules and options.
fn named(ruleset: Ruleset) -> String {
    let options =
        ruleset.options().into_iter().filter(|(_, value)| *value == "short").map(|(_, value)| value);
    std::iter::once(ruleset.deal_name()).chain(options.map(str::to_owned)).collect::<Vec<_>>().join("-")
}
