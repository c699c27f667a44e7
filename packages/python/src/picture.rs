//! Pictures of positions: the drawing of the server, as SVG or as pixels.

use std::sync::OnceLock;

use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3};
use pyo3::prelude::*;

use crate::failure::wrong;
use crate::position::Position;
use crate::table;
use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_picture::{Arrangement, BoardMaps, Language, PngError, Rasterizer, Table, Theme, draw};

/// The position as SVG, as this seat sees it, or as a spectator does.
#[pyfunction]
#[pyo3(signature = (position, seat = None, *, theme = "light"))]
pub fn draw_svg(position: &Bound<'_, Position>, seat: Option<i64>, theme: &str) -> PyResult<String> {
    svg(&position.try_borrow()?.0, seat, theme)
}

/// The same as rows of red, green and blue bytes, so many pixels wide.
#[pyfunction]
#[pyo3(signature = (position, seat = None, *, width = 960, theme = "light"))]
pub fn draw_pixels<'py>(
    py: Python<'py>,
    position: &Bound<'_, Position>,
    seat: Option<i64>,
    width: u32,
    theme: &str,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let picture = svg(&position.try_borrow()?.0, seat, theme)?;
    let rasterizer = rasterizer().map_err(wrong)?;
    let pixels = py.detach(|| rasterizer.pixels(&picture, width)).map_err(wrong)?;
    let row = width as usize * 3;
    let array = Array3::from_shape_vec((pixels.len() / row.max(1), width as usize, 3), pixels);
    Ok(array.map_err(wrong)?.into_pyarray(py))
}

fn svg(game: &Game, seat: Option<i64>, theme: &str) -> PyResult<String> {
    let seats = game.seat_count();
    let seat = seat.map(|seat| table::seat(seats, seat)).transpose()?;
    let names: Vec<String> = seats.seats().map(|seat| format!("seat {seat}")).collect();
    let names: Vec<Option<&str>> = names.iter().map(|name| Some(name.as_str())).collect();
    let named = Theme::ALL.into_iter().find(|known| known.name() == theme);
    let theme = named.ok_or_else(|| wrong(format!("theme must be \"light\" or \"dark\", not {theme:?}")))?;
    Ok(draw(&Table {
        view: &game.view(seat.map_or(Viewer::Spectator, Viewer::Seat)),
        names: &names,
        first: seat.unwrap_or(Seat::FIRST),
        last: None,
        language: Language::English,
        theme,
        arrangement: Arrangement::Landscape,
        maps: &BoardMaps::default(),
    }))
}

/// Draws with the fonts of the system, which are read once.
fn rasterizer() -> Result<&'static Rasterizer, &'static PngError> {
    static RASTERIZER: OnceLock<Result<Rasterizer, PngError>> = OnceLock::new();
    RASTERIZER.get_or_init(Rasterizer::new).as_ref()
}
