/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NFUNCS functions of 64 bytes each, made by the assembler: with -DNFUNCS=
 * 1500000 that is 96 MB of text and several million translations. Each holds
 * four accesses and two branches. Shows what a translation costs in memory.
 * Flags: -O1 -g -DNFUNCS=N. Usage: bigtext [ROUNDS] [FUNCTIONS]
 * Each function executes 10 instructions when its argument is even, 12 when
 * odd, the driver the rest. */
#include <stdio.h>
#include <stdlib.h>

#ifndef NFUNCS
#define NFUNCS 20000
#endif
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

__asm__(".text\n"
        ".macro ONE_FUNCTION\n\t"
        ".p2align 6\n\t"
        ".type big\\@, @function\n"
        "big\\@:\n\t"
        "mov (%rdi), %eax\n\t"
        "add %esi, %eax\n\t"
        "test $1, %sil\n\t"
        "jz 1f\n\t"
        "add $3, %eax\n\t"
        "add %eax, 8(%rdi)\n"
        "1:\n\t"
        "mov %eax, (%rdi)\n\t"
        "test %eax, %eax\n\t"
        "js 2f\n\t"
        "incl 16(%rdi)\n"
        "2:\n\t"
        "lea 1(%rax), %eax\n\t"
        "ret\n\t"
        ".size big\\@, . - big\\@\n\t"
        ".endm\n\t"
        ".p2align 6\n"
        "big_functions:\n\t"
        ".rept " TEXT(NFUNCS) "\n\t"
        "ONE_FUNCTION\n\t"
        ".endr\n");

extern char big_functions[];

typedef unsigned (*big_function)(unsigned *, unsigned);

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 2;
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : NFUNCS;
    unsigned words[8] = {0};
    unsigned sum = 0;
    union {
        char *address;
        big_function call;
    } at;

    if (count > NFUNCS)
        return 2;
    for (unsigned long round = 0; round < rounds; round++) {
        at.address = big_functions;
        for (unsigned long i = 0; i < count; i++, at.address += 64)
            sum += at.call(words, (unsigned)round) & 1;
        words[0] &= 0xffff;
    }
    printf("%lu functions, %u\n", count, sum);
    return 0;
}
