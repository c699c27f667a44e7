//! Splendor Kids and its variant, the Mysteries.
//!
//! | file | rulings |
//! |---|---|
//! | `setup` | K1, K2, K11 |
//! | `board`, `sides` | K2, K15 |
//! | `turn`, `agenda` | T2, K5, K8, K9, B19, B20 |
//! | `check`, `legal`, `takes` | K3-K7, K11, K12, each written twice |
//! | `payment` | K6, K12 |
//! | `perform` | effects of decisions, K7, K12 |
//! | `score` | K9, K13 |
//! | `view`, `from_view`, `redeal` | K14 |

pub mod action;
pub mod agenda;
pub mod board;
mod check;
pub mod effect;
mod from_view;
mod legal;
pub mod notation;
pub mod payment;
mod perform;
pub mod place;
mod redeal;
pub mod refusal;
pub mod resource;
mod score;
pub mod setup;
pub mod sides;
pub mod snapshot;
pub mod state;
mod takes;
pub mod tile;
pub mod tokens;
pub mod traveller;
mod turn;
pub mod variant;
pub mod view;
