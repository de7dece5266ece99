/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A static program without libc that recurses in many ways, for a model over single steps: mutual recursion, through
 * pointers to functions, 1,500 levels deep, by tail calls, and left by long jumps, also to an outer instance of the same
 * function.  It takes no arguments.
 * Flags: -O2 -g -static -nostdlib -ffreestanding -fno-stack-protector -fno-pie
 */
#define APART __attribute__((noinline, used))

enum { DEEP = 1500 };

typedef unsigned function(unsigned levels);

/* Initialised data: without any, Valgrind does not read a program's lines. */
volatile int loaded = 1;
static volatile unsigned count;

__asm__(".globl _start\n"
        ".type _start,@function\n"
        "_start:\n\t"
        "xor %ebp, %ebp\n\t"
        "and $-16, %rsp\n\t"
        "call work\n\t"
        "mov $0, %edi\n\t"
        "mov $231, %eax\n\t"
        "syscall\n\t"
        "hlt\n\t"
        ".size _start, . - _start\n");

/* What setjmp and longjmp do: rbx, rbp, r12 to r15, the stack pointer, and where to go on. */
struct place {
    void *saved[8];
};
__attribute__((returns_twice)) int set_place(struct place *place);
void go_to(struct place *place);
__asm__(".type set_place,@function\n"
        "set_place:\n\t"
        "mov %rbx, (%rdi)\n\t"
        "mov %rbp, 8(%rdi)\n\t"
        "mov %r12, 16(%rdi)\n\t"
        "mov %r13, 24(%rdi)\n\t"
        "mov %r14, 32(%rdi)\n\t"
        "mov %r15, 40(%rdi)\n\t"
        "lea 8(%rsp), %rax\n\t"
        "mov %rax, 48(%rdi)\n\t"
        "mov (%rsp), %rax\n\t"
        "mov %rax, 56(%rdi)\n\t"
        "xor %eax, %eax\n\t"
        "ret\n\t"
        ".size set_place, . - set_place\n"
        ".type go_to,@function\n"
        "go_to:\n\t"
        "mov (%rdi), %rbx\n\t"
        "mov 8(%rdi), %rbp\n\t"
        "mov 16(%rdi), %r12\n\t"
        "mov 24(%rdi), %r13\n\t"
        "mov 32(%rdi), %r14\n\t"
        "mov 40(%rdi), %r15\n\t"
        "mov 48(%rdi), %rsp\n\t"
        "mov $1, %eax\n\t"
        "jmp *56(%rdi)\n\t"
        ".size go_to, . - go_to\n");

void work(void);

APART static unsigned leaf(unsigned levels)
{
    count += levels;
    return count & 1;
}

/* --- Mutual recursion --------------------------------------------------------------------- */

APART static unsigned odd(unsigned levels);

APART static unsigned even(unsigned levels)
{
    unsigned is = levels ? odd(levels - 1) : 1;
    count++;
    return is;
}

APART static unsigned odd(unsigned levels)
{
    unsigned is = levels ? even(levels - 1) : leaf(levels);
    count++;
    return is;
}

APART static unsigned fib(unsigned levels)
{
    if (levels < 2)
        return leaf(levels);
    unsigned sum = fib(levels - 1);
    count++;
    return sum + fib(levels - 2);
}

APART static unsigned ackermann(unsigned m, unsigned n)
{
    count++;
    if (!m)
        return n + 1;
    unsigned inner = n ? ackermann(m, n - 1) : 1;
    count++;
    unsigned value = ackermann(m - 1, inner);
    count++;
    return value;
}

/* --- Through pointers --------------------------------------------------------------------- */

static function add, both, skip;
static function *const volatile visitors[] = {add, both, skip, leaf};

APART static unsigned visit(unsigned levels)
{
    unsigned value = visitors[levels ? levels % 3 : 3](levels);
    count++;
    return value;
}

APART static unsigned add(unsigned levels)
{
    unsigned value = visit(levels - 1);
    return value + count++;
}

APART static unsigned both(unsigned levels)
{
    unsigned value = visit(levels - 1);
    count++;
    value += visit(levels / 2);
    return value + count++;
}

APART static unsigned skip(unsigned levels)
{
    unsigned value = visit(levels > 2 ? levels - 2 : 0);
    return value + count++;
}

/* --- Tail calls --------------------------------------------------------------------------- */

static function ping, pong;
static function *const volatile players[] = {ping, pong};

APART static unsigned ping(unsigned levels)
{
    if (levels % 4 == 0)
        leaf(levels);
    return levels ? players[1](levels - 1) : count;
}

APART static unsigned pong(unsigned levels)
{
    if (levels % 7 == 1)
        count += fib(3);
    return levels ? players[levels % 3 == 0](levels - 1) : leaf(levels);
}

/* --- Long jumps --------------------------------------------------------------------------- */

static struct place places[8];

APART static unsigned thrower(unsigned levels, unsigned to)
{
    if (!levels) {
        go_to(&places[to]); /* does not return, which the compiler need not know */
        return 0;
    }
    unsigned value = thrower(levels - 1, to);
    return value + count++;
}

/* Each instance has a place; the innermost one jumps to that of instance `to`. */
APART static unsigned attempt(unsigned levels, unsigned to)
{
    if (set_place(&places[levels])) {
        count += 3;
        count ^= levels;
        return leaf(levels);
    }
    unsigned value = levels ? attempt(levels - 1, to) : thrower(5, to);
    return value + count++;
}

APART static unsigned deep(unsigned levels)
{
    unsigned value = levels ? deep(levels - 1) : attempt(3, 2);
    return value + count++;
}

void work(void)
{
    even(11);
    fib(9);
    ackermann(2, 3);
    visit(12);
    ping(50);
    pong(51);
    for (unsigned to = 0; to < 6; to++)
        attempt(5, to);
    deep(DEEP);
}
