//! Engines by name: built-in bots, levels and programs.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use bots::{Level, Limits};

use super::contest::Contest;

/// The limit if none is given, except for levels, which have their own.
const DEFAULT_LIMIT: Limit = Limit::Time(100);

/// The limit of an engine for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    /// Milliseconds.
    Time(u64),
    /// Positions.
    Nodes(u64),
    /// For programs: whatever this level takes.
    Level(Level),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(ms) => write!(f, "time={ms}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Level(level) => write!(f, "level={level}"),
        }
    }
}

impl Limit {
    /// The limits for a built-in engine; `None` for a level, which only programs take.
    const fn limits(self) -> Option<Limits> {
        match self {
            Self::Time(ms) => Some(Limits::time(Duration::from_millis(ms))),
            Self::Nodes(nodes) => Some(Limits::nodes(nodes)),
            Self::Level(_) => None,
        }
    }

    /// Reads `time=MS`, `nodes=N` or `level=L`; `None` if the text has another form.
    fn read(text: &str) -> Option<anyhow::Result<Self>> {
        let (word, number) = text.split_once('=')?;
        let whole = |of: fn(u64) -> Self| {
            let number = number.parse().ok().filter(|number| *number > 0);
            number.map(of).with_context(|| format!("`@{text}`: {word} is a whole number above 0"))
        };
        match word {
            "time" => Some(whole(Self::Time)),
            "nodes" => Some(whole(Self::Nodes)),
            "level" => Some(number.parse().map(Self::Level).map_err(|error| anyhow!("`@{text}`: {error}"))),
            _ => None,
        }
    }
}

/// A kind of engine.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind<B> {
    /// A built-in bot with its limits.
    BuiltIn(B, Limits),
    /// A command with its arguments, and the limit for `go`.
    Program(Vec<String>, Limit),
}

/// An engine with its limit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Engine<B> {
    pub(super) kind: Kind<B>,
    /// The name as it was given, with the limit.
    pub(super) name: String,
}

/// Reads the name of an engine, with its own limit after an `@` if it has one.
pub(super) fn read<R: Contest>(text: &str, usual: Option<Limit>) -> anyhow::Result<Engine<R::Bot>> {
    let split = text.rsplit_once('@').and_then(|(name, limit)| Some((name, Limit::read(limit)?)));
    let (name, own) = match split {
        Some((name, limit)) => (name, Some(limit.with_context(|| text.to_owned())?)),
        None => (text, None),
    };
    if let Some(command) = name.strip_prefix("cmd:") {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        ensure!(!words.is_empty(), "{text}: a command is missing after cmd:, like cmd:./my-engine");
        let limit = own.or(usual).unwrap_or(DEFAULT_LIMIT);
        return Ok(Engine { kind: Kind::Program(words, limit), name: format!("{name}@{limit}") });
    }
    let (bot, is_level) = built_in::<R>(name)?;
    if own.is_some_and(|limit| limit.limits().is_none()) {
        bail!("{text}: only a program takes a level as its limit; the built-in levels are 1 to 8");
    }
    let usual = usual.filter(|limit| limit.limits().is_some()).or((!is_level).then_some(DEFAULT_LIMIT));
    let limit = own.or(usual);
    let name = limit.map_or(name.to_owned(), |limit| format!("{name}@{limit}"));
    Ok(Engine { kind: Kind::BuiltIn(bot, limit.and_then(Limit::limits).unwrap_or_default()), name })
}

/// A built-in engine, and whether it is a level.
fn built_in<R: Contest>(name: &str) -> anyhow::Result<(R::Bot, bool)> {
    let bare = name.strip_prefix("level:").unwrap_or(name);
    if let Ok(level) = bare.parse::<Level>() {
        let bot = level.number().to_string().parse().map_err(|error| anyhow!("{name}: {error}"))?;
        return Ok((bot, true));
    }
    let bot = name.parse().map_err(|error| anyhow!("{name}: {error}; a program is cmd:COMMAND"))?;
    Ok((bot, false))
}

#[cfg(test)]
mod tests {
    use bots::siesta::Bot;

    use super::*;

    fn engine(text: &str, usual: Option<Limit>) -> Result<Engine<Bot>, String> {
        read::<siesta::Position>(text, usual).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn an_engine_has_its_own_limit_or_the_usual_one() {
        for (text, name) in [
            ("greedy", "greedy@nodes=500"),
            ("greedy@time=20", "greedy@time=20"),
            ("level:5", "level:5@nodes=500"),
            ("cmd:foo -x@time=50", "cmd:foo -x@time=50"),
            ("cmd:foo a@b", "cmd:foo a@b@nodes=500"),
            ("cmd:foo@level=3", "cmd:foo@level=3"),
        ] {
            assert_eq!(engine(text, Some(Limit::Nodes(500))).unwrap().name, name);
        }
        let program = engine("cmd:foo -x@time=50", None).unwrap().kind;
        assert_eq!(program, Kind::Program(vec!["foo".to_owned(), "-x".to_owned()], Limit::Time(50)));
    }

    #[test]
    fn without_any_limit_levels_think_as_they_do_at_a_table() {
        let master = Kind::BuiltIn(Bot::Level(Level::STRONGEST), Limits::default());
        for name in ["8", "level:8", "Master", "master"] {
            assert_eq!(engine(name, None).unwrap().kind, master, "{name}");
        }
        assert_eq!(engine("8", None).unwrap().name, "8");
        let level = Some(Limit::Level(Level::WEAKEST));
        for usual in [None, level] {
            assert_eq!(engine("greedy", usual).unwrap().name, "greedy@time=100");
        }
        assert_eq!(engine("cmd:foo", level).unwrap().name, "cmd:foo@level=1");
    }

    #[test]
    fn what_is_wrong_with_an_engine_is_said() {
        for (text, said) in [
            ("clever", "clever: the bots are random, greedy, "),
            ("clever", "; a program is cmd:COMMAND"),
            ("9", "9: the bots are random, greedy, "),
            ("greedy@time=0", "greedy@time=0: `@time=0`: time is a whole number above 0"),
            ("greedy@level=3", "only a program takes a level as its limit"),
            ("cmd:foo@level=9", "cmd:foo@level=9: `@level=9`: the levels are 1 to 8"),
            ("cmd:", "cmd:: a command is missing after cmd:, like cmd:./my-engine"),
        ] {
            let error = engine(text, None).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
