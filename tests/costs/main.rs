//! No refused request costs much: the allocations of refusing the most expensive requests are counted.
//!
//! Time depends on the machine and on what else runs there; allocations do not. Whatever a refusal does for
//! each value, field, parameter or fault allocates, so a refusal that allocates little has done little.
//! `lapidary-bench refusals` measures the time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod refusals;
