// SPDX-License-Identifier: GPL-2.0-or-later
//
// A panic leaves 20 frames and is caught, 50 times; and a closure is called through a function of the library:
//
//     panics::main -> panics::catcher -> panics::spot
//     panics::main -> panics::mapper -> the closure -> panics::spot
use std::hint::black_box;
use std::panic;

#[inline(never)]
fn spot(count: &mut u64) {
    *count = black_box(*count + 1);
}

#[inline(never)]
fn thrower(levels: u64) -> u64 {
    if black_box(levels) == 0 {
        panic!("thrown");
    }
    black_box(thrower(levels - 1)) + 1
}

#[inline(never)]
fn catcher(count: &mut u64) {
    for _ in 0..50 {
        if panic::catch_unwind(|| thrower(20)).is_err() {
            spot(count);
        }
    }
}

#[inline(never)]
fn mapper(count: &mut u64) {
    let make = |_| Box::new(|count: &mut u64| spot(count)) as Box<dyn Fn(&mut u64)>;
    let calls: Vec<Box<dyn Fn(&mut u64)>> = (0..30).map(make).collect();
    for call in black_box(&calls) {
        call(count);
    }
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let mut count = 0;
    catcher(&mut count);
    mapper(&mut count);
    println!("{}", count);
}
