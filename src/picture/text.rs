//! Text in a picture. The reader's fonts are unknown, so widths are estimates.

use maud::{Markup, Render, html};

use crate::number::Number;

/// The height of a digit, as a share of the size of its font.
const DIGIT_HEIGHT: f32 = 0.72;
/// The usual width of a character, as a share of the font size. Wide ones are about twice as wide.
const CHARACTER_WIDTH: f32 = 0.56;

/// The point of a text at its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

impl Anchor {
    const fn name(self) -> Option<&'static str> {
        match self {
            Anchor::Start => None,
            Anchor::Middle => Some("middle"),
            Anchor::End => Some("end"),
        }
    }
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub size: f32,
    pub bold: bool,
    pub fill: &'static str,
    pub anchor: Anchor,
}

impl Type {
    /// A text in this size and color, set in bold.
    pub const fn bold(size: f32, fill: &'static str) -> Type {
        Type { size, bold: true, fill, anchor: Anchor::Start }
    }

    /// A text in this size and color.
    pub const fn plain(size: f32, fill: &'static str) -> Type {
        Type { bold: false, ..Type::bold(size, fill) }
    }

    /// The same, around its middle.
    pub const fn centered(self) -> Type {
        Type { anchor: Anchor::Middle, ..self }
    }

    /// The same, ending where it is.
    pub const fn ending(self) -> Type {
        Type { anchor: Anchor::End, ..self }
    }

    /// A text at a place. `y` is the middle of its digits and capitals.
    pub fn at(self, x: f32, y: f32, text: impl Render) -> Markup {
        html! {
            text x=(Number(x)) y=(Number(y + self.size * DIGIT_HEIGHT / 2.0)) font-size=(Number(self.size))
                font-weight=[self.bold.then_some("bold")] text-anchor=[self.anchor.name()] fill=(self.fill) {
                (text)
            }
        }
    }

    /// The same, but smaller if the text is wider than this. The minimum is two thirds of the size.
    pub fn fitted(self, text: &str, width: f32) -> Type {
        let wanted = width / (text.chars().count().max(1) as f32 * CHARACTER_WIDTH);
        Type { size: wanted.clamp(self.size * 2.0 / 3.0, self.size), ..self }
    }

    /// The text, cut so that it is about as wide as this at most.
    pub fn cut(self, text: &str, width: f32) -> String {
        cut(text, self.columns(width))
    }

    /// The name, cut in its middle so that it is about as wide as this at most.
    pub fn cut_name(self, name: &str, width: f32) -> String {
        cut_name(name, self.columns(width))
    }

    /// About how wide a text of usual characters is.
    pub fn width(self, text: &str) -> f32 {
        text.chars().count() as f32 * self.size * CHARACTER_WIDTH
    }

    /// How many usual characters are about as wide as this.
    pub fn columns(self, width: f32) -> usize {
        (width / (self.size * CHARACTER_WIDTH)) as usize
    }
}

/// A text of at most this many columns, without characters that XML does not allow. Wide characters take two
/// columns. A longer text ends in an ellipsis.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let known = |character: &char| !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}');
    let width = |character: char| 1 + usize::from(character >= '\u{1100}' && character != '…');
    let whole: usize = text.chars().filter(known).map(width).sum();
    let (mut cut, mut left) =
        (String::new(), if whole > columns { columns.saturating_sub(1) } else { columns });
    for character in text.chars().filter(known) {
        match left.checked_sub(width(character)) {
            Some(rest) => left = rest,
            None => break,
        }
        cut.push(character);
    }
    if whole > columns {
        cut.push('…');
    }
    cut
}

/// A name of at most this many columns. A longer one keeps its end, in which names of one kind differ.
pub(crate) fn cut_name(name: &str, columns: usize) -> String {
    let cut_at_end = cut(name, columns);
    // Wide characters take two columns each, so the end has half as many characters.
    let (end, length) = (columns / 4, name.chars().count());
    if !cut_at_end.ends_with('…') || end == 0 || length < end {
        return cut_at_end;
    }
    let tail: String = name.chars().skip(length - end).collect();
    let wide = tail.chars().any(|character| character >= '\u{1100}');
    cut(name, columns - end * (1 + usize::from(wide))) + &cut(&tail, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_and_wide_characters_count_twice() {
        assert_eq!(cut("ada", 3), "ada");
        assert_eq!(cut_name("random-player-2", 11), "random-p…-2");
        assert_eq!(cut_name("愛愛愛愛愛愛", 10), "愛愛…愛愛");
        assert_eq!(cut("augusta", 5), "augu…");
        assert_eq!(cut("愛愛愛", 4), "愛…");
        assert_eq!(cut("a\u{0}\nb\u{ffff}", 9), "ab");
    }
}
