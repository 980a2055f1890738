//! Several servers and workers on one PostgreSQL and one NATS, behind a plain load balancer.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use tempfile::TempDir;

use crate::club::Club;
use crate::services::free_port;

/// A server that can be killed and opened again at the same address.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    folder: Arc<TempDir>,
    args: Vec<String>,
    club: Option<Club>,
}

impl Server {
    /// A server of the club with these options.
    pub(crate) fn open(args: &[&str]) -> Self {
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        let mut server = Self { address, folder: Arc::new(TempDir::new().unwrap()), args, club: None };
        server.start();
        server
    }

    pub(crate) fn start(&mut self) {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        self.club = Some(Club::open_in(Arc::clone(&self.folder), &self.address.to_string(), &args));
    }

    pub(crate) fn kill(&mut self) {
        self.club.take().unwrap().kill();
    }

    /// Asks the server to stop; returns it while it is stopping.
    pub(crate) fn stopping(&mut self) -> Club {
        let club = self.club.take().unwrap();
        club.signal("TERM");
        club
    }

    pub(crate) fn club(&self) -> &Club {
        self.club.as_ref().unwrap()
    }
}

/// A load balancer: gives each connection to the next server that accepts it.
pub(crate) struct Balancer {
    pub(crate) address: SocketAddr,
    servers: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Balancer {
    pub(crate) fn open(servers: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let servers = Arc::new(Mutex::new(servers));
        let theirs = Arc::clone(&servers);
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, servers) = (client.unwrap(), theirs.lock().unwrap().clone());
                thread::spawn(move || carry(client, &servers));
            }
        });
        Self { address, servers }
    }

    /// Removes this server from the load balancer.
    pub(crate) fn leave_out(&self, server: SocketAddr) {
        self.servers.lock().unwrap().retain(|other| *other != server);
    }

    /// Adds this server to the load balancer again.
    pub(crate) fn take_in(&self, server: SocketAddr) {
        self.servers.lock().unwrap().push(server);
    }
}

fn carry(client: TcpStream, servers: &[SocketAddr]) {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let first = NEXT.fetch_add(1, Ordering::SeqCst);
    let order = (0..servers.len()).map(|place| servers[(first + place) % servers.len()]);
    // While all servers are down, the client sees that the connection is closed.
    let Some(server) = order.into_iter().find_map(|server| TcpStream::connect(server).ok()) else { return };
    let (from_client, to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let up = thread::spawn(move || pass_on(from_client, to_server));
    pass_on(server, client);
    up.join().unwrap();
}

/// Copies bytes until one side closes.
fn pass_on(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 8192];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Read);
    let _ = to.shutdown(Shutdown::Write);
}
