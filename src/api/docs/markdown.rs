//! Our Markdown as HTML. We wrote the texts, but HTML in them is still shown as text.

use std::collections::HashMap;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Returns the text of the first heading.
pub fn title(markdown: &str) -> String {
    let mut events = Parser::new(markdown).skip_while(|event| !is_heading(event)).skip(1);
    let inside = events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside.filter_map(plain).collect()
}

/// Returns the text as HTML. Each heading has an id. Links between the files of `docs` lead to pages. The
/// target of a link without a page is only named.
pub fn html(markdown: &str) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(as_text).collect();
    name_headings(&mut events);
    let mut shown = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut shown, linked(events).into_iter());
    shown
}

fn as_text(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    }
}

fn is_heading(event: &Event<'_>) -> bool {
    matches!(event, Event::Start(Tag::Heading { .. }))
}

/// Returns the words of an event.
fn plain(event: Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    }
}

/// Gives each heading the id that links use.
fn name_headings(events: &mut [Event<'_>]) {
    let mut used: HashMap<String, usize> = HashMap::new();
    for start in 0..events.len() {
        let Some((Event::Start(Tag::Heading { id, .. }), rest)) = events[start..].split_first_mut() else {
            continue;
        };
        let inside = rest.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside.cloned().filter_map(plain).collect();
        let name = anchor(&text);
        let count = used.entry(name.clone()).or_default();
        *id = Some(match *count {
            0 => name.into(),
            repeated => format!("{name}-{repeated}").into(),
        });
        *count += 1;
    }
}

/// Returns the id of a heading: its letters, digits, hyphens and underscores in lower case, with hyphens for
/// spaces.
fn anchor(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let kept = lower.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Turns the links of the files into links of pages.
fn linked(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut is_open = false;
    let mut kept = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                if let Some(address) = address(&dest_url) {
                    is_open = true;
                    kept.push(Event::Start(Tag::Link { link_type, dest_url: address.into(), title, id }));
                }
            }
            Event::End(TagEnd::Link) if !is_open => {}
            other => {
                is_open &= !matches!(other, Event::End(TagEnd::Link));
                kept.push(other);
            }
        }
    }
    kept
}

/// Returns the target of a link on this server. None if it has no page.
fn address(link: &str) -> Option<String> {
    let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
    let page = match path.strip_suffix(".md") {
        _ if path.is_empty() || path.contains(':') || path.starts_with('/') => path.to_owned(),
        Some("problems") => "/problems/".to_owned(),
        Some("README") => "/docs/".to_owned(),
        Some(name) if !name.contains('/') => format!("/docs/guides/{name}"),
        _ if path == "../openapi/openapi.json" => "/openapi.json".to_owned(),
        _ => return None,
    };
    Some(heading.map_or_else(|| page.clone(), |heading| format!("{page}#{heading}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_ids_and_links_lead_to_pages() {
        let text = "# The `deal`: how\n\n## Twice\n\n## Twice\n\n[a](deal.md#b), [c](#d), [e](../examples/f.py), \
                    [g](problems.md), [h](https://example.com/i.md)";
        let shown = html(text);
        assert_eq!(title(text), "The deal: how");
        for part in [
            "<h1 id=\"the-deal-how\">",
            "<h2 id=\"twice\">",
            "<h2 id=\"twice-1\">",
            "<a href=\"/docs/guides/deal#b\">a</a>",
            "<a href=\"#d\">c</a>, e, <a href=\"/problems/\">g</a>",
            "<a href=\"https://example.com/i.md\">h</a>",
        ] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
    }

    #[test]
    fn html_in_a_text_is_shown_as_text() {
        let shown = html("a <b>c</b>\n\n<script>alert(1)</script>\n\n| `<lapidary-game>` |\n|---|\n");
        assert!(!shown.contains("<b>") && !shown.contains("<script>"), "{shown}");
        assert!(shown.contains("&lt;lapidary-game&gt;"), "{shown}");
    }
}
