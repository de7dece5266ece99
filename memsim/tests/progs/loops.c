/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loops of a few instructions, whose cycles a round say what these are made of: loops NAME ROUNDS.
 * Each ends with the subtraction of a counter and its branch. Prints nothing; ends with 0, and with
 * 1 if there is no loop of that name.
 */
#include <stdlib.h>
#include <string.h>

static char data[4096] __attribute__((aligned(4096)));

/* %1 is the data, %2 is 1; rax, rcx, rdx, r8, r9 and xmm0 are free. */
#define LOOPS(LOOP)                                                                                \
    LOOP(nops, "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\t")                                              \
    LOOP(additions, "add $1, %%eax\n\tadd $1, %%edx\n\tadd $1, %%r8d\n\t")                         \
    LOOP(constants, "add $1, %%rax\n\tlea 8(%%rax), %%rax\n\tinc %%rax\n\tsub $2, %%rax\n\t")      \
    LOOP(words, "add $1, %%eax\n\tadd $1, %%eax\n\t")                                              \
    LOOP(counts, "popcnt %%rax, %%rax\n\tpopcnt %%r9, %%rdx\n\t")                                  \
    LOOP(widened,                                                                                  \
         "movzbl %%al, %%eax\n\tadd %2, %%rax\n\tmovzwl %%ax, %%eax\n\tadd %2, %%rax\n\t")         \
    LOOP(widened_set, "cmp %2, %%rax\n\tsete %%al\n\tmovzbl %%al, %%eax\n\tadd %2, %%rax\n\t")     \
    LOOP(scaled, "lea (%%rax, %%rax, 4), %%rax\n\t")                                               \
    LOOP(shifts_bmi,                                                                               \
         "shlx %%r9, %%rax, %%rax\n\tshlx %%r9, %%rdx, %%rdx\n\tshlx %%r9, %%r8, %%r8\n\t")        \
    LOOP(masks, "nop\n\tnop\n\tnop\n\tnop\n\tand $7, %%eax\n\tjs 2f\n2:\n\t")                      \
    LOOP(shifts_by, "shl %%cl, %%eax\n\tshl %%cl, %%edx\n\tshl %%cl, %%r8d\n\t")                   \
    LOOP(rotations, "rol $3, %%eax\n\trol $3, %%edx\n\trol $3, %%r8d\n\t")                         \
    LOOP(carries, "adc %%r9, %%rax\n\tadc %%r9, %%rdx\n\tadc %%r9, %%r8\n\t")                      \
    LOOP(carries_made, "add %%r9, %%rax\n\tadc %%r9, %%rdx\n\tinc %%r8\n\tadc %%r9, %%r8\n\t")     \
    LOOP(bits_tested, "bt %2, %%rax\n\tadc %%r9, %%rdx\n\tbt %2, %%rax\n\tadc %%r9, %%rdx\n\t")    \
    LOOP(selections_again, "cmovz 8(%1), %%rax\n\tmov %%rax, 8(%1)\n\t")                           \
    LOOP(told_stack, "push %%rax\n\tmov %%rsp, %%rcx\n\tpop %%rax\n\tadd $1, %%rax\n\t")           \
    LOOP(selections, "cmovz %%r9d, %%eax\n\tcmovz %%r9d, %%edx\n\tcmovz %%r9d, %%r8d\n\t")         \
    LOOP(one_address, "add 8(%1), %%eax\n\tadd 8(%1), %%edx\n\tadd $1, %%r8d\n\t")                 \
    LOOP(one_index, "add 8(%1, %2, 8), %%eax\n\tadd (%1, %2, 8), %%edx\n\tadd $1, %%r8d\n\t")      \
    LOOP(copies, "mov 8(%1), %%rax\n\tmov %%rax, 8(%1)\n\t")                                       \
    LOOP(copies_by_stack, "mov -8(%%rsp), %%rax\n\tmov %%rax, -8(%%rsp)\n\t")                      \
    LOOP(stores_to_a_block, "mov %%rax, (%1)\n\tmov %%rax, 24(%1)\n\t")                            \
    LOOP(stores_to_two, "mov %%rax, 24(%1)\n\tmov %%rax, 32(%1)\n\t")                              \
    LOOP(stores_of_vectors, "movq %%xmm0, (%1)\n\tmovq %%xmm0, 8(%1)\n\t")                         \
    LOOP(stores_and_loads, "mov %%r9, (%1)\n\tmov %%r9, 8(%1)\n\tmov 64(%1), %%eax\n\tmov "        \
                           "72(%1), %%edx\n\tmov 80(%1), %%r8d\n\t")                               \
    LOOP(late_halves, "mov %%rax, (%1)\n\tmov 4(%1), %%eax\n\tadd $1, %%rax\n\t")                  \
    LOOP(from_vectors, "movups %%xmm0, (%1)\n\tmov (%1), %%rax\n\tmovq %%rax, %%xmm0\n\t")

#define RUN(name, text)                                                                            \
    static void name(long rounds)                                                                  \
    {                                                                                              \
        char *at = data;                                                                           \
        long one = 1;                                                                              \
        __asm__ volatile("xor %%eax, %%eax\n\t"                                                    \
                         "xor %%r9d, %%r9d\n\t"                                                    \
                         "jmp 1f\n\t"                                                              \
                         ".p2align 6\n"                                                            \
                         "1:\t" text "dec %0\n\t"                                                  \
                         "jnz 1b"                                                                  \
                         : "+r"(rounds), "+D"(at), "+S"(one)                                       \
                         :                                                                         \
                         : "rax", "rcx", "rdx", "r8", "r9", "xmm0", "memory", "cc");               \
    }
LOOPS(RUN)

static const struct {
    const char *name;
    void (*run)(long rounds);
} loops[] = {
#define NAMED(name, text) {#name, name},
    LOOPS(NAMED)};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof loops / sizeof *loops; i++)
        if (!strcmp(loops[i].name, argv[1])) {
            loops[i].run(atol(argv[2]));
            return 0;
        }
    return 1;
}
