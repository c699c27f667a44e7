//! Settings in files of their own, such as secrets of Docker.

use std::convert::Infallible;
use std::fmt::Display;

/// Reads a setting from the file with this path, such as a secret of Docker. A line break at its end is
/// ignored. Errors repeat the path, and nothing of the file.
pub(super) fn in_file<T, E: Display>(
    read: impl Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |path| {
        let text = std::fs::read_to_string(path).map_err(|cause| cause.to_string())?;
        let line = text.strip_suffix('\n').map_or(text.as_str(), |line| line.trim_end_matches('\r'));
        read(line).map_err(|cause| cause.to_string())
    }
}

/// Accepts every text of a file.
pub(super) fn whole(text: &str) -> Result<String, Infallible> {
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use crate::settings::Settings;

    #[test]
    fn every_secret_can_be_in_a_file_and_no_error_repeats_it() {
        let path = std::env::temp_dir().join(format!("lapidary-secret-{}", std::process::id()));
        let read = |name: &str, other: &[&str]| {
            let option = format!("--{name}-file={}", path.display());
            let line = [&["lapidary", &option][..], other].concat();
            let matches = Settings::augment_args(Command::new("lapidary")).try_get_matches_from(line);
            matches.map(|matches| Settings::from_arg_matches(&matches).expect("settings"))
        };
        std::fs::write(&path, format!("{}\r\n", "0a".repeat(32))).unwrap();
        let key = Some([10; 32]);
        assert_eq!(read("signing-key", &[]).unwrap().access.signing_key_file, key);
        assert_eq!(read("next-signing-key", &[]).unwrap().access.next_signing_key_file, key);
        std::fs::write(&path, " p@ss\n\n").unwrap();
        let password = Some(" p@ss\n".to_owned());
        assert_eq!(read("database-password", &[]).unwrap().database.database_password_file, password);
        let nats = read("nats-password", &["--nats-user=ada"]).unwrap().broker;
        assert_eq!(nats.nats_password_file, password);
        assert_eq!(read("mail-url", &[]).unwrap().mail.mail_url_file.unwrap().expose(), " p@ss\n");
        for name in ["database-password", "nats-password", "mail-url"] {
            let refused = read(name, &[&format!("--{name}=s3cret")]).err().unwrap().to_string();
            assert!(refused.contains("cannot be used with") && !refused.contains("s3cret"), "{refused}");
        }
        let refused = read("signing-key", &[]).err().unwrap().to_string();
        assert!(refused.contains("64 hexadecimal digits") && !refused.contains("p@ss"), "{refused}");
        std::fs::remove_file(&path).unwrap();
        let missing = read("mail-url", &[]).err().unwrap().to_string();
        assert!(missing.contains(&path.display().to_string()), "{missing}");
    }
}
