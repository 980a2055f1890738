//! `sobremesa sheet`: prints or checks the printed values of ¡No Siesta!.

use std::io::Write;

use anyhow::anyhow;
use no_siesta::{Provenance, Sheet};

use crate::args::SheetCommand;
use crate::input;

pub(crate) fn run(command: &SheetCommand, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        SheetCommand::Print => write!(out, "{}", Sheet::standard())?,
        SheetCommand::Check { file } => {
            let sheet = Sheet::parse(&input::read_text(file)?)
                .map_err(|error| anyhow!("{}: {error}", file.display()))?;
            let known =
                |provenance| sheet.entries().iter().filter(|entry| entry.provenance == provenance).count();
            writeln!(out, "The sheet is valid. Its fingerprint is {}.", sheet.fingerprint())?;
            writeln!(
                out,
                "{} entries: {} stated, {} implied, {} reconstructed.",
                sheet.entries().len(),
                known(Provenance::Stated),
                known(Provenance::Implied),
                known(Provenance::Reconstructed)
            )?;
            for entry in sheet.entries() {
                let standard = Sheet::standard().entries().iter().find(|other| other.name == entry.name);
                match standard {
                    Some(standard) if standard.value == entry.value => {}
                    Some(standard) => {
                        writeln!(out, "{}: {} (standard: {})", entry.name, entry.value, standard.value)?;
                    }
                    None => writeln!(out, "{}: {} (not in the standard sheet)", entry.name, entry.value)?,
                }
            }
        }
    }
    Ok(())
}
