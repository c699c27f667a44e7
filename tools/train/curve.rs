//! How a training came on: its measured shares as CSV and as a picture.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// The size of the picture, and the room for its words.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 40.0;
/// The colors of the tables, one after another.
const COLORS: [&str; 6] = ["#1f6feb", "#c4432b", "#2f8f4e", "#8250df", "#a86b00", "#4b5563"];

/// What was measured at one table after some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The games of both stages until then.
    pub games: u32,
    /// Seconds since the training began, without the time between an interruption and its continuation.
    pub seconds: f64,
    /// A moving average of the loss.
    pub loss: f32,
    /// The table: seats and modules.
    pub table: String,
    /// The share of one turn ahead against `greedy`, 0 to 1, and the half width of its interval of 95 %.
    pub share: f64,
    pub half_width: f64,
}

/// The curve as CSV, with a header.
pub fn csv(points: &[CurvePoint]) -> String {
    let mut text = "games,seconds,loss,table,share,half_width\n".to_owned();
    for point in points {
        let CurvePoint { games, seconds, loss, table, share, half_width } = point;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{games},{seconds:.0},{loss:.4},{table},{share:.4},{half_width:.4}");
    }
    text
}

/// The curve as SVG: a line for each table, shares from 0 to 100 % over games.
pub fn svg(points: &[CurvePoint]) -> String {
    let most = points.last().map_or(1, |point| point.games.max(1));
    let x = |games: u32| MARGIN + (WIDTH - 2.0 * MARGIN) * f64::from(games) / f64::from(most);
    let y = |share: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    );
    for part in 0..=4u8 {
        let share = f64::from(part) / 4.0;
        let _ = write!(
            text,
            "<path d=\"M{MARGIN} {at:.1}H{end}\" stroke=\"#ccc\"/><text x=\"4\" y=\"{at:.1}\">{percent:.0} %</text>",
            at = y(share),
            end = WIDTH - MARGIN,
            percent = 100.0 * share,
        );
    }
    let mut tables: Vec<&str> = points.iter().map(|point| point.table.as_str()).collect();
    tables.sort_unstable();
    tables.dedup();
    for (number, table) in tables.into_iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let mut line = String::new();
        for point in points.iter().filter(|point| point.table == table) {
            let _ = write!(line, "{:.1},{:.1} ", x(point.games), y(point.share));
        }
        let _ = write!(
            text,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{MARGIN}\" y=\"{}\" fill=\"{color}\">{table}</text>",
            14 + 14 * number,
        );
    }
    let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{most} games</text></svg>", WIDTH - 120.0, HEIGHT - 8.0);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_a_row_for_each_point_and_a_line_for_each_table() {
        let point = |games: u32, table: &str, share: f64| CurvePoint {
            games,
            seconds: 1.4,
            loss: 0.5,
            table: table.to_owned(),
            share,
            half_width: 0.1,
        };
        let points = [point(10, "3", 0.25), point(10, "4", 0.0), point(20, "3", 1.0)];
        assert_eq!(csv(&points).lines().nth(3), Some("20,1,0.5000,3,1.0000,0.1000"));
        let picture = svg(&points);
        assert_eq!(picture.matches("<polyline").count(), 2);
        assert!(picture.contains("points=\"360.0,250.0 680.0,40.0 \""), "{picture}");
    }
}
