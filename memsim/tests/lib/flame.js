// SPDX-License-Identifier: GPL-2.0-or-later
// node flame.js FILE.svg: runs the script of a flame graph on the least document that it needs, zooms,
// searches and goes back, and checks what each does to the boxes. Prints what is wrong.
'use strict';
const fs = require('fs'), vm = require('vm');
const text = fs.readFileSync(process.argv[2], 'utf8');
const wrong = [];

function unescaped(s) {
    return s.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&');
}
class Element {
    constructor(attributes, content) {
        this.attributes = {};
        for (const [, key, value] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) this.attributes[key] = value;
        this.textContent = unescaped(content || '');
        this.children = {};
        this.listeners = {};
    }
    getAttribute(key) { return key in this.attributes ? this.attributes[key] : null; }
    setAttribute(key, value) { this.attributes[key] = String(value); }
    addEventListener(event, call) { this.listeners[event] = call; }
    getElementsByTagName(name) { return [this.children[name]]; }
    number(key) { return +this.getAttribute(key); }
    classes() { return (this.getAttribute('class') || '').split(' '); }
}
const frames = [...text.matchAll(
    /<g class="f"><title>([^<]*)<\/title><rect ([^>]*)\/><text ([^>]*)>([^<]*)<\/text><\/g>/g)].map(match => {
    const g = new Element('class="f"');
    g.children = {title: new Element('', match[1]), rect: new Element(match[2]), text: new Element(match[3], match[4])};
    g.name = g.children.title.textContent.split('\n')[0];
    g.was = {x: g.children.rect.number('x'), w: g.children.rect.number('width'), text: g.children.text.textContent};
    return g;
});
const ids = {};
for (const id of ['reset', 'search', 'info']) ids[id] = new Element('', '');
const window = {listeners: {}, answer: null, prompt() { return this.answer; },
    addEventListener(event, call) { this.listeners[event] = call; }};
const document = {getElementById: id => ids[id], getElementsByClassName: () => frames};
vm.runInNewContext(/<!\[CDATA\[([\s\S]*)\]\]>/.exec(text)[1], {window, document});

function expect(what, is) { if (!is) wrong.push(what); }
const shown = g => g.getAttribute('display') !== 'none';
const near = (a, b) => Math.abs(a - b) < 0.5;
function check(zoomed) {
    for (const g of frames.filter(shown)) {
        const r = g.children.rect, label = g.children.text.textContent;
        expect(`${g.name}: outside after a zoom to ${zoomed}`,
            r.number('x') >= 9.5 && r.number('x') + r.number('width') <= 1190.9);
        expect(`${g.name}: text too long after a zoom to ${zoomed}`, !label || label.length * 6.7 <= r.number('width'));
    }
}
if (frames.length < 5) wrong.push('no frames');
expect('Search is not shown', ids.search.getAttribute('display') === 'inline');
for (const g of frames.slice(0, 60)) {
    g.listeners.click();
    expect(`${g.name}: not widened`, shown(g) && near(g.children.rect.number('x'), 10) &&
        near(g.children.rect.number('width'), 1180));
    for (const other of frames) {
        const inside = other.was.x >= g.was.x - 0.001 && other.was.x + other.was.w <= g.was.x + g.was.w + 0.001 &&
            other.children.rect.number('y') < g.children.rect.number('y');
        if (inside)
            expect(`${other.name}: not scaled on ${g.name}`, shown(other) &&
                near(other.children.rect.number('width'), other.was.w * 1180 / g.was.w));
    }
    check(g.name);
    expect('Reset zoom', (ids.reset.getAttribute('display') === 'inline') === (g !== frames[0]));
}
ids.reset.listeners.click();
for (const g of frames)
    expect(`${g.name}: not as before`, shown(g) && g.children.rect.number('x') === g.was.x &&
        g.children.rect.number('width') === g.was.w && g.children.text.textContent === g.was.text &&
        !g.classes().includes('p'));
function search(what) {
    window.answer = what;
    ids.search.listeners.click();
    return frames.filter(g => g.classes().includes('m'));
}
const name = frames[frames.length - 1].name, plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
expect('a search by name', search(`^${plain}$`).map(g => g.name).join() ===
    frames.slice(1).filter(g => g.name === name).map(g => g.name).join());
search('.');
expect(`a search for all: ${ids.search.textContent}`, /^Search: (100\.0|99\.\d|9\d\.\d)%: \.$/.test(ids.search.textContent));
search('(');
expect('a search for what is no regular expression', search('(').every(g => g.name.includes('(')));
expect('a search for nothing', search('').length === 0 && ids.search.textContent === 'Search');
frames[1].listeners.mouseover();
expect('the line about a frame', ids.info.textContent.startsWith(frames[1].name));
window.listeners.keydown({key: 'Escape'});
window.answer = plain;
window.listeners.keydown({key: '/', preventDefault() {}});
expect('a search by key', frames.some(g => g.classes().includes('m')));
if (wrong.length) console.log(wrong.slice(0, 20).join('\n'));
process.exit(wrong.length ? 1 : 0);
