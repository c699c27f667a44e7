//! `lapidary render FILE -o PICTURE`: draws a position of an exported game, or all of it, without a server.
//!
//! It deals the game again and replays its entries by the rules. `verify` checks exports more closely, and
//! `lapidary-picture` draws.

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::verify_lines;
use crate::maps;
use lapidary_engine::game::{Effect, View};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::record::{By, Cause};
use lapidary_engine::replay::Replay;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_exported::{Difference, Exported};
use lapidary_picture::{Arrangement, BoardMaps, Language, Last, Table, Theme, animate, draw};
use lapidary_words::Words;

/// What to draw.
#[derive(Debug, Args)]
pub struct RenderSettings {
    /// The export of a finished game as JSON, or - for standard input.
    file: PathBuf,
    /// The version to draw, from 1; the last one if omitted. With --animate the last one to show.
    #[arg(long)]
    at: Option<usize>,
    /// The picture to write: its name ends in .svg, or in .png if the program was built with PNG.
    #[arg(short, long)]
    output: PathBuf,
    /// Draw the game as this seat saw it, its panel first; without it nothing is hidden.
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=3))]
    seat: Option<u8>,
    /// The colors.
    #[arg(long, default_value = "light", value_parser = word::<Theme>())]
    theme: Theme,
    /// The language of the texts.
    #[arg(long, default_value = "en", value_parser = word::<Language>())]
    lang: Language,
    /// Draw for a narrow screen, everything below each other.
    #[arg(long)]
    portrait: bool,
    /// Draw the whole game as an animated picture: SVG only.
    #[arg(long)]
    animate: bool,
    /// The width of a PNG in pixels.
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(1..=4096))]
    width: u32,
    /// The boards of the server that ran the game, if it used its own boards for Kids.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS")]
    kids_boards: Option<PathBuf>,
}

/// Reads a word, and lists all of them in the help.
fn word<T: Words + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::NAMES).try_map(|name| T::from_word(&name).ok_or("there is no such word"))
}

/// Draws the picture and writes it.
pub fn run(settings: &RenderSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let file = settings.file.display();
    let form = PictureForm::of(&settings.output)?;
    if settings.animate && form == PictureForm::Png {
        return Err("an animated picture must be SVG: choose a name that ends in .svg".into());
    }
    let export = verify_lines::read_game(&settings.file).map_err(|error| format!("{file}: {error}"))?;
    let boards = maps::load(settings.kids_boards.as_deref())?;
    let svg =
        render(&export, &boards, settings).map_err(|difference| difference.of_file(&file.to_string()))?;
    let bytes = match form {
        PictureForm::Svg => svg.into_bytes(),
        PictureForm::Png => rasterized(&svg, settings.width)?,
    };
    std::fs::write(&settings.output, bytes)
        .map_err(|error| format!("cannot write {}: {error}", settings.output.display()).into())
}

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureForm {
    Svg,
    Png,
}

impl PictureForm {
    /// The picture form for the name of a file.
    fn of(output: &Path) -> Result<PictureForm, String> {
        match output.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(PictureForm::Svg),
            Some("png") => Ok(PictureForm::Png),
            _ => Err(format!("{}: the name of a picture ends in .svg or .png", output.display())),
        }
    }
}

#[cfg(feature = "png")]
fn rasterized(svg: &str, width: u32) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    Ok(lapidary_picture::Rasterizer::new()?.draw(svg, width)?)
}

#[cfg(not(feature = "png"))]
fn rasterized(_: &str, _: u32) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    Err("this program was built without PNG: choose a name that ends in .svg, or build it with `--features png`".into())
}

/// A step of a game as one viewer sees it: the position after an entry by a player, and after the entries of
/// the engine that follow it.
struct ViewedStep {
    view: View,
    last: Option<(Seat, Vec<Effect>)>,
}

fn render(
    json: &str,
    (sides, maps): &(Sides, BoardMaps),
    settings: &RenderSettings,
) -> Result<String, Difference> {
    let export = Exported::parse(json)?;
    let opening = export.deal(sides)?.game;
    let first = seat(settings.seat, opening.seat_count().get())?;
    let viewer = first.map_or(Viewer::Revealed, Viewer::Seat);
    let steps = steps(&export, Replay::of(opening, entries(&export, settings.at)?), viewer)?;
    let names: Vec<Option<&str>> =
        export.game.seats.iter().map(|seated| seated.player.username.as_deref()).collect();
    let table = |step: &ViewedStep| -> String { draw(&drawn(step, &names, first, settings, maps)) };
    let picture = match settings.animate {
        true => {
            let tables: Vec<Table<'_>> =
                steps.iter().map(|step| drawn(step, &names, first, settings, maps)).collect();
            animate(&tables)
        }
        false => steps.last().map(table),
    };
    picture.ok_or_else(|| Difference::new("events", "are missing"))
}

fn drawn<'a>(
    step: &'a ViewedStep,
    names: &'a [Option<&'a str>],
    first: Option<Seat>,
    settings: &RenderSettings,
    maps: &'a BoardMaps,
) -> Table<'a> {
    Table {
        view: &step.view,
        names,
        first: first.unwrap_or(Seat::FIRST),
        last: step.last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects }),
        language: settings.lang,
        theme: settings.theme,
        arrangement: if settings.portrait { Arrangement::Portrait } else { Arrangement::Landscape },
        maps,
    }
}

fn seat(number: Option<u8>, seats: usize) -> Result<Option<Seat>, Difference> {
    let there = number.map(|number| Seat::new(number).filter(|seat| seat.index() < seats));
    let unknown =
        || Difference::new("--seat", format!("must be less than {seats}, the number of seats of the game"));
    there.map(|seat| seat.ok_or_else(unknown)).transpose()
}

/// The number of entries to replay up to a version. The first event is the start, the last one the end.
fn entries(export: &Exported, at: Option<usize>) -> Result<usize, Difference> {
    let events = export.events.len();
    let at = at.unwrap_or(events);
    if at < 1 || at > events {
        return Err(Difference::new("--at", format!("must be a version of the game, 1 to {events}")));
    }
    Ok((at - 1).min(events.saturating_sub(2)))
}

/// Every step, beginning with the opening.
fn steps(export: &Exported, mut replay: Replay, viewer: Viewer) -> Result<Vec<ViewedStep>, Difference> {
    let mut steps = vec![ViewedStep { view: replay.game().view(viewer), last: None }];
    for (place, event) in export.events.iter().enumerate().skip(1) {
        if replay.left() == 0 {
            break;
        }
        let at = || format!("events/{place}");
        let written = event.written().ok_or_else(|| Difference::new(at(), "is not an entry of a log"))?;
        let entry = replay.read(&written).map_err(|error| Difference::new(at(), error))?;
        let shown = entry.effects.iter().map(|effect| effect.shown_to(viewer));
        let follows = matches!(entry.cause, Cause::Decision { by: By::Engine, .. });
        match steps.last_mut().and_then(|step| step.last.as_mut()).filter(|_| follows) {
            Some((_, effects)) => effects.extend(shown),
            None => {
                let last = Some((entry.cause.seat(), shown.collect()));
                steps.push(ViewedStep { view: replay.game().view(viewer), last });
            }
        }
    }
    Ok(steps)
}
