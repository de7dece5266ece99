/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As nolibc.c, for repeated string instructions: movsb, stosq, scasb and
 * cmpsb, with counts of zero, one and many, forwards and backwards, ended
 * by the count, by the condition, and by both at once. (Not rep lodsb:
 * Valgrind executes it once only, whatever the count.)
 * Flags: those of nolibc.c. */

#define SIZE 4096

static char source[SIZE + 64], target[SIZE + 64];

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

int work(void);

static __attribute__((noinline)) void copy(char *to, const char *from, long n)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static __attribute__((noinline)) void copy_down(char *to, const char *from, long n)
{
    to += n - 1;
    from += n - 1;
    __asm__ volatile("std\n\trep movsb\n\tcld"
                     : "+D"(to), "+S"(from), "+c"(n) : : "memory", "cc");
}

static __attribute__((noinline)) void fill(void *to, long value, long n)
{
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(n) : "a"(value) : "memory");
}

static __attribute__((noinline)) long find(const char *in, int c, long n)
{
    __asm__ volatile("repne scasb" : "+D"(in), "+c"(n) : "a"(c) : "cc", "memory");
    return n;
}

static __attribute__((noinline)) long same(const char *a, const char *b, long n)
{
    __asm__ volatile("repe cmpsb" : "+D"(a), "+S"(b), "+c"(n) : : "cc", "memory");
    return n;
}

int work(void)
{
    static const long counts[] = {0, 1, 2, 7, 63, 64, 65, 1000, SIZE};

    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        long n = counts[i];

        fill(source, 0x6162636465666768, n / 8);
        copy(target, source, n);
        copy(target + 3, source + 61, n);
        if (n > 0)
            copy_down(target + 1, source + 1, n);
        source[n / 2] = 'X';
        find(source, 'X', n);             /* found on the way */
        find(source, 'X', n / 2 + 1);     /* found by the last repetition */
        find(source, 'Y', n);             /* not found */
        same(source, source, n);          /* equal to the end */
        target[n / 2] = 'Z';
        same(source, target, n / 2 + 1);  /* they may differ early */
    }
    return 0;
}
