//! The marks of an analysis in the header of a text export. Readers of the text ignore unknown names, so
//! nothing changes for them.

use lapidary_analysis::{Analysis, Grade, Judgement};

/// The mark of a mistake.
const MISTAKE: &str = "?";
/// The mark of a blunder.
const BLUNDER: &str = "??";

/// Returns the lines of an analysis: the accuracy of each seat, all mistakes in order, then the turning
/// points.
pub fn marks(analysis: &Analysis) -> Vec<(String, String)> {
    let accuracies = analysis
        .summaries()
        .map(|summary| (format!("accuracy {}", summary.seat), format!("{:.0}", summary.accuracy)));
    let mistakes = analysis.judgements.iter().filter(|one| one.is_mistake()).map(mistake);
    let turning_points = analysis.turning_points().into_iter().filter_map(|point| {
        let at = analysis.judgements.get(point.index)?;
        let change = format!("{} {:+.3}", point.cause.name(), point.change);
        Some((format!("turning_point {} {}", at.turn, at.seat), change))
    });
    accuracies.chain(mistakes).chain(turning_points).collect()
}

/// The line of a mistake: its loss, and the best turn found.
fn mistake(one: &Judgement) -> (String, String) {
    let mark = if one.grade() == Grade::Blunder { BLUNDER } else { MISTAKE };
    let best = one.best.as_ref().map_or_else(String::new, |best| format!(" best {best}"));
    (format!("mark {} {}", one.turn, one.seat), format!("{mark} {:+.3}{best}", -one.loss()))
}
