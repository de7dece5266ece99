// SPDX-License-Identifier: GPL-2.0-or-later
// Four threads of Rust, each of which adds to a number beside those of the others: meet ROUNDS.
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

#[repr(align(64))]
struct Own([AtomicU64; 4]);

static OWN: Own = Own([AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)]);

fn work(number: usize, rounds: u64) {
    for _ in 0..rounds {
        let now = OWN.0[number].load(Ordering::Relaxed);
        OWN.0[number].store(now + 1, Ordering::Relaxed);
    }
}

fn main() {
    let rounds: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let threads: Vec<_> = (0..4).map(|i| thread::spawn(move || work(i, rounds))).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    println!("{}", OWN.0.iter().map(|x| x.load(Ordering::Relaxed)).sum::<u64>());
}
