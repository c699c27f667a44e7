//! How many parameters a query or a form may have.

/// The maximum number of parameters of a query, and of fields of a form.
pub const PARAMETERS_MAX: usize = 64;

/// Returns how many parameters `name=value&…` has, without reading them.
pub fn parameters_in(text: &[u8]) -> usize {
    match text {
        [] => 0,
        text => memchr::memchr_iter(b'&', text).count() + 1,
    }
}
