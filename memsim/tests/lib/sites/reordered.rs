// SPDX-License-Identifier: GPL-2.0-or-later
// A structure whose members rustc puts in another order than that of the source; only two of them are used again.
struct Particle {
    id: u8,
    x: f64,
    alive: bool,
    v: f64,
    n: u32,
    name: [u8; 20],
}

#[inline(never)]
fn make_particles(n: usize) -> Vec<Particle> {
    let mut all = Vec::with_capacity(n);
    for i in 0..n {
        all.push(Particle { id: i as u8, x: i as f64, alive: i % 3 == 0, v: 1.0, n: i as u32, name: [0; 20] });
    }
    all
}

fn main() {
    let particles = make_particles(6000);
    let mut sum = 0.0;
    for _ in 0..4 {
        for p in &particles {
            sum += p.x * p.v;
        }
    }
    let last = particles.last().unwrap();
    println!("{} {} {} {} {}", sum, last.id, last.alive, last.n, last.name[0]);
}
