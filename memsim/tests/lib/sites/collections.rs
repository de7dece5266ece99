// SPDX-License-Identifier: GPL-2.0-or-later
// Collections of the standard library.  Each line with a word in capitals after // fills one.
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::rc::Rc;
struct Particle { id: u8, x: f64, alive: bool, v: f64, n: u32, name: [u8; 20] }
enum Shape { Circle(f64), Rect { w: f64, h: f64 }, Empty }
struct Node { key: u64, next: Option<Box<Node>>, small: u16, tag: u32 }
struct Person { age: u32, name: String, money: f64 }
fn rnd(s: &mut u64) -> u64 { *s ^= *s << 13; *s ^= *s >> 7; *s ^= *s << 17; *s }
fn list(n: u64) -> Option<Box<Node>> {
    let mut head = None;
    for i in 0..n { head = Some(Box::new(Node { key: i, next: head, small: i as u16, tag: 7 })); } // NODES
    head
}
#[inline(never)]
fn sum_counters(c: &Vec<AtomicU64>, s: &mut u64) -> u64 {
    let mut t = 0;
    for _ in 0..c.len() * 4 { let i = rnd(s) as usize % c.len(); t += c[i].fetch_add(1, Ordering::Relaxed); }
    t
}
fn main() {
    let n: usize = 6000;
    let mut s = 88172645463325252u64;
    let particles: Vec<Particle> = (0..n).map(|i| Particle { id: i as u8, x: i as f64, alive: i % 3 == 0, v: 1.0, n: i as u32, name: [0; 20] }).collect(); // PARTICLES
    let mut shapes: Vec<Shape> = Vec::new();
    for i in 0..n { shapes.push(match i % 3 { 0 => Shape::Circle(i as f64), 1 => Shape::Rect { w: 1.0, h: i as f64 }, _ => Shape::Empty }); } // SHAPES
    let counters: Vec<AtomicU64> = (0..n).map(|_| AtomicU64::new(0)).collect(); // COUNTERS
    let mut table: HashMap<u64, Person> = HashMap::new();
    for i in 0..n { table.insert(rnd(&mut s), Person { age: i as u32, name: format!("person number {}", i), money: 1.0 }); } // TABLE
    let mut tree: BTreeMap<u64, u32> = BTreeMap::new();
    for i in 0..n { tree.insert(rnd(&mut s), i as u32); } // TREE
    let mut set: HashSet<u32> = HashSet::new();
    for _ in 0..n { set.insert(rnd(&mut s) as u32); } // SET
    let mut queue: VecDeque<Particle> = VecDeque::new();
    for i in 0..n { queue.push_back(Particle { id: 1, x: i as f64, alive: true, v: 2.0, n: 0, name: [1; 20] }); } // QUEUE
    let shared: Vec<Rc<Person>> = (0..n).map(|i| Rc::new(Person { age: i as u32, name: String::new(), money: 2.0 })).collect(); // SHARED
    let nodes = list(n as u64);
    let mut total = 0.0;
    for _ in 0..3 {
        for p in &particles { if p.alive { total += p.x * p.v; } }
        for s in &shapes { total += match s { Shape::Circle(r) => r * r, Shape::Rect { w, h } => w * h, Shape::Empty => 0.0 }; }
        total += sum_counters(&counters, &mut s) as f64;
        for (_, p) in &table { total += p.money + p.age as f64; }
        for (_, v) in &tree { total += *v as f64; }
        for k in &set { total += *k as f64; }
        for p in &queue { total += p.v; }
        for p in &shared { total += p.money; }
        let mut at = &nodes;
        while let Some(node) = at { total += node.key as f64 + node.tag as f64; at = &node.next; }
    }
    println!("{}", total);
    let mut at = nodes;
    while let Some(mut node) = at { at = node.next.take(); }
}
