// SPDX-License-Identifier: GPL-2.0-or-later
// As progs/calls/mangled.cc.
mod shop {
    pub struct Cart<T>(pub Vec<T>);
    impl<T: Copy> Cart<T> {
        #[inline(never)]
        pub fn fill(&mut self, item: T, items: usize) {
            self.0.reserve_exact(items);
            for _ in 0..items {
                self.0.push(std::hint::black_box(item));
            }
        }
    }
}

fn main() {
    let mut cart = shop::Cart(Vec::new());
    cart.fill(7u32, 50001);
    assert_eq!(cart.0.len(), 50001);
}
