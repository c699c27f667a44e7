//! Chosen passwords in bodies.

use crate::Problem;
use crate::problems::problem::Fault;
use lapidary_model::auth::NewPassword;
use lapidary_model::auth::password::PasswordRefusal;

/// Checks a new password; `pointer` is its place in the body.
pub fn new_password(text: String, pointer: &str) -> Result<NewPassword, Problem> {
    NewPassword::try_from(text).map_err(|refusal: PasswordRefusal| {
        Problem::validation(vec![Fault::at(pointer, refusal.to_string())])
    })
}
