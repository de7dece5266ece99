/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A static program without libc: loops, calls, recursion, short-circuit
 * conditions, an indirect call table and a walk over 256 KiB, then a raw exit.
 * Every instruction it executes is its own, so single-stepping it natively
 * gives its exact instruction count. Takes no arguments.
 * Flags: -O1 -g -static -nostdlib -ffreestanding -fno-stack-protector
 *        -fno-pie */

#define WORDS 65536

static unsigned table[WORDS];

/* Initialised data: without any, Valgrind does not read a program's lines. */
volatile int loaded = 1;

__asm__(".globl _start\n"
        ".type _start,@function\n"
        "_start:\n\t"
        "xor %ebp, %ebp\n\t"
        "and $-16, %rsp\n\t"
        "call work\n\t"
        "mov %eax, %edi\n\t"
        "mov $231, %eax\n\t"
        "syscall\n\t"
        "hlt\n\t"
        ".size _start, . - _start\n");

unsigned work(void);

static __attribute__((noinline)) unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static __attribute__((noinline)) unsigned twist(unsigned x)
{
    return x * 1664525u + 1013904223u;
}

static __attribute__((noinline)) unsigned fold(unsigned x)
{
    return (x >> 16) ^ x;
}

static __attribute__((noinline)) unsigned keep(unsigned x)
{
    return x;
}

/* a > 100 && b > 100 and c & 1 || d & 1 as two jumps each to one place. A
 * translator that follows such a chain speculatively counts the second
 * comparison also where the first one has jumped. */
static __attribute__((noinline)) unsigned chain(unsigned a, unsigned b)
{
    unsigned hits = 0;

    __asm__("cmpl $100, %1\n\tjbe 1f\n\tcmpl $100, %2\n\tjbe 1f\n\taddl $1, %0\n1:\n\t"
            "testl $1, %1\n\tjnz 2f\n\ttestl $1, %2\n\tjz 3f\n2:\n\taddl $2, %0\n3:"
            : "+r"(hits) : "r"(a), "r"(b) : "cc");
    return hits;
}

static __attribute__((noinline)) unsigned walk(unsigned stride)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < WORDS; i += stride) {
        table[i] += i;
        sum += table[i];
    }
    return sum;
}

unsigned work(void)
{
    static unsigned (*const calls[])(unsigned) = {twist, fold, keep};
    unsigned seed = 1, sum = 0;

    for (unsigned i = 0; i < 1200; i++) {
        seed = twist(seed);
        sum += chain(seed >> 24, (seed >> 16) & 255);
        sum += calls[seed % 3](seed);
        table[seed % WORDS] = sum;
    }
    for (unsigned stride = 64; stride <= 4096; stride *= 2)
        sum += walk(stride);
    sum += fib(12);
    return (sum & 1) * 0; /* exit status 0, but the work stays live */
}
