//! People who misbehave while others play: they hang up, crawl, flood, and never read what they are sent.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use game::Random;
use socket2::{Domain, Socket, Type};

use crate::club::{Answer, PATIENCE, Who};
use crate::evening::Evening;

/// Where they come from: an address of this machine that nobody else uses.
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// How many connections crawl, and how many streams are never read.
const SLOW: usize = 20;
/// They hang up within this time.
const LONGEST_WAIT: Duration = Duration::from_millis(4);
/// How long they rest between two requests, so that others have a core too.
const PAUSE: Duration = Duration::from_millis(3);

/// What they did.
#[derive(Default, Debug)]
pub(crate) struct Trouble {
    hang_ups: AtomicUsize,
    crawled: AtomicUsize,
    flooded: AtomicUsize,
    unread: AtomicUsize,
}

impl Trouble {
    /// Makes trouble at this server until the evening is over. The server may be away at times.
    pub(crate) fn begin<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        address: SocketAddr,
        evening: &'scope Evening,
    ) {
        scope.spawn(move || self.hang_up(address, evening));
        scope.spawn(move || self.crawl(address, evening));
        scope.spawn(move || self.flood(address, evening));
        scope.spawn(move || self.read_nothing(address, evening));
    }

    /// Fails if one of them did nothing.
    pub(crate) fn check(&self) {
        println!("{self:?}");
        for count in [&self.hang_ups, &self.crawled, &self.flooded, &self.unread] {
            assert!(count.load(Ordering::SeqCst) >= SLOW, "{self:?}");
        }
    }

    /// Creates tables against bots, and hangs up before the answer.
    fn hang_up(&self, address: SocketAddr, evening: &Evening) {
        let mut random = Random::new(1);
        let mut guest = None;
        while !evening.is_over() {
            thread::sleep(PAUSE);
            let Some(who) = guest.take().or_else(|| become_guest(address)) else { continue };
            let body = r#"{"game":"siesta","seats":["me",{"bot":1}]}"#;
            if let Some(stream) = send(address, "POST", "/api/v1/tables", Some(&who), body) {
                let (sent, wait) = (Instant::now(), LONGEST_WAIT * random.below(101) / 100);
                while sent.elapsed() < wait {
                    std::hint::spin_loop();
                }
                drop(stream);
                self.hang_ups.fetch_add(1, Ordering::SeqCst);
            }
            // A new guest now and then, because each may have only so many tables.
            guest = Some(who).filter(|_| random.below(15) > 0);
        }
    }

    /// Sends requests byte by byte.
    fn crawl(&self, address: SocketAddr, evening: &Evening) {
        let mut streams = Vec::new();
        while !evening.is_over() {
            while streams.len() < SLOW
                && let Some(stream) = connect(address)
            {
                streams.push(stream);
                self.crawled.fetch_add(1, Ordering::SeqCst);
            }
            streams.retain_mut(|stream| stream.write_all(b"G").is_ok());
            thread::sleep(10 * PAUSE);
        }
    }

    /// Asks for pages and becomes guest after guest.
    fn flood(&self, address: SocketAddr, evening: &Evening) {
        while !evening.is_over() {
            let page = send(address, "GET", "/", None, "");
            let answered = page.and_then(|mut stream| Answer::read(&mut stream)).is_some();
            let guest = become_guest(address).is_some();
            self.flooded.fetch_add(usize::from(answered) + usize::from(guest), Ordering::SeqCst);
            thread::sleep(PAUSE);
        }
    }

    /// Opens streams and never reads them.
    fn read_nothing(&self, address: SocketAddr, evening: &Evening) {
        while !evening.is_over() {
            let Some(who) = become_guest(address) else { continue };
            let open = |_| send(address, "GET", "/api/v1/me/stream", Some(&who), "");
            let streams: Vec<TcpStream> = (0..SLOW).filter_map(open).collect();
            self.unread.fetch_add(streams.len(), Ordering::SeqCst);
            thread::sleep(100 * PAUSE);
        }
    }
}

fn connect(address: SocketAddr) -> Option<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::new(ELSEWHERE, 0).into()).unwrap();
    socket.connect(&address.into()).ok()?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    Some(stream)
}

/// Sends a request, and does not wait for the answer.
fn send(address: SocketAddr, method: &str, path: &str, who: Option<&Who>, body: &str) -> Option<TcpStream> {
    let mut stream = connect(address)?;
    let cookie = who.and_then(|who| who.cookie.as_deref()).unwrap_or("nobody=1");
    let head =
        format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n");
    let body = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).ok()?;
    Some(stream)
}

fn become_guest(address: SocketAddr) -> Option<Who> {
    let mut stream = send(address, "POST", "/api/v1/guests", None, "")?;
    let answer = Answer::read(&mut stream).filter(|answer| answer.status == 201)?;
    Some(Who::by_cookie(&answer))
}
