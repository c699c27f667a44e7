//! Refusals: their one form, their codes, the reasons of illegal actions, and the pages that explain them.

pub mod code;
pub mod pages;
pub mod problem;
pub mod reason;
mod rulings;
