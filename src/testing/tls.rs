//! A server whose certificate nobody has signed but itself.

use std::io::Read as _;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustls::{ServerConfig, ServerConnection, Stream};

/// A server at `localhost` that takes one connection.
pub struct UntrustedServer {
    pub address: SocketAddr,
    received: Receiver<usize>,
}

impl UntrustedServer {
    pub fn open() -> UntrustedServer {
        drop(rustls::crypto::ring::default_provider().install_default());
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let key = own.signing_key.serialize_der().try_into().expect("a key");
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![own.cert.der().clone()], key)
            .expect("a configuration");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, received) = channel();
        thread::spawn(move || {
            let (mut socket, _) = listener.accept().expect("a connection");
            let mut connection = ServerConnection::new(Arc::new(config)).expect("a connection");
            let mut bytes = [0; 512];
            // The client ends the handshake.
            let count = Stream::new(&mut connection, &mut socket).read(&mut bytes).unwrap_or_default();
            let _ = sender.send(count);
        });
        UntrustedServer { address, received }
    }

    /// Bytes that the client has sent through the encrypted connection.
    pub fn received(self) -> usize {
        self.received.recv_timeout(Duration::from_secs(30)).expect("a client")
    }
}
