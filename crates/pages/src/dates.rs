//! Days as people write them.

use club::Time;
use maud::{Markup, html};

use super::words::Words;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Year, month and day of a moment, in UTC, by the Gregorian calendar.
fn civil(time: Time) -> (u64, u64, u64) {
    // Eras of 400 years that begin in March, so that a leap day is the last of its year.
    let days = time.0 / DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, date)
}

/// The day of a moment, in words.
pub fn day(words: Words, time: Time) -> Markup {
    let (year, month, day) = civil(time);
    let name = words.say(&format!("month-{month}"));
    let text = words.with(
        "date",
        [("day", day.to_string().into()), ("month", name.into()), ("year", year.to_string().into())],
    );
    html! { time datetime=(format!("{year:04}-{month:02}-{day:02}")) { (text) } }
}

#[cfg(test)]
mod tests {
    use super::super::words::Language;
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, (1970, 1, 1)),
            (951_782_399, (2000, 2, 28)),
            (951_782_400, (2000, 2, 29)),
            (951_868_800, (2000, 3, 1)),
            (1_709_164_800, (2024, 2, 29)),
            (1_798_761_599, (2026, 12, 31)),
            (1_798_761_600, (2027, 1, 1)),
            (4_107_542_400, (2100, 3, 1)),
        ] {
            assert_eq!(civil(Time(seconds * 1000)), expected, "{seconds}");
        }
    }

    #[test]
    fn every_language_writes_them_its_own_way() {
        let said = Language::ALL.map(|language| day(Words(language), Time(951_782_400_000)).into_string());
        for (said, text) in said.iter().zip([
            "29 February 2000",
            "29 février 2000",
            "29. Februar 2000",
            "29 de febrero de 2000",
        ]) {
            assert_eq!(said, &format!("<time datetime=\"2000-02-29\">{text}</time>"));
        }
    }
}
