//! The numbered rulings as HTML. A refused action names the ruling that forbids it.
//!
//! It knows the few kinds of Markdown in `docs/rules.md`. It does not know the rulings.

/// The rulings that this server follows.
const RULES: &str = include_str!("../../../docs/rules.md");

/// Returns the rulings as HTML, each with its number as the anchor: `#B5`.
pub fn html() -> String {
    let rulings = RULES.split_once("\n## ").map_or("", |(_, rulings)| rulings);
    let mut page = String::new();
    for (place, line) in format!("## {rulings}").lines().enumerate() {
        if let Some(heading) =
            line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
        {
            page += &format!("<h2>{}</h2>\n", escaped(heading));
        } else if let Some((number, text)) =
            line.strip_prefix("- **").and_then(|ruling| ruling.split_once("**"))
        {
            page += &format!("<p id=\"{number}\"><b>{number}</b>{}\n", escaped(text));
        } else if place > 0 && !line.is_empty() {
            page += &format!("{}\n", escaped(line));
        }
    }
    page
}

/// Returns the text with escaped HTML characters and without marks of emphasis.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('*', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruling_has_a_place_of_its_own() {
        let page = html();
        assert_eq!(page.matches("<p id=").count(), RULES.matches("\n- **").count());
        assert!(page.contains("<p id=\"B5\"><b>B5</b> Take different: 3 gem tokens of 3 different colors."));
        assert!(page.starts_with("<h2>Base game</h2>\n<h2>Setup</h2>\n<p id=\"B1\">"));
    }
}
