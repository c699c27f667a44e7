//! The clocks of the seats of a started game: pure arithmetic on the database's times.

use std::mem::take;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::clock::Clock;
use lapidary_engine::seat::Seat;
use lapidary_engine::turn::Turn;

/// The maximum time left of a seat after a gift of time.
pub const REMAINING_MAX: Duration = Duration::from_secs(90 * 86_400);

/// The minimum time for the first turn of a seat: 10 seconds.
pub const FIRST_TURN_MS_MIN: u64 = 10_000;
/// The maximum time for the first turn of a seat: 14 days.
pub const FIRST_TURN_MS_MAX: u64 = 14 * 86_400_000;

/// A day off.
pub const DAY_OFF: Duration = Duration::from_secs(86_400);

/// The clocks of a started game.
///
/// They contain the stored values, never the current time: the running seat has its remainder less the time
/// since `since`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clocks {
    /// The time left of each seat. For the running seat, the time left at the moment `since`.
    pub remaining: Vec<Duration>,
    /// The seat whose clock runs; none if the game is over.
    pub running: Option<Seat>,
    /// When the running clock began to run. During a pause, the end of the pause.
    pub since: DateTime<Utc>,
    /// The additional time of each seat after its first turn. Empty in games that give all time at once.
    pub withheld: Vec<Duration>,
    /// The uncharged time, because requests take time to arrive.
    pub lag: Duration,
    /// Whether the game was paused after the last turn and not resumed.
    pub paused: bool,
    /// The seats that agree to a pause.
    pub pause_agreed: Vec<Seat>,
    /// The days off that each seat has left.
    pub days_off: Vec<u8>,
    /// The days off of the running seat in the current turn.
    pub days_taken: u8,
}

/// The limits that a game gets for its clocks when it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowances {
    /// The uncharged time, because requests take time to arrive.
    pub lag: Duration,
    /// The days off of each seat. Only games with a time for each turn have them.
    pub days_off: u8,
    /// The part of its time that each seat has for its first turn. None if it has all.
    pub first_turn: Option<Duration>,
}

/// What the clocks need to know about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The turn; none if the game is over.
    pub turn: Option<Turn>,
    /// The seat that must decide; none if the game is over.
    pub to_act: Option<Seat>,
}

impl Clocks {
    /// Returns the clocks at the start of a game: the first seat's clock runs at once. None for a game
    /// without a clock.
    pub fn start(
        clock: Clock,
        seats: usize,
        first: Option<Seat>,
        now: DateTime<Utc>,
        allowances: Allowances,
    ) -> Option<Clocks> {
        let (initial, days_off) = match clock {
            Clock::None => return None,
            Clock::Live { initial, .. } => (initial, 0),
            Clock::Correspondence { per_turn } => (per_turn, allowances.days_off),
        };
        let of_first = allowances.first_turn.map_or(initial, |first_turn| first_turn.min(initial));
        Some(Clocks {
            remaining: vec![of_first; seats],
            running: first,
            since: now,
            withheld: allowances.first_turn.map(|_| vec![initial - of_first; seats]).unwrap_or_default(),
            lag: allowances.lag,
            paused: false,
            pause_agreed: Vec::new(),
            days_off: vec![days_off; seats],
            days_taken: 0,
        })
    }

