//! Content negotiation (RFC 9110, 12.5.1 and 12.5.3): chooses a response's media type by `Accept`, and its
//! encoding. It knows media types and weights. It does not know the content of responses.

use actix_web::HttpRequest;
use actix_web::http::header::{self, AcceptEncoding, Encoding, Header, Quality};
use actix_web::mime::{self, Mime};

use crate::{Code, Problem};

/// Returns the index of the offered media type that the client prefers. Of equal ones, the first.
pub fn choose(request: &HttpRequest, offered: &[&str]) -> Result<usize, Problem> {
    let accept = header::Accept::parse(request).map(|accept| accept.0).unwrap_or_default();
    if accept.is_empty() {
        return Ok(0);
    }
    let weight = |form: &str| {
        let form: Mime = form.parse().unwrap_or(mime::APPLICATION_JSON);
        let fitting =
            accept.iter().filter_map(|range| Some((specificity(&range.item, &form)?, range.quality)));
        fitting.max_by_key(|(specificity, _)| *specificity).map_or(Quality::ZERO, |(_, quality)| quality)
    };
    let weights: Vec<Quality> = offered.iter().map(|form| weight(form)).collect();
    let best = weights.iter().copied().max().filter(|best| *best > Quality::ZERO);
    best.and_then(|best| weights.iter().position(|weight| *weight == best)).ok_or_else(|| {
        let detail = format!("This path returns {}; `Accept` excludes that.", offered.join(" or "));
        Problem::new(Code::NotAcceptable, detail)
    })
}

/// Returns whether the client accepts gzip. Without named encodings it might accept any, but programs that
/// read lines or files do not expect one.
pub fn accepts_gzip(request: &HttpRequest) -> bool {
    let known = [Encoding::gzip(), Encoding::identity()];
    request.headers().contains_key(header::ACCEPT_ENCODING)
        && AcceptEncoding::parse(request)
            .is_ok_and(|accepted| accepted.negotiate(known.iter()) == Some(Encoding::gzip()))
}

/// Returns how specifically a media range matches a media type: 0 for `*/*`. None if it does not match.
fn specificity(range: &Mime, form: &Mime) -> Option<u8> {
    match (range.type_(), range.subtype()) {
        (mime::STAR, _) => Some(0),
        (type_, mime::STAR) => (type_ == form.type_()).then_some(1),
        _ => (range.essence_str() == form.essence_str()).then_some(2),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn chosen(accept: &str) -> Option<usize> {
        let request = TestRequest::default().insert_header(("accept", accept)).to_http_request();
        choose(&request, &["application/json", "text/plain"]).ok()
    }

    #[test]
    fn the_highest_weight_wins_and_zero_excludes() {
        let cases = [
            ("*/*", Some(0)),
            ("text/plain", Some(1)),
            ("text/*", Some(1)),
            ("text/plain;q=0.5, application/json;q=0.4", Some(1)),
            ("text/plain, application/json", Some(0)),
            ("text/plain;q=0, */*", Some(0)),
            ("application/json;q=0, */*;q=0.1", Some(1)),
            ("text/plain;q=0", None),
            ("application/json;q=0", None),
            ("image/png", None),
            ("TEXT/PLAIN; charset=utf-8", Some(1)),
        ];
        for (accept, expected) in cases {
            assert_eq!(chosen(accept), expected, "{accept}");
        }
        let silent = TestRequest::default().to_http_request();
        assert_eq!(choose(&silent, &["application/json", "text/plain"]).ok(), Some(0));
    }
}
