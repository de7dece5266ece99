// SPDX-License-Identifier: GPL-2.0-or-later
// As layout.c, in Rust.
#[repr(C)]
pub struct Item {
    pub key: u64,
    pub small: u8,
    pub pair: (u32, u32),
    pub list: [u16; 5],
}
#[no_mangle]
pub static mut ITEMS: [Item; 3] = [
    Item { key: 1, small: 2, pair: (3, 4), list: [5; 5] },
    Item { key: 1, small: 2, pair: (3, 4), list: [5; 5] },
    Item { key: 1, small: 2, pair: (3, 4), list: [5; 5] },
];
#[no_mangle]
#[inline(never)]
pub fn use_key(items: &[Item]) -> u64 {
    items.iter().map(|i| i.key).sum()
}
#[no_mangle]
#[inline(never)]
pub fn use_small(item: &Item) -> u8 {
    item.small
}
fn main() {
    unsafe {
        let start = std::ptr::addr_of!(ITEMS) as usize;
        let item = std::mem::size_of::<Item>();
        let ask = |at: usize, field: &str| println!("variable {:#x} => layout::ITEMS {} {} {}", at, start, 3 * item, field);
        let one = &*(std::ptr::addr_of!(ITEMS[1]));
        ask(&one.key as *const _ as usize, "[].key");
        ask(&one.small as *const _ as usize, "[].small");
        ask(&one.pair.1 as *const _ as usize, "[].pair.__1");
        ask(&one.list[4] as *const _ as usize, "[].list[]");
        let items = &*std::ptr::addr_of!(ITEMS);
        eprintln!("{}", use_key(items) + use_small(one) as u64);
    }
}
