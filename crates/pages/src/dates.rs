//! Days as people write them.

use club::Time;
use maud::{Markup, html};
use time::{Date, UtcDateTime};

use crate::words::Words;

/// The day of a moment in UTC. A moment after the year 9999 is on its last day.
fn utc_date(time: Time) -> Date {
    let seconds = i64::try_from(time.0 / 1000).unwrap_or(i64::MAX);
    UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX).date()
}

/// The day of a moment in UTC, in words.
pub(crate) fn day(words: Words, time: Time) -> Markup {
    let (year, month, day) = utc_date(time).to_calendar_date();
    let month = u8::from(month);
    let name = words.say(&format!("month-{month}"));
    let text = words.with(
        "date",
        [("day", day.to_string().into()), ("month", name.into()), ("year", year.to_string().into())],
    );
    html! { time datetime=(format!("{year:04}-{month:02}-{day:02}")) { (text) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

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
            let (year, month, day) = utc_date(Time(seconds * 1000)).to_calendar_date();
            assert_eq!((year, u8::from(month), day), expected, "{seconds}");
        }
    }

    #[test]
    fn a_moment_out_of_range_is_on_the_last_day() {
        assert_eq!(utc_date(Time(u64::MAX)), Date::MAX);
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
