//! The duel of `examples/rollback`, played by two processes with GGRS over UDP on this machine, through sockets that lose, delay
//! and reorder packets. `cargo run` plays 10,000 frames in two processes and compares their hashes; `cargo run -- 500` plays 500.
#![allow(clippy::print_stdout)]

#[path = "../../rollback/duel.rs"]
mod duel;
mod lossy;
mod peer;
mod side;

use std::error::Error;
use std::net::{Ipv4Addr, UdpSocket};
use std::process::{Command, Stdio};

const FRAMES: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [] => both(FRAMES),
        [frames] => both(at_least_ten(frames)?),
        // One side: its number, its port, the port of the other side, and the number of frames.
        [me, port, other, frames] => {
            let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, port.parse()?))?;
            let me = me.parse().ok().filter(|&me| me < 2).ok_or("the player is 0 or 1")?;
            side::play(me, socket, (Ipv4Addr::LOCALHOST, other.parse()?).into(), at_least_ten(frames)?)
        }
        _ => Err("usage: kasuri-ggrs [FRAMES], or kasuri-ggrs PLAYER PORT OTHER_PORT FRAMES".into()),
    }
}

fn at_least_ten(frames: &str) -> Result<usize, Box<dyn Error>> {
    let frames = frames.parse().ok().filter(|&frames| (10..=1_000_000).contains(&frames));
    frames.ok_or_else(|| "the number of frames is from 10 to 1,000,000".into())
}

/// Starts both sides as processes, and compares what they print.
fn both(frames: usize) -> Result<(), Box<dyn Error>> {
    let ports = [free_port()?, free_port()?];
    let start = |me: usize| {
        let mut side = Command::new(std::env::current_exe()?);
        side.args([me, usize::from(ports[me]), usize::from(ports[1 - me]), frames].map(|x| x.to_string()));
        side.stdout(Stdio::piped()).spawn()
    };
    let sides = [start(0)?, start(1)?];
    let mut told = Vec::new();
    for side in sides {
        let output = side.wait_with_output()?;
        if !output.status.success() {
            return Err(format!("a side ended with {}", output.status).into());
        }
        told.push(String::from_utf8(output.stdout)?);
    }
    print!("{}", told[0]);
    if told[0] != told[1] {
        return Err(format!("the other side says:\n{}", told[1]).into());
    }
    println!("both sides agree");
    Ok(())
}

/// Returns a port that no one uses now.
fn free_port() -> std::io::Result<u16> {
    Ok(UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
