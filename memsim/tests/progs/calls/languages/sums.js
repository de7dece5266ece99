// SPDX-License-Identifier: GPL-2.0-or-later
// Loops and recursion that the compilers make machine code of, promises, generators, and errors that are caught.
function fib(n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function* numbers(most) {
    for (let i = 0; i < most; i++)
        yield i;
}

let sum = 0;
for (let i = 0; i < 20000; i++)
    sum = (sum + i * i) % 1000003;
for (const number of numbers(200))
    sum += number;
for (let i = 0; i < 100; i++) {
    try {
        throw new Error("thrown");
    } catch (error) {
        sum++;
    }
}
Promise.resolve(sum + fib(18)).then((result) => console.log(result));
