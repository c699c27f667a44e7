//! Refusing a change of settings by somebody who has not seen them as they are: of two organizers who change
//! them at once, the second learns of the first.

use crate::refusal::{Code, Explanation, refusals};
use lapidary_model::field_change::Fields;
use lapidary_model::game::Version;

refusals! {
    /// Why settings are not changed.
    pub enum Outdated {
        /// They have changed since the caller has seen them: `now` is what stands there.
        Settings { version: u32, now: String } => Explanation {
            version: Some(Version(*version)),
            ..Explanation::new(Code::SettingsChanged, format!("The settings have version {version}: {now}. Look again before you change them."))
        };
    }
}

/// Checks that the settings have the version that the caller has seen, if they say which.
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
