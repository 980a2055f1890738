//! What the engine thinks of turns, in words.

use bots::analysis::{Examined, Verdict};
use maud::{Markup, html};

use crate::words::{Language, Words};

/// A margin with its sign and one decimal place.
pub(crate) fn margin(words: Words, margin: f32) -> String {
    let text = decimal(words, margin.abs());
    let sign = if margin > -0.05 { '+' } else { '−' };
    format!("{sign}{text}")
}

/// A number with one decimal place, written as the language does.
fn decimal(words: Words, number: f32) -> String {
    let text = format!("{number:.1}");
    match words.0 {
        Language::English => text,
        Language::French | Language::German | Language::Spanish => text.replace('.', ","),
    }
}

/// The symbol of a verdict.
fn sign<A>(examined: &Examined<A>) -> &'static str {
    if examined.forced {
        return "□";
    }
    match examined.verdict() {
        Verdict::Best => "★",
        Verdict::Good => "✓",
        Verdict::Inaccuracy => "?!",
        Verdict::Mistake => "?",
        Verdict::Blunder => "??",
    }
}

/// The CSS class of a verdict, and the last part of its message key.
fn class<A>(examined: &Examined<A>) -> String {
    if examined.forced { "forced".to_owned() } else { examined.verdict().to_string() }
}

/// The verdict on a turn in a word or two.
fn verdict<A>(words: Words, examined: &Examined<A>) -> String {
    words.say(&format!("verdict-{}", class(examined)))
}

/// The verdict on a turn as a symbol, for lists.
pub(crate) fn verdict_mark<A>(words: Words, examined: &Examined<A>) -> Markup {
    let verdict = verdict(words, examined);
    html! {
        span.{ "verdict " (class(examined)) } title=(verdict) {
            span aria-hidden="true" { (sign(examined)) }
            span.hidden { (verdict) }
        }
    }
}

/// The verdict on a turn, the points that it lost, and a sentence about what is expected after it.
pub(crate) fn verdict_line<A>(words: Words, examined: &Examined<A>, expects: &str) -> Markup {
    html! {
        p { span.{ "verdict " (class(examined)) } { span aria-hidden="true" { (sign(examined)) " " } (verdict(words, examined)) }
            @if examined.loss > Verdict::Best.most_lost() && !examined.forced {
                " " (words.with("verdict-loses", [("points", decimal(words, examined.loss).into())]))
            }
            " " (expects) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_written_as_the_language_has_them() {
        let (english, german) = (Words(Language::English), Words(Language::German));
        for (number, point, comma) in
            [(3.24, "+3.2", "+3,2"), (-1.0, "−1.0", "−1,0"), (0.0, "+0.0", "+0,0"), (-0.01, "+0.0", "+0,0")]
        {
            assert_eq!((margin(english, number).as_str(), margin(german, number).as_str()), (point, comma));
        }
    }

    #[test]
    fn every_verdict_has_words_in_every_language() {
        for language in Language::ALL {
            for verdict in Verdict::ALL {
                assert!(
                    Words(language).find(&format!("verdict-{verdict}")).is_some(),
                    "{language:?} {verdict}"
                );
            }
        }
    }
}
