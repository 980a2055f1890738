//! A bot for Siesta in under sixty lines: `cargo run --example bot -- http://127.0.0.1:7070 TOKEN [match]`.
//! It accepts invitations, asks for quick matches if told to, and plays what gains most over the others.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};
use siesta::{Position, ScoredTurn};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [server, token, wish @ ..] = &args[..] else { return Err("bot SERVER TOKEN [match]".into()) };
    let (api, bearer) = (format!("{server}/api/v1"), format!("Bearer {token}"));
    // A refusal is an answer like any other: the table went on, and a notice will tell.
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let get = |path: &str| -> Result<_> {
        let answer = agent.get(format!("{api}{path}")).header("authorization", &bearer).call()?;
        Ok(BufReader::new(answer.into_body().into_reader()))
    };
    let post = |path: &str, said: Value| -> Result<()> {
        let request = agent.post(format!("{api}{path}")).header("authorization", &bearer);
        let answer = request.content_type("application/json").send(said.to_string())?;
        println!("{path} {said}: {}", answer.status());
        Ok(())
    };
    let quick = || wish.iter().try_for_each(|_| post("/match", json!({ "game": "siesta", "players": 2 })));
    // The last notice that was dealt with. After 0 come all that are still of interest, so that neither a
    // bot nor a server that was restarted misses a turn.
    let mut last = 0;
    let mut play = || -> Result<()> {
        quick()?;
        for line in get(&format!("/me/stream?after={last}"))?.lines() {
            let Ok(notice) = serde_json::from_str::<Value>(&line?) else { continue }; // a sign of life
            let path = format!("/tables/{}", notice["table"].as_str().ok_or_else(|| notice.to_string())?);
            let table: Value = serde_json::from_reader(get(&path)?)?;
            match notice["notice"].as_str() {
                Some("your-turn") => {
                    let position: Position = table["game"]["position"].as_str().unwrap_or("").parse()?;
                    let me = position.mover();
                    let sum = |gains: &[u8]| gains.iter().map(|gain| i32::from(*gain)).sum::<i32>();
                    let worth =
                        |turn: &ScoredTurn| 2 * i32::from(turn.gains[me]) - sum(turn.gains.as_slice());
                    let turn = position.scored_turns().into_iter().max_by_key(worth).ok_or("no turn")?.turn;
                    post(&format!("{path}/play"), json!({ "seq": table["seq"], "move": turn.to_string() }))?;
                }
                Some("invitation") => post(&format!("{path}/join"), json!({}))?,
                Some("game-over") => quick()?,
                Some(_) | None => {}
            }
            last = notice["id"].as_u64().unwrap_or(last);
        }
        Ok(())
    };
    loop {
        play().unwrap_or_else(|error| eprintln!("{error}; trying again"));
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}
