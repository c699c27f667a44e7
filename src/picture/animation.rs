//! A game as an animated picture: changed pieces move between steps. It uses SVG's own animations (SMIL), so
//! it needs no scripts or styles.

use std::collections::HashMap;
use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use crate::draw::{definitions, scene};
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::svg::document;
use crate::table::Table;

/// The maximum number of steps of an animation. Of longer games, only the last steps are shown.
pub const STEPS_MAX: usize = 240;

/// How long a step is shown, and the share of it in which pieces move, in seconds.
const STEP: f32 = 1.2;
const MOVE: f32 = 0.4;
/// How long the last step is shown.
const END: f32 = 4.0;

/// Draws the steps of a game, all with the same seats and modules, as one animated picture. It starts again
/// when it is over. Returns none without steps.
pub fn animate(steps: &[Table<'_>]) -> Option<String> {
    let steps = &steps[steps.len().saturating_sub(STEPS_MAX)..];
    let last = steps.last()?;
    let palette = last.theme.palette();
    let scenes: Vec<_> = steps.iter().map(scene).collect();
    let mut tracks: Vec<Track> = Vec::new();
    let mut by_id: HashMap<String, usize> = HashMap::new();
    for (step, scene) in scenes.iter().enumerate() {
        for piece in &scene.pieces {
            let track = *by_id.entry(piece.id.clone()).or_insert_with(|| {
                tracks.push(Track::new(piece, step));
                tracks.len() - 1
            });
            tracks[track].show(piece, step);
        }
        tracks.iter_mut().for_each(|track| track.complete(step));
    }
    let time = AnimationTime { steps: steps.len() };
    let mut content = String::new();
    tracks.iter().for_each(|track| content.push_str(&track.markup(time).0));
    let scene = scenes.into_iter().last()?;
    Some(document(&scene, palette, definitions(last.view, palette), PreEscaped(content)))
}

/// The time of an animation.
#[derive(Clone, Copy)]
struct AnimationTime {
    steps: usize,
}

impl AnimationTime {
    fn duration(self) -> f32 {
        STEP * self.steps.saturating_sub(1) as f32 + END
    }

    /// The moment this long after the beginning of a step, as a share of the whole.
    fn share(self, step: usize, after: f32) -> f32 {
        (STEP * step as f32 + after) / self.duration()
    }
}

/// The position and the look of a piece in each step.
struct Track {
    id: String,
    class: &'static str,
    title: Option<String>,
    /// The different looks of the piece.
    looks: Vec<String>,
    /// The place and the number of the look in each step. None where the piece is absent.
    steps: Vec<Option<(At, usize)>>,
}

impl Track {
    fn new(piece: &Piece, step: usize) -> Track {
        let (class, title) = (piece.class, piece.title.clone());
        Track { id: piece.id.clone(), class, title, looks: Vec::new(), steps: vec![None; step] }
    }

    fn show(&mut self, piece: &Piece, step: usize) {
        let known = self.looks.iter().position(|look| *look == piece.body);
        let look = known.unwrap_or_else(|| {
            self.looks.push(piece.body.clone());
            self.looks.len() - 1
        });
        self.steps.resize(step, None);
        self.steps.push(Some((piece.at, look)));
    }

    /// Notes that the piece is absent in a step that did not show it.
    fn complete(&mut self, step: usize) {
        self.steps.resize(step + 1, None);
    }

    fn markup(&self, time: AnimationTime) -> Markup {
        let Some(first) = self.steps.iter().flatten().next().map(|(at, _)| *at) else { return html! {} };
        // An absent piece keeps its place.
        let mut here = first;
        let places: Vec<At> = self
            .steps
            .iter()
            .map(|step| {
                here = step.map_or(here, |(at, _)| at);
                here
            })
            .collect();
        let pair = |at: &At| text(&[at.x, at.y]);
        let size = |at: &At| text(&[at.scale]);
        html! {
            g id=(self.id) class=(self.class) transform=(At { scale: 1.0, ..first }.transform()) {
                @if let Some(title) = &self.title { title { (title) } }
                (moved("translate", places.iter().map(pair).collect(), time))
                g transform={ "scale(" (Number(first.scale)) ")" } {
                    (moved("scale", places.iter().map(size).collect(), time))
                    @for (number, look) in self.looks.iter().enumerate() { (self.look(number, look, time)) }
                }
            }
        }
    }

    /// One look of the piece, visible in its steps.
    fn look(&self, number: usize, look: &str, time: AnimationTime) -> Markup {
        let visible: Vec<bool> =
            self.steps.iter().map(|step| step.is_some_and(|(_, shown)| shown == number)).collect();
        let (mut values, mut times) = (String::new(), String::new());
        for (step, &shown) in visible.iter().enumerate() {
            if step == 0 || visible[step - 1] != shown {
                let separator = if step == 0 { "" } else { ";" };
                values.push_str(separator);
                values.push_str(if shown { "visible" } else { "hidden" });
                let _ = write!(times, "{separator}{:.5}", time.share(step, 0.0));
            }
        }
        html! {
            g visibility=[(!visible.first().copied().unwrap_or(false)).then_some("hidden")] {
                @if values.contains(';') {
                    animate attributeName="visibility" calcMode="discrete" values=(values) keyTimes=(times)
                        dur={ (Number(time.duration())) "s" } repeatCount="indefinite" {}
                }
                (PreEscaped(look))
            }
        }
    }
}

/// An animation with one value for each step. Nothing if they are all equal.
fn moved(kind: &str, each: Vec<String>, time: AnimationTime) -> Markup {
    let (mut values, mut times) = (String::new(), String::new());
    let mut add = |value: &str, share: f32| {
        let separator = if values.is_empty() { "" } else { ";" };
        let _ = write!(values, "{separator}{value}");
        let _ = write!(times, "{separator}{share:.5}");
    };
    let (Some(first), Some(last)) = (each.first(), each.last()) else { return html! {} };
    if each.iter().all(|value| value == first) {
        return html! {};
    }
    add(first, 0.0);
    for (step, pair) in each.windows(2).enumerate() {
        if pair[0] != pair[1] {
            add(&pair[0], time.share(step + 1, 0.0));
            add(&pair[1], time.share(step + 1, MOVE));
        }
    }
    add(last, 1.0);
    html! {
        animateTransform attributeName="transform" type=(kind) values=(values) keyTimes=(times)
            dur={ (Number(time.duration())) "s" } repeatCount="indefinite" {}
    }
}

/// Numbers with spaces between them.
fn text(numbers: &[f32]) -> String {
    let mut text = String::new();
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        Number(*number).write(&mut text);
    }
    text
}
