//! temp
pub struct Film; pub const STEPS_MAX: usize = 1;
