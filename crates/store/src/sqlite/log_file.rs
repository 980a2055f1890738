//! Looks at the write-ahead log before SQLite does.
//!
//! SQLite reads the log up to the first frame whose checksum is wrong, and takes it for the end: what comes after is
//! dropped without a word. That is right for a transaction that a power cut has torn, and wrong for a log that is
//! damaged in its middle. The format: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::files::with_suffix;

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// The first number of the file; the lowest bit says that checksums are over big-endian words.
const MAGIC: u32 = 0x377f_0682;
const MIN_PAGE_BYTES: u32 = 512;
const MAX_PAGE_BYTES: u32 = 65_536;

/// Where a log breaks off, and what lies behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogBreak {
    /// How many commits can be read before the break.
    pub readable_commits: u64,
    /// The first frame that cannot be read; frames are counted from 1, and 0 is the header of the file.
    pub frame: u64,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// How many frames of the same log lie there or behind, and cannot be read because of the break.
    pub frames_behind: u64,
    /// How many of them end a commit.
    pub commits_behind: u64,
}

impl fmt::Display for LogBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { readable_commits, frame, offset, frames_behind, commits_behind } = self;
        write!(
            f,
            "{readable_commits} commits can be read, then frame {frame} at byte {offset} cannot; behind the break lie \
             {frames_behind} frames with {commits_behind} commits"
        )
    }
}

impl LogBreak {
    /// Whether it can come from a power cut, which tears the last transaction at most: all before it were on the disk when
    /// it began. The disk may have written its last frame before the others.
    pub(super) fn is_torn_end(&self) -> bool {
        self.commits_behind <= 1
    }
}

/// The log of a database.
pub(super) fn log_file(database: &Path) -> PathBuf {
    with_suffix(database, "-wal")
}

