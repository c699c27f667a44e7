//! Refusing a change of settings by a caller who has not seen the current ones. If two organizers change them
//! at once, the second one learns about the first change.

use crate::refusal::{Code, Explanation, refusals};
use lapidary_model::field_change::Fields;
use lapidary_model::game::Version;

refusals! {
    /// Why settings are not changed.
    pub enum Outdated {
        /// They have changed since the caller saw them: `now` is the current content.
        Settings { version: u32, now: String } => Explanation {
            version: Some(Version(*version)),
            ..Explanation::new(Code::SettingsChanged, format!("The settings have version {version}: {now}. Look again before you change them."))
        };
    }
}

/// Checks that the settings have the version that the caller has seen, if the caller named one.
pub(crate) fn is_seen(settings: &impl Fields, version: Option<u32>) -> Result<(), Outdated> {
    let now = settings.version();
    if version.is_none_or(|seen| seen == now) {
        return Ok(());
    }
    // A description is too long for a sentence.
    let fields = settings.fields().into_iter().filter(|(name, _)| *name != "description");
    let texts = fields.filter_map(|(name, value)| Some(format!("{name} `{}`", value?)));
    Err(Outdated::Settings { version: now, now: texts.collect::<Vec<_>>().join(", ") })
}
