//! The syntax of host names. URL parsers accept more: `a;b` is a host for them, but a second directive in a
//! policy.

/// The maximum length of a name (RFC 1035, 2.3.4), without a final dot.
const LENGTH_MAX: usize = 253;
/// The maximum length of a part of a name.
const PART_LENGTH_MAX: usize = 63;

/// Returns whether a host from a URL parser is an internet name (RFC 1123, 2.1): parts of lower-case letters,
/// digits and hyphens, with dots between them and perhaps one at the end. Such a name is safe in any header.
pub fn is_host_name(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    name.len() <= LENGTH_MAX && name.split('.').all(is_part)
}

fn is_part(part: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=PART_LENGTH_MAX).contains(&part.len())
        && part.bytes().all(is_plain)
        && !part.starts_with('-')
        && !part.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_consists_of_letters_digits_and_hyphens() {
        let longest = format!("{}.example", ["a".repeat(61).as_str(); 4].join(".").split_at(245).0);
        assert_eq!(longest.len(), LENGTH_MAX);
        for name in
            ["app.example", "localhost", "a", "1.example", "xn--80ak6aa92e.example", "app.example.", &longest]
        {
            assert!(is_host_name(name), "{name}");
        }
        let long_part = format!("{}.example", "a".repeat(64));
        for other in [
            "",
            ".",
            "a..b",
            ".a",
            "a.b..",
            "a;sandbox",
            "a,b",
            "a'b",
            "a b",
            "*",
            "*.example",
            "a$b",
            "a_b",
            "a~b",
            "a!b",
            "(a)",
            "a=b",
            "a&b",
            "a+b",
            "A.example",
            "-a.example",
            "a-.example",
            "ä.example",
            "[::1]",
            &long_part,
            &format!("{longest}s"),
        ] {
            assert!(!is_host_name(other), "{other}");
        }
    }
}