    /// Returns when the time of the running seat ends. None if no clock runs.
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        let remaining = self.remaining.get(self.running?.index())?;
        self.since.checked_add_signed(TimeDelta::from_std(*remaining).ok()?)
    }

    /// Returns whether the running seat has exceeded its time, including the lag allowance.
    pub fn is_late(&self, now: DateTime<Utc>) -> bool {
        self.deadline().is_some_and(|deadline| now > deadline + self.lag)
    }

    /// Returns the end of the pause. None without a pause. The pause may be over already.
    pub fn paused_until(&self) -> Option<DateTime<Utc>> {
        Some(self.since).filter(|_| self.paused && self.running.is_some())
    }

    /// Returns whether the game is paused now.
    pub fn is_paused(&self, now: DateTime<Utc>) -> bool {
        self.paused_until().is_some_and(|until| now < until)
    }

    /// Returns the clocks after a change of position. The running seat is charged. An ended turn brings its
    /// seat the increment, or all seats a new time, and then the clock of the seat to act runs. The end of
    /// the game brings nothing.
    ///
    /// If the same seat must decide again in the same turn, its clock keeps running. A pause ends.
    #[must_use]
    pub fn pass(&self, clock: Clock, before: Moment, after: Moment, now: DateTime<Utc>) -> Clocks {
        let turn_ended = before.turn.map(|turn| turn.number) != after.turn.map(|turn| turn.number);
        let mut next = Clocks { paused: false, pause_agreed: Vec::new(), ..self.clone() };
        if !turn_ended && after.to_act == self.running && !self.is_paused(now) {
            return next;
        }
        next.charge(now, self.lag);
        next.running = after.to_act;
        if turn_ended && after.turn.is_some() {
            // A seat without time left gets no increment.
            let seat = before.turn.map(|turn| turn.seat).filter(|_| !self.is_late(now));
            next.end_turn(clock, seat);
        }
        next
    }

    /// Takes the passed time from the running seat, except for an allowance.
    fn charge(&mut self, now: DateTime<Utc>, allowance: Duration) {
        let passed = (now - self.since).to_std().unwrap_or_default().saturating_sub(allowance);
        // Times are whole milliseconds. Parts of one are not charged.
        let passed = Duration::from_millis(u64::try_from(passed.as_millis()).unwrap_or(u64::MAX));
        if let Some(remaining) = self.running.and_then(|seat| self.remaining.get_mut(seat.index())) {
            *remaining = remaining.saturating_sub(passed);
        }
        self.since = now;
    }

    fn end_turn(&mut self, clock: Clock, seat: Option<Seat>) {
        self.days_taken = 0;
        let withheld = seat.and_then(|seat| self.withheld.get_mut(seat.index())).map(take);
        match clock {
            Clock::None => {}
            Clock::Live { increment, .. } => {
                if let Some(remaining) = seat.and_then(|seat| self.remaining.get_mut(seat.index())) {
                    *remaining = remaining.saturating_add(increment + withheld.unwrap_or_default());
                }
            }
            Clock::Correspondence { per_turn } => {
                self.remaining.fill(per_turn);
                for (remaining, withheld) in self.remaining.iter_mut().zip(&self.withheld) {
                    *remaining = remaining.saturating_sub(*withheld);
                }
            }
        }
    }

    /// Returns the clocks paused for at most this long. Charges the running seat for the time until now.
    #[must_use]
    pub fn pause(&self, now: DateTime<Utc>, at_most: Duration) -> Clocks {
        let mut next = Clocks { paused: true, pause_agreed: Vec::new(), ..self.clone() };
        next.charge(now, Duration::ZERO);
        next.since = now + at_most;
        next
    }

    /// Returns the clocks after the end of a pause or of an offer to pause.
    #[must_use]
    pub fn resume(&self, now: DateTime<Utc>) -> Clocks {
        let since = if self.is_paused(now) { now } else { self.since };
        Clocks { since, paused: false, pause_agreed: Vec::new(), ..self.clone() }
    }

    /// Returns the clocks after a gift of time to a seat. None if it would have more than [`REMAINING_MAX`].
    pub fn add(&self, seat: Seat, time: Duration) -> Option<Clocks> {
        let mut next = self.clone();
        let remaining = next.remaining.get_mut(seat.index())?;
        *remaining = remaining.checked_add(time).filter(|&remaining| remaining <= REMAINING_MAX)?;
        Some(next)
    }

    /// Returns the clocks after the running seat has taken this many days off in the current turn. None if
    /// too few are left. Fewer days than before change nothing.
    pub fn take_days_off(&self, days: u8) -> Option<Clocks> {
        let (more, mut next) = (days.saturating_sub(self.days_taken), self.clone());
        let seat = self.running?.index();
        let left = next.days_off.get_mut(seat)?;
        *left = left.checked_sub(more)?;
        let remaining = next.remaining.get_mut(seat)?;
        *remaining = remaining.saturating_add(DAY_OFF * more.into());
        next.days_taken += more;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCES: Allowances =
        Allowances { lag: Duration::from_millis(500), days_off: 3, first_turn: None };
    const MINUTE: Duration = Duration::from_secs(60);
    const LIVE: Clock = Clock::Live { initial: MINUTE, increment: Duration::from_secs(2) };
    const DAILY: Clock = Clock::Correspondence { per_turn: Duration::from_secs(86_400) };

    fn seat(number: u8) -> Option<Seat> {
        Seat::new(number)
    }

    /// Returns the moment of a turn of this seat in which another seat may have to decide.
    fn moment(number: u16, turn: u8, to_act: u8) -> Moment {
        let turn = seat(turn).map(|seat| Turn { seat, number });
        Moment { turn, to_act: seat(to_act) }
    }

    fn at(ms: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_000_000_000_000 + ms).expect("a time")
    }

    fn started(clock: Clock) -> Clocks {
        Clocks::start(clock, 2, seat(0), at(0), ALLOWANCES).expect("a clock")
    }

    fn remaining_ms(clocks: &Clocks) -> Vec<u128> {
        clocks.remaining.iter().map(Duration::as_millis).collect()
    }

    #[test]
    fn a_turn_costs_its_time_less_the_lag_and_brings_the_increment() {
        let clocks = started(LIVE);
        assert_eq!(clocks.deadline(), Some(at(60_000)));
        let next = clocks.pass(LIVE, moment(1, 0, 0), moment(2, 1, 1), at(10_000));
        assert_eq!(remaining_ms(&next), [60_000 - 9_500 + 2_000, 60_000]);
        assert_eq!((next.running, next.deadline()), (seat(1), Some(at(70_000))));
        let quick = next.pass(LIVE, moment(2, 1, 1), moment(3, 0, 0), at(10_300));
        assert_eq!(remaining_ms(&quick)[1], 62_000, "a turn within the lag allowance costs nothing");
    }

    #[test]
    fn a_seat_has_little_time_for_its_first_turn_and_the_rest_of_its_time_after_it() {
        let allowances = Allowances { first_turn: Some(Duration::from_secs(20)), ..ALLOWANCES };
        let clocks = Clocks::start(LIVE, 2, seat(0), at(0), allowances).expect("a clock");
        assert_eq!((remaining_ms(&clocks), clocks.deadline()), (vec![20_000; 2], Some(at(20_000))));
        let next = clocks.pass(LIVE, moment(1, 0, 0), moment(2, 1, 1), at(10_500));
        assert_eq!(remaining_ms(&next), [60_000 - 10_000 + 2_000, 20_000]);
        let again = next.pass(LIVE, moment(2, 1, 1), moment(3, 0, 0), at(11_000));
        assert_eq!(remaining_ms(&again), [52_000, 62_000]);
        let third = again.pass(LIVE, moment(3, 0, 0), moment(4, 1, 1), at(11_000));
        assert_eq!(remaining_ms(&third), [54_000, 62_000], "the rest comes once");

        let daily = Clocks::start(DAILY, 2, seat(0), at(0), allowances).expect("a clock");
        let next = daily.pass(DAILY, moment(1, 0, 0), moment(2, 1, 1), at(10_000));
        assert_eq!(remaining_ms(&next), [86_400_000, 20_000]);
        let again = next.pass(DAILY, moment(2, 1, 1), moment(3, 0, 0), at(20_000));
        assert_eq!(remaining_ms(&again), [86_400_000; 2]);
    }

    #[test]
    fn a_seat_that_decides_again_in_its_turn_keeps_its_running_clock() {
        let clocks = started(LIVE);
        let next = clocks.pass(LIVE, moment(1, 0, 0), moment(1, 0, 0), at(10_000));
        assert_eq!(next, clocks);
    }

    #[test]
    fn a_question_to_another_seat_runs_on_the_clock_of_that_seat() {
        let asked = started(LIVE).pass(LIVE, moment(1, 0, 0), moment(1, 0, 1), at(10_500));
        assert_eq!((remaining_ms(&asked), asked.running), (vec![50_000, 60_000], seat(1)));
        let answered = asked.pass(LIVE, moment(1, 0, 1), moment(2, 1, 1), at(16_000));
        assert_eq!(
            remaining_ms(&answered),
            [52_000, 55_000],
            "the increment is for the turn, not for the answer"
        );
    }

    #[test]
    fn each_turn_has_a_time_of_its_own_for_every_seat() {
        let hour = 3_600_000;
        let asked = started(DAILY).pass(DAILY, moment(1, 0, 0), moment(1, 0, 1), at(hour + 500));
        assert_eq!(remaining_ms(&asked), [23 * 3_600_000, 24 * 3_600_000]);
        let next = asked.pass(DAILY, moment(1, 0, 1), moment(2, 1, 1), at(2 * hour));
        assert_eq!(remaining_ms(&next), [86_400_000; 2]);
    }

    #[test]
    fn nobody_is_late_within_the_lag_allowance() {
        let clocks = started(LIVE);
        assert!(!clocks.is_late(at(60_500)) && clocks.is_late(at(60_501)));
        let over = clocks.pass(LIVE, moment(1, 0, 0), Moment { turn: None, to_act: None }, at(60_501));
        assert_eq!((remaining_ms(&over), over.deadline()), (vec![0, 60_000], None));
        assert!(!over.is_late(at(1_000_000)));
    }

    #[test]
    fn a_pause_stops_the_clock_until_it_is_over() {
        let paused = started(LIVE).pause(at(10_000), MINUTE);
        assert_eq!((remaining_ms(&paused)[0], paused.paused_until()), (50_000, Some(at(70_000))));
        assert_eq!(paused.deadline(), Some(at(120_000)), "the clock runs again after the longest pause");
        let resumed = paused.resume(at(30_000));
        assert_eq!((resumed.deadline(), resumed.paused_until()), (Some(at(80_000)), None));
        assert_eq!(paused.resume(at(75_000)).deadline(), Some(at(120_000)), "the pause was over before");
        let played = paused.pass(LIVE, moment(1, 0, 0), moment(1, 0, 0), at(30_000));
        assert_eq!(played, resumed, "a turn ends the pause");
    }

    #[test]
    fn time_that_is_given_to_a_seat_moves_its_deadline_up_to_a_maximum() {
        let first = Seat::new(0).expect("a seat");
        let given = started(LIVE).add(first, MINUTE).expect("less than the maximum");
        assert_eq!((remaining_ms(&given), given.deadline()), (vec![120_000, 60_000], Some(at(120_000))));
        assert!(started(LIVE).add(first, REMAINING_MAX - MINUTE).is_some());
        assert_eq!(started(LIVE).add(first, REMAINING_MAX - MINUTE + Duration::from_millis(1)), None);
        assert_eq!(started(LIVE).add(Seat::new(3).expect("a seat"), MINUTE), None, "nobody sits there");
    }

    #[test]
    fn days_off_move_the_deadline_of_this_turn() {
        let day = 86_400_000;
        let clocks = started(DAILY);
        let off = clocks.take_days_off(2).expect("days off");
        assert_eq!((off.deadline(), &off.days_off, off.days_taken), (Some(at(3 * day)), &vec![1, 3], 2));
        assert_eq!(off.take_days_off(2), Some(off.clone()), "the same request again changes nothing");
        assert_eq!(off.take_days_off(4), None);
        let next = off.pass(DAILY, moment(1, 0, 0), moment(2, 1, 1), at(2 * day));
        assert_eq!((remaining_ms(&next), next.days_taken), (vec![86_400_000; 2], 0));
        assert_eq!(started(LIVE).take_days_off(1), None);
    }
}
