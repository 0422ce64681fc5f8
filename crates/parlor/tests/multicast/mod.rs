//! Whether houses can find each other on this machine.

use std::{
    io::{self, Write},
    net::{Ipv4Addr, UdpSocket},
    time::Duration,
};

/// Whether a packet to the group of multicast DNS comes back over loopback; otherwise why not.
fn loopback_carries_multicast() -> io::Result<()> {
    const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
    let ear = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    ear.join_multicast_v4(&GROUP, &Ipv4Addr::LOCALHOST)?;
    ear.set_read_timeout(Some(Duration::from_secs(2)))?;
    // A socket bound to loopback sends from there.
    let mouth = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    mouth.send_to(b"hello", (GROUP, ear.local_addr()?.port()))?;
    ear.recv(&mut [0; 16]).map(drop)
}

/// Whether `what` cannot be tried here; says so on the real standard error, which the test harness does not swallow.
pub fn cannot_be_tried(what: &str) -> bool {
    let Err(error) = loopback_carries_multicast() else { return false };
    let _ = writeln!(io::stderr(), "SKIPPED: {what}: loopback carries no multicast ({error})");
    true
}
