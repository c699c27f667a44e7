//! The marks of an analysis in the header of a text export. Readers of the text ignore unknown names, so
//! nothing changes for them.

use lapidary_analysis::{Analysis, Grade, Judgement};

/// The mark of a mistake.
const MISTAKE: &str = "?";
/// The mark of a blunder.
const BLUNDER: &str = "??";

/// Returns the lines of an analysis: the accuracy of each seat, all mistakes in order, then the turning
/// points. No two have the same name.
pub fn marks(analysis: &Analysis) -> Vec<(String, String)> {
    let accuracies = analysis
        .summaries()
        .map(|summary| (format!("accuracy {}", summary.seat), format!("{:.0}", summary.accuracy)));
    let judged = analysis.judgements.iter().enumerate();
    let mistakes = judged.filter(|(_, one)| one.is_mistake()).map(|(index, one)| {
        let best = one.best.as_ref().map_or_else(String::new, |best| format!(" best {best}"));
        let mark = if one.grade() == Grade::Blunder { BLUNDER } else { MISTAKE };
        (format!("mark {}", choice(&analysis.judgements, index)), format!("{mark} {:+.3}{best}", -one.loss()))
    });
    let turning_points = analysis.turning_points().into_iter().map(|point| {
        let name = format!("turning_point {}", choice(&analysis.judgements, point.index));
        (name, format!("{} {:+.3}", point.cause.name(), point.change))
    });
    accuracies.chain(mistakes).chain(turning_points).collect()
}

/// The name of a choice: its turn and seat, and its number from the second choice of the seat in that turn.
fn choice(judgements: &[Judgement], index: usize) -> String {
    let of = |one: &Judgement| format!("{} {}", one.turn, one.seat);
    let name = judgements.get(index).map_or_else(String::new, of);
    match judgements.iter().take(index).filter(|one| of(one) == name).count() {
        0 => name,
        earlier => format!("{name} {}", earlier + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::marks;

    /// A seat that reserves and then returns a token is judged twice in a turn.
    #[test]
    fn two_mistakes_of_a_turn_have_two_names() {
        let text = "analysis-1 10000 0\n\
                    22 12 1 1|5000 5000|6720 3280|0 0|reserve base-3-black-1|buy base-1-green-1 2w1u||\n\
                    23 12 1 1|6720 3280|7430 2570|0 0|return 1o|return 1k||\n";
        let lines = marks(&text.parse().expect("an analysis"));
        let lines: Vec<String> = lines.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let expected = [
            "mark 12 1: ?? -0.172 best buy base-1-green-1 2w1u",
            "mark 12 1 2: ? -0.071 best return 1k",
            "turning_point 12 1: mistake -0.172",
            "turning_point 12 1 2: mistake -0.071",
        ];
        assert_eq!(lines.get(2..), Some(expected.map(str::to_owned).as_slice()));
    }
}
