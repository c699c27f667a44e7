//! The maximum number of parameters in a query or a form, and their forbidden character: NUL, which
//! PostgreSQL cannot store.

/// The maximum number of parameters of a query, and of fields of a form.
pub const PARAMETERS_MAX: usize = 64;

/// Returns how many parameters `name=value&…` has, without reading them.
pub fn parameters_in(text: &[u8]) -> usize {
    match text {
        [] => 0,
        text => memchr::memchr_iter(b'&', text).count() + 1,
    }
}

/// Returns whether a parameter of `name=value&…` contains NUL, without reading them.
pub fn has_nul(text: &[u8]) -> bool {
    memchr::memchr(0, text).is_some() || memchr::memmem::find(text, b"%00").is_some()
}
