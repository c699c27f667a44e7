//! Schedules of groups of 5 to 12 at tables of three and four, found by a search. Everybody meets everybody,
//! as evenly as possible there.

/// A schedule: the number of players, the seats of its large tables, and its rounds. A hexadecimal digit
/// means a player.
type Schedule = (usize, usize, &'static [&'static str]);

const SCHEDULES: &[Schedule] = &[
    (5, 3, &["013 24", "124 30", "230 41", "341 02", "402 13"]),
    (6, 3, &["012 345", "013 245", "014 235", "023 145", "025 134"]),
    (7, 3, &["653 42 10", "320 46 51", "450 62 31", "143 60 52", "126 40 35"]),
    (8, 3, &["714 235 06", "021 376 54", "430 615 27", "705 264 13"]),
    (
        10,
        3,
        &[
            "872 140 39 56",
            "175 463 92 08",
            "425 869 13 07",
            "621 095 48 37",
            "189 023 67 54",
            "538 479 12 06",
        ],
    ),
    (
        11,
        3,
        &[
            "076 84a 521 93",
            "16a 802 743 59",
            "609 5a7 183 24",
            "267 0a3 958 14",
            "157 684 2a9 03",
            "540 328 791 a6",
            "a01 294 356 87",
        ],
    ),
    (
        12,
        3,
        &[
            "152 ab8 604 397",
            "168 072 35a 94b",
            "538 421 a09 76b",
            "b80 2a6 475 391",
            "67a 501 34b 982",
            "596 230 847 ab1",
            "917 2b5 063 a84",
        ],
    ),
    (7, 4, &["1023 654", "4621 305", "5410 326", "0634 512", "3452 601", "1635 042", "6205 134"]),
    (8, 4, &["4572 0361", "2703 1654", "5340 1762", "5326 7140", "4367 5201", "1324 6570", "7531 0426"]),
    (
        10,
        4,
        &["3598 062 174", "7360 128 594", "7892 105 436", "5240 387 916", "2391 804 657", "4186 325 709"],
    ),
    (
        11,
        4,
        &[
            "290a 4561 873",
            "a301 2489 657",
            "58a1 0947 362",
            "8502 76a4 913",
            "0345 a869 172",
            "6801 3975 42a",
        ],
    ),
    (
        12,
        4,
        &[
            "4b57 619a 3028",
            "8a50 6792 b314",
            "7539 ba68 4120",
            "6521 7a0b 8943",
            "2b3a 1587 6490",
            "a425 8b91 0376",
        ],
    ),
];

/// Returns the rounds of a schedule, each with its tables of places. None for a field without a schedule.
pub fn covering(players: usize, seats: usize) -> Option<Vec<Vec<Vec<usize>>>> {
    let &(_, _, rounds) = SCHEDULES.iter().find(|&&(size, large, _)| (size, large) == (players, seats))?;
    let table = |table: &str| table.chars().filter_map(|place| Some(place.to_digit(16)? as usize)).collect();
    Some(rounds.iter().map(|round| round.split(' ').map(table).collect()).collect())
}
