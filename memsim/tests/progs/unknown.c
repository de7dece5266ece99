/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A static program without libc that executes what no core's table knows:
 * cpuid 1,000 times in loop() and 300 times in some(), and rdtsc 20 times in
 * _start itself, which has no line. Each is one operation. Then twelve more
 * cpuid in many(), each executed once: 1,332 operations in 15 instructions.
 * Flags: -O1 -g -static -nostdlib -ffreestanding -fno-stack-protector
 *        -fno-pie */

/* Initialised data: without any, Valgrind does not read a program's lines. */
volatile int loaded = 1;

__asm__(".globl _start\n"
        ".type _start,@function\n"
        "_start:\n\t"
        "xor %ebp, %ebp\n\t"
        "and $-16, %rsp\n\t"
        "mov $20, %ecx\n"
        "1:\trdtsc\n\t"
        "dec %ecx\n\t"
        "jnz 1b\n\t"
        "call work\n\t"
        "xor %edi, %edi\n\t"
        "mov $231, %eax\n\t"
        "syscall\n\t"
        "hlt\n\t"
        ".size _start, . - _start\n");

void work(void);

static inline __attribute__((always_inline)) void ask(void)
{
    unsigned a = 0, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
}

static __attribute__((noinline)) void loop(void)
{
    for (int i = 0; i < 1000; i++)
        ask();
}

static __attribute__((noinline)) void some(void)
{
    for (int i = 0; i < 300; i++)
        ask();
}

static __attribute__((noinline)) void many(void)
{
    ask(), ask(), ask(), ask(), ask(), ask(), ask(), ask(), ask(), ask(), ask(), ask();
}

void work(void)
{
    loop();
    some();
    many();
}
