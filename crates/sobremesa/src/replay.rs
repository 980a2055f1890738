//! `sobremesa replay`: prints a record of either game step by step.

use std::io::Write;

use crate::args::{GameOf, ReplayArgs};
use crate::games::{no_siesta, siesta};

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let (bytes, game) = args.record.read()?;
    match game {
        GameOf::Siesta => siesta::replay::run(args, &bytes, out),
        GameOf::NoSiesta => no_siesta::replay::run(args, &bytes, out),
    }
}
