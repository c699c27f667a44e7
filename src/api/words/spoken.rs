//! The language of the current request (RFC 9110, 12.5.4).

use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderMap};

use lapidary_picture::Language;

tokio::task_local! {
    /// The language that the client of the current request prefers.
    static SPOKEN: Language;
}

/// The maximum number of languages of `Accept-Language` that are considered.
const LANGUAGES_READ_MAX: usize = 16;

/// Returns the available language that a client prefers. English if it names none of them.
pub fn preferred(headers: &HeaderMap) -> Language {
    let named = headers.get_all(ACCEPT_LANGUAGE).filter_map(|value| value.to_str().ok());
    let mut wanted: Vec<(f32, Language)> = named
        .flat_map(|value| value.split(','))
        .take(LANGUAGES_READ_MAX)
        .filter_map(|part| {
            let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
            let primary = tag.trim().split('-').next()?;
            let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.parse().ok())?;
            Some((weight, Language::with_code(primary)?)).filter(|(weight, _)| *weight > 0.0)
        })
        .collect();
    // The sort is stable: of languages with the same weight, the first wins.
    wanted.sort_by(|one, other| other.0.total_cmp(&one.0));
    wanted.first().map_or(Language::English, |(_, language)| *language)
}

/// Returns the language of the current request. English outside of a request.
pub fn current_language() -> Language {
    SPOKEN.try_with(|language| *language).unwrap_or_default()
}

/// The work for somebody who reads this language.
pub fn speaking<W: Future>(language: Language, work: W) -> impl Future<Output = W::Output> {
    SPOKEN.scope(language, work)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    #[test]
    fn the_language_with_the_greatest_weight_that_there_is_is_preferred() {
        for (header, language) in [
            ("de-CH, en;q=0.8", Language::German),
            ("it, fr;q=0.5, es;q=0.7", Language::Spanish),
            ("FR", Language::French),
            ("de;q=0, es;q=0.1", Language::Spanish),
            ("tlh, *;q=0.1", Language::English),
            ("de;q=wrong", Language::English),
            ("", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(header));
            assert_eq!(preferred(&headers), language, "{header}");
        }
        assert_eq!(preferred(&HeaderMap::new()), Language::English);
    }
}