/// Where the log of a database breaks off; `None` if there is no log, or if all of it can be read. Nobody may write to the
/// database meanwhile.
pub(super) fn find_break(database: &Path) -> io::Result<Option<LogBreak>> {
    match File::open(log_file(database)) {
        Ok(file) => inspect(&mut BufReader::with_capacity(1 << 20, file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Two sums over words, each of which every word changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Checksum(u32, u32);

impl Checksum {
    /// The sums after more bytes, whose number is a multiple of eight.
    fn add(self, bytes: &[u8], big_endian: bool) -> Self {
        let word = |bytes: &[u8]| {
            let bytes: [u8; 4] = std::array::from_fn(|place| bytes[place]);
            if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
        };
        bytes.chunks_exact(8).fold(self, |Self(one, two), pair| {
            let one = one.wrapping_add(word(&pair[..4])).wrapping_add(two);
            let two = two.wrapping_add(word(&pair[4..])).wrapping_add(one);
            Self(one, two)
        })
    }
}

fn number(bytes: &[u8], place: usize) -> u32 {
    u32::from_be_bytes(std::array::from_fn(|byte| bytes[place + byte]))
}

fn checksum(bytes: &[u8], place: usize) -> Checksum {
    Checksum(number(bytes, place), number(bytes, place + 4))
}

/// The header of the file.
struct Header {
    big_endian: bool,
    page_bytes: u32,
    /// Drawn anew whenever the log begins again at its start, so that older frames are not taken for newer ones.
    salts: [u8; 8],
    checksum: Checksum,
    is_valid: bool,
}

impl Header {
    fn read(bytes: &[u8; HEADER_BYTES]) -> Self {
        let magic = number(bytes, 0);
        let big_endian = magic & 1 == 1;
        let page_bytes = number(bytes, 8);
        let sum = Checksum(0, 0).add(&bytes[..24], big_endian);
        let is_page = page_bytes.is_power_of_two() && (MIN_PAGE_BYTES..=MAX_PAGE_BYTES).contains(&page_bytes);
        Self {
            big_endian,
            page_bytes,
            salts: std::array::from_fn(|place| bytes[16 + place]),
            checksum: sum,
            is_valid: magic & !1 == MAGIC && is_page && sum == checksum(bytes, 24),
        }
    }
}

fn inspect(log: &mut impl Read) -> io::Result<Option<LogBreak>> {
    let mut bytes = [0; HEADER_BYTES];
    if !fill(log, &mut bytes)? {
        return Ok(None);
    }
    let header = Header::read(&bytes);
    if header.is_valid { inspect_frames(log, &header) } else { inspect_headless(log) }
}

fn inspect_frames(log: &mut impl Read, header: &Header) -> io::Result<Option<LogBreak>> {
    let mut frame = vec![0; FRAME_HEADER_BYTES + header.page_bytes as usize];
    let mut sum = header.checksum;
    let (mut commits, mut found) = (0, None::<LogBreak>);
    for place in 1.. {
        if !fill(log, &mut frame)? {
            break;
        }
        let is_commit = number(&frame, 4) != 0;
        // A frame of other salts is left from before the log began again. Where the log ends such frames follow; after a
        // break they are skipped, as only the salts may be damaged.
        let is_current = frame[8..16] == header.salts;
        if let Some(found) = &mut found {
            found.frames_behind += u64::from(is_current);
            found.commits_behind += u64::from(is_current && is_commit);
            continue;
        }
        sum = sum.add(&frame[..8], header.big_endian).add(&frame[FRAME_HEADER_BYTES..], header.big_endian);
        if is_current && number(&frame, 0) != 0 && sum == checksum(&frame, 16) {
            commits += u64::from(is_commit);
            continue;
        }
        found = Some(LogBreak {
            readable_commits: commits,
            frame: place,
            offset: HEADER_BYTES as u64 + (place - 1) * frame.len() as u64,
            frames_behind: u64::from(is_current),
            commits_behind: u64::from(is_current && is_commit),
        });
    }
    // If nothing behind it belongs to this log, that was its end.
    Ok(found.filter(|found| found.frames_behind > 0))
}

/// A log whose header is damaged. SQLite reads nothing of it. How many commits it has is counted by the salts of its first
/// frame, for each size of pages that is possible.
fn inspect_headless(log: &mut impl Read) -> io::Result<Option<LogBreak>> {
    let mut rest = Vec::new();
    log.read_to_end(&mut rest)?;
    let Some(salts) = rest.get(8..16) else { return Ok(None) };
    let behind = |page: usize| {
        let mut found =
            LogBreak { readable_commits: 0, frame: 0, offset: 0, frames_behind: 0, commits_behind: 0 };
        for frame in rest.chunks_exact(FRAME_HEADER_BYTES + page).filter(|frame| frame[8..16] == *salts) {
            found.frames_behind += 1;
            found.commits_behind += u64::from(number(frame, 4) != 0);
        }
        found
    };
    let pages = (MIN_PAGE_BYTES.ilog2()..=MAX_PAGE_BYTES.ilog2()).map(|power| 1 << power);
    let found = pages.map(behind).max_by_key(|found| found.frames_behind);
    Ok(found.filter(|found| found.frames_behind > 0))
}

/// Fills the buffer; false if the file ends before.
fn fill(log: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match log.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use tempfile::TempDir;

    use super::*;

    const COMMITS: u64 = 20;

    /// A database all of whose commits are in its log.
    struct Club {
        folder: TempDir,
        connection: Connection,
        file: Vec<u8>,
        log: Vec<u8>,
    }

    impl Club {
        fn new(page_bytes: u32) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let database = folder.path().join("club.db");
            let connection = Connection::open(&database).unwrap();
            connection
                .execute_batch(&format!(
                    "PRAGMA page_size = {page_bytes}; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; \
                     CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT)"
                ))
                .unwrap();
            for number in 1..COMMITS.cast_signed() {
                connection.execute("INSERT INTO numbers VALUES (?, zeroblob(700))", [number]).unwrap();
            }
            let (file, log) =
                (std::fs::read(&database).unwrap(), std::fs::read(log_file(&database)).unwrap());
            Self { folder, connection, file, log }
        }

        /// How many commits SQLite itself reads from this log.
        fn read_by_sqlite(&self, log: &[u8]) -> u64 {
            let copy = self.folder.path().join("copy.db");
            std::fs::write(&copy, &self.file).unwrap();
            std::fs::write(log_file(&copy), log).unwrap();
            let connection = Connection::open(&copy).unwrap();
            let rows = connection.query_row("SELECT count(*) FROM numbers", [], |row| row.get::<_, i64>(0));
            // The first commit creates the table.
            rows.map_or(0, |rows| rows.cast_unsigned() + 1)
        }
    }

    fn found(log: &[u8]) -> Option<LogBreak> {
        inspect(&mut &log[..]).unwrap()
    }

    #[test]
    fn a_whole_log_and_one_that_began_again_have_no_break() {
        for page_bytes in [512, 4096, 65_536] {
            let club = Club::new(page_bytes);
            assert_eq!(found(&club.log), None, "{page_bytes}");
            assert_eq!(club.read_by_sqlite(&club.log), COMMITS);
            club.connection
                .execute_batch("PRAGMA wal_checkpoint(RESTART); DELETE FROM numbers WHERE number = 1")
                .unwrap();
            let again = std::fs::read(club.folder.path().join("club.db-wal")).unwrap();
            assert!(
                again.len() == club.log.len() && again != club.log,
                "older frames lie behind the newer ones"
            );
            assert_eq!(found(&again), None, "{page_bytes}");
        }
        assert_eq!(found(&[]), None);
        assert_eq!(find_break(Path::new("/nowhere/club.db")).unwrap(), None);
    }

    #[test]
    fn a_log_that_ends_early_has_no_break_wherever_it_ends() {
        let bytes = Club::new(512).log;
        for length in (0..bytes.len()).step_by(97) {
            assert!(found(&bytes[..length]).is_none_or(|found| found.commits_behind == 0), "{length}");
        }
    }

    #[test]
    fn every_damaged_byte_is_found_with_what_it_costs() {
        let bytes = Club::new(512).log;
        let frame_bytes = FRAME_HEADER_BYTES + 512;
        let is_commit = |frame: usize| number(&bytes, HEADER_BYTES + frame * frame_bytes + 4) != 0;
        let frames = (bytes.len() - HEADER_BYTES) / frame_bytes;
        let commits: Vec<bool> = (0..frames).map(is_commit).collect();
        assert_eq!(commits.iter().filter(|commit| **commit).count() as u64, COMMITS);
        for place in (HEADER_BYTES..bytes.len()).step_by(13) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            let frame = (place - HEADER_BYTES) / frame_bytes;
            let within = (place - HEADER_BYTES) % frame_bytes;
            let before = commits[..frame].iter().filter(|commit| **commit).count() as u64;
            let found = found(&damaged);
            // Of the last frame nothing is left by which it could be told from an older one.
            if frame + 1 == frames && (8..16).contains(&within) {
                assert_eq!(found, None, "{place}");
                continue;
            }
            let found = found.unwrap_or_else(|| panic!("byte {place} is damaged, and nobody notices"));
            assert_eq!((found.readable_commits, found.frame), (before, frame as u64 + 1), "{place}");
            assert!(found.commits_behind + before + 1 >= COMMITS, "{place}: {found}");
            assert_eq!(found.is_torn_end(), found.commits_behind <= 1);
        }
    }

    #[test]
    fn a_damaged_header_loses_the_whole_log_and_is_found() {
        let bytes = Club::new(4096).log;
        for place in 0..HEADER_BYTES {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            let found = found(&damaged).unwrap_or_else(|| panic!("byte {place}"));
            assert_eq!((found.readable_commits, found.commits_behind), (0, COMMITS), "{place}");
            assert!(!found.is_torn_end());
        }
    }

    #[test]
    fn sqlite_reads_exactly_the_commits_before_the_break() {
        let club = Club::new(4096);
        let frame_bytes = FRAME_HEADER_BYTES + 4096;
        for frame in [6, 9, 15] {
            let mut damaged = club.log.clone();
            damaged[HEADER_BYTES + frame * frame_bytes + 100] ^= 1;
            let found = found(&damaged).unwrap();
            assert_eq!(club.read_by_sqlite(&damaged), found.readable_commits, "{found}");
        }
    }
}
