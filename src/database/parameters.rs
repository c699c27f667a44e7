//! The parameters in the address of a database, as libpq writes them.
//!
//! The driver reads all parameters except those about certificates. This module takes those out of a URL or
//! key=value pairs, and leaves the rest to the driver.

use tokio_postgres::Config;

/// The beginnings of URLs.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Parameters of libpq that are not supported here. Errors name no other unknown parameters, because these
/// may be parts of a password that is not escaped.
const UNSUPPORTED: [&str; 14] = [
    "gssdelegation",
    "gssencmode",
    "krbsrvname",
    "passfile",
    "requiressl",
    "service",
    "ssl_max_protocol_version",
    "ssl_min_protocol_version",
    "sslcert",
    "sslcertmode",
    "sslcrl",
    "sslcrldir",
    "sslkey",
    "sslpassword",
];

/// An address in two parts: the parameters of certificates, and everything else.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parameters {
    /// The address without these parameters.
    pub(super) others: String,
    /// `sslmode`.
    pub(super) mode: Option<String>,
    /// `sslrootcert`.
    pub(super) authorities: Option<String>,
}

impl Parameters {
    /// Splits a URL or key=value pairs. The last value of a repeated key wins, as in libpq. The error is the
    /// name of a parameter that is not supported here.
    pub(super) fn split(text: &str) -> Result<Parameters, &'static str> {
        if !SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return Parameters::of_pairs(text);
        }
        // A user or a password may contain a question mark.
        let start = text.find('@').unwrap_or_default();
        let Some(query) = text[start..].find('?').map(|position| start + position) else {
            return Ok(Parameters { others: text.to_owned(), ..Parameters::default() });
        };
        let (mut parameters, mut others) = (Parameters::default(), Vec::new());
        for pair in text[query + 1..].split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if !parameters.take(key, &format!("{}?application_name={value}", SCHEMES[0]))? {
                others.push(pair);
            }
        }
        let question = if others.is_empty() { "" } else { "?" };
        parameters.others = format!("{}{question}{}", &text[..query], others.join("&"));
        Ok(parameters)
    }

    fn of_pairs(text: &str) -> Result<Parameters, &'static str> {
        let (mut parameters, mut rest, mut others) = (Parameters::default(), text, Vec::new());
        while let Some((pair, key, value, after)) = next_pair(rest) {
            if !parameters.take(key, &format!("application_name={value}"))? {
                others.push(pair);
            }
            rest = after;
        }
        // The rest is not a pair, so the driver refuses it.
        others.push(rest);
        parameters.others = others.join(" ").trim_end().to_owned();
        Ok(parameters)
    }

    /// Takes a parameter if it is about certificates, and returns whether it did. The driver decodes the
    /// value, as that of another parameter in an address of the same form.
    fn take(&mut self, key: &str, written: &str) -> Result<bool, &'static str> {
        if let Some(unsupported) = UNSUPPORTED.iter().find(|unsupported| **unsupported == key) {
            return Err(unsupported);
        }
        let place = match key {
            "sslmode" => &mut self.mode,
            "sslrootcert" => &mut self.authorities,
            _ => return Ok(false),
        };
        let read: Option<Config> = written.parse().ok();
        let value = read.as_ref().and_then(Config::get_application_name).unwrap_or_default();
        *place = Some(value.to_owned());
        Ok(true)
    }
}

/// Returns the first pair of a list as it is written, its key, its written value, and the rest of the list.
fn next_pair(text: &str) -> Option<(&str, &str, &str, &str)> {
    let text = text.trim_start();
    let (key, value) = text.split_once('=')?;
    let value = value.trim_start();
    let is_quoted = value.starts_with('\'');
    let mut is_escaped = false;
    let end = value.char_indices().skip(usize::from(is_quoted)).find(|(_, letter)| {
        let was_escaped = std::mem::take(&mut is_escaped);
        is_escaped = !was_escaped && *letter == '\\';
        !was_escaped && if is_quoted { *letter == '\'' } else { letter.is_whitespace() }
    });
    let length = end.map_or(value.len(), |(position, _)| position + usize::from(is_quoted));
    let (value, rest) = value.split_at(length);
    Some((&text[..text.len() - rest.len()], key.trim_end(), value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (String, Option<String>, Option<String>) {
        let parameters = Parameters::split(text).unwrap_or_else(|name| panic!("{text}: {name}"));
        (parameters.others, parameters.mode, parameters.authorities)
    }

    #[test]
    fn words_about_certificates_are_found_in_both_forms() {
        let some = |text: &str| Some(text.to_owned());
        for (text, expected) in [
            ("postgres://a/b", ("postgres://a/b".to_owned(), None, None)),
            ("postgres://a/b?sslmode=verify-ca", ("postgres://a/b".to_owned(), some("verify-ca"), None)),
            (
                "postgresql://u:p?sslmode=x@a/b?connect_timeout=3&sslrootcert=%2Fa%20b.pem&port=1",
                (
                    "postgresql://u:p?sslmode=x@a/b?connect_timeout=3&port=1".to_owned(),
                    None,
                    some("/a b.pem"),
                ),
            ),
            ("host=a user=b", ("host=a user=b".to_owned(), None, None)),
            (
                r"host=a sslmode = verify-full password='sslmode=x \' y' sslrootcert='/a b.pem'",
                (r"host=a password='sslmode=x \' y'".to_owned(), some("verify-full"), some("/a b.pem")),
            ),
            (
                r"password=a\ sslmode=b sslmode=require",
                (r"password=a\ sslmode=b".to_owned(), some("require"), None),
            ),
            ("nonsense", ("nonsense".to_owned(), None, None)),
            ("host=a nonsense", ("host=a  nonsense".to_owned(), None, None)),
        ] {
            assert_eq!(split(text), expected, "{text}");
        }
    }

    #[test]
    fn what_has_no_meaning_here_is_named_and_nothing_else() {
        assert_eq!(Parameters::split("postgres://a/b?sslkey=%2Fkey.pem"), Err("sslkey"));
        assert_eq!(Parameters::split("host=a sslcert=/me.pem"), Err("sslcert"));
        assert!(Parameters::split("host=a password='sslcert=1'").is_ok());
        assert!(Parameters::split("host=a hunter2=1").is_ok());
    }
}
