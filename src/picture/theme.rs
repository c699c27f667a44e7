//! The colors of what changes from light to dark: cards, panels, texts. Those of gems are in `gems`.

use lapidary_engine::splendor::color::Color;
use lapidary_words::words;

words! {
    /// The colors of a picture.
    #[derive(Default)]
    Theme:
    /// Dark ink on a light ground.
    #[default]
    Light = "light",
    /// Light ink on a dark ground.
    Dark = "dark",
}

impl Theme {
    /// Its colors.
    pub(crate) const fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// The colors of a theme in SVG's form.
pub(crate) struct Palette {
    /// The ground of the whole picture.
    pub ground: &'static str,
    /// The ground of a panel.
    pub panel: &'static str,
    /// The frame of an empty place.
    pub line: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Text of less weight.
    pub faint: &'static str,
    /// What marks whose turn it is.
    pub turn: &'static str,
    /// What marks the last action.
    pub last: &'static str,
    /// Outlines of gems and figures.
    pub edge: &'static str,
    /// The background of cards by color. The last is for cards without a color.
    pub cards: [&'static str; 6],
    /// The ground of the drawing on a card, in the same order.
    pub shades: [&'static str; 6],
    /// The ground of tiles, and of the backs of cards by level.
    pub tile: &'static str,
    /// The backs of cards by level.
    pub backs: [&'static str; 3],
    /// The ground of parts of the board of Kids.
    pub lands: [&'static str; 3],
}

impl Palette {
    /// The ground of a card of this color, and that of its drawing.
    pub const fn card(&self, color: Option<Color>) -> (&'static str, &'static str) {
        let place = match color {
            Some(color) => color.index(),
            None => 5,
        };
        (self.cards[place], self.shades[place])
    }
}

/// The color of each seat's things. Numbers distinguish them too.
pub(crate) const SEATS: [&str; 4] = ["#c2410c", "#0e7490", "#7e22ce", "#4d7c0f"];

static LIGHT: Palette = Palette {
    ground: "#e9ede8",
    panel: "#fbfcfa",
    line: "#b9c2ba",
    ink: "#1b2430",
    faint: "#566170",
    turn: "#b45309",
    last: "#0f766e",
    edge: "#1b2430",
    cards: ["#fdfdfe", "#dce8fb", "#d9f0e0", "#fadfe0", "#d8d7dc", "#f2e8d2"],
    shades: ["#e6e9f0", "#bcd2f4", "#b5dfc3", "#f2bfc1", "#bbb9c2", "#e0d0ac"],
    tile: "#f4ecd8",
    backs: ["#4b7a52", "#a5762a", "#3f5f93"],
    lands: ["#e4ecd6", "#f3ead0", "#dde7ef"],
};

static DARK: Palette = Palette {
    ground: "#11161d",
    panel: "#1b222c",
    line: "#455160",
    ink: "#f2f5f8",
    faint: "#a3afbd",
    turn: "#fbbf24",
    last: "#2dd4bf",
    edge: "#e8edf3",
    cards: ["#566070", "#1e3a6e", "#19492f", "#652330", "#2a2a31", "#4d4128"],
    shades: ["#6b7687", "#2a4d8d", "#225f3e", "#833041", "#3c3c45", "#665737"],
    tile: "#3b3426",
    backs: ["#2f5a38", "#7a561c", "#2c4674"],
    lands: ["#26301f", "#332d1c", "#1f2b36"],
};
