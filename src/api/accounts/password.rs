//! Passwords that somebody chooses, read from a body.

use crate::api::Problem;
use crate::api::problems::problem::Fault;
use crate::auth::NewPassword;
use crate::auth::password::PasswordRefusal;

/// Reads a password somebody chooses, at the place `pointer` of the body.
///
/// # Errors
///
/// `validation_failed` when it may not be chosen.
pub fn new_password(text: String, pointer: &str) -> Result<NewPassword, Problem> {
    NewPassword::try_from(text).map_err(|refusal: PasswordRefusal| {
        Problem::validation(vec![Fault::at(pointer, refusal.to_string())])
    })
}
