//! A short soak run.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod program;

use std::collections::BTreeMap;

use crate::program::{failure, out, run};

/// The number behind a label of the report.
fn number(report: &str, label: &str) -> u64 {
    let line = report.lines().find_map(|line| line.trim().strip_prefix(label));
    line.unwrap_or_else(|| panic!("no {label} in {report}")).trim().parse().unwrap()
}

/// How often each element is opened, and that all are closed in order.
fn elements(svg: &str) -> BTreeMap<String, usize> {
    let (mut open, mut counts) = (Vec::new(), BTreeMap::new());
    for tag in svg.split('<').skip(1).map(|rest| rest.split_once('>').unwrap().0) {
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).next().unwrap().to_owned();
        *counts.entry(name.clone()).or_default() += 1;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    counts
}

#[test]
fn honest_clients_are_served_beside_hostile_ones_and_lose_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("soak.svg");
    let report = out(&run(&["soak", "--minutes", "0.12", "--plot", plot.to_str().unwrap()]));
    assert!(number(&report, "honest requests") > 20, "{report}");
    assert_eq!(number(&report, "refused or not answered"), 0, "{report}");
    assert!(number(&report, "acknowledged moves") > 0, "{report}");
    assert_eq!(number(&report, "lost moves"), 0, "{report}");
    assert_eq!(number(&report, "doubled moves"), 0, "{report}");
    for attack in ["wrong passwords of a member", "hang-ups within 4 ms", "slow bodies"] {
        assert!(report.contains(attack), "{report}");
    }
    let elements = elements(&std::fs::read_to_string(&plot).unwrap());
    // Memory, descriptors, and two lines for each of four kinds of requests.
    assert_eq!(elements["polyline"], 10);
    assert_eq!(elements["svg"], 1);
}

#[test]
fn a_soak_run_uses_only_the_server_that_it_starts() {
    for args in [["--listen", "127.0.0.1:7070"], ["--data", "elsewhere"], ["--database", "postgres://x/y"]] {
        let (code, error) = failure(&run(&[&["soak", "--minutes", "0.05", "--"], &args[..]].concat()));
        assert_eq!(code, 1, "{error}");
        assert!(error.contains("multiple times") || error.contains("--database is not possible"), "{error}");
    }
}
