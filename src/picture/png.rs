//! Pictures as PNG, for link previews. It draws SVG with the fonts of the system.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Family, Query};
use resvg::usvg::{Options, Tree};

/// The largest width of a picture, in pixels.
pub const WIDTH_MAX: u32 = 4096;

/// The sans-serif fonts of usual systems, with the preferred one first.
const SANS_SERIF: [&str; 4] = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial"];

/// Why there is no PNG.
#[derive(Debug)]
pub enum PngError {
    /// The system has no font, so pictures would lack all numbers.
    NoFonts,
    /// The text is not SVG, or its width is zero or above `WIDTH_MAX`.
    NotDrawn(String),
}

impl std::fmt::Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PngError::NoFonts => f.write_str("the system has no fonts: install one, such as DejaVu Sans"),
            PngError::NotDrawn(reason) => write!(f, "the picture cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws SVG as PNG. One is enough, because it holds the list of the system's fonts.
pub struct Rasterizer(Options<'static>);

impl Rasterizer {
    /// Reads which fonts the system has, which takes a moment.
    pub fn new() -> Result<Rasterizer, PngError> {
        let mut options = Options::default();
        let fonts = options.fontdb_mut();
        fonts.load_system_fonts();
        let has = |name: &str| {
            fonts.query(&Query { families: &[Family::Name(name)], ..Query::default() }).is_some()
        };
        let preferred = SANS_SERIF.into_iter().find(|name| has(name)).map(str::to_owned);
        let any =
            || fonts.faces().flat_map(|face| face.families.first()).map(|(name, _)| name.clone()).next();
        let name = preferred.or_else(any).ok_or(PngError::NoFonts)?;
        fonts.set_sans_serif_family(name.clone());
        options.font_family = name;
        Ok(Rasterizer(options))
    }

    /// Draws a picture so many pixels wide.
    pub fn draw(&self, svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
        self.render(svg, width)?.encode_png().map_err(|error| not_drawn(&error))
    }

    /// Draws a picture with this width in pixels, as rows of red, green and blue bytes from the top.
    /// Transparent parts become black.
    pub fn pixels(&self, svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
        let pixels = self.render(svg, width)?;
        Ok(pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect())
    }

    fn render(&self, svg: &str, width: u32) -> Result<Pixmap, PngError> {
        if width == 0 || width > WIDTH_MAX {
            return Err(not_drawn(&"its width is out of bounds"));
        }
        let tree = Tree::from_str(svg, &self.0).map_err(|error| not_drawn(&error))?;
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).round() as u32;
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| not_drawn(&"it is too large"))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        Ok(pixels)
    }
}

fn not_drawn(error: &dyn std::fmt::Display) -> PngError {
    PngError::NotDrawn(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_a_png_of_this_width() {
        let Ok(rasterizer) = Rasterizer::new() else { return };
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><text>1</text></svg>"#;
        let png = rasterizer.draw(svg, 400).expect("a picture");
        assert_eq!(&png[1..4], b"PNG");
        assert_eq!([&png[16..20], &png[20..24]], [&400_u32.to_be_bytes()[..], &200_u32.to_be_bytes()[..]]);
        assert_eq!(rasterizer.pixels(svg, 400).expect("a picture").len(), 400 * 200 * 3);
        assert!(matches!(rasterizer.draw("<svg", 400), Err(PngError::NotDrawn(_))));
        assert!(matches!(rasterizer.draw(svg, WIDTH_MAX + 1), Err(PngError::NotDrawn(_))));
    }
}
