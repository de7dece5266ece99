/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes machine code into mapped memory, runs it, writes other code over it,
 * runs that: every round's translation is stale in the next. The code written
 * is a loop of a known number of instructions (2 * COUNT + 3 per call) with
 * one store per pass.
 * Flags: -O1 -g. Usage: smc [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define COUNT 50

typedef unsigned (*code_function)(unsigned *);

/*  b8 imm32        mov  $imm, %eax
 *  b9 imm32        mov  $COUNT, %ecx
 *  89 07           mov  %eax, (%rdi)     <- or 01 07, add %eax, (%rdi)
 *  e2 fc           loop to the store
 *  c3              ret */
static size_t write_code(unsigned char *code, uint32_t value, int adds)
{
    const uint32_t count = COUNT;
    unsigned char *at = code;

    *at++ = 0xb8;
    memcpy(at, &value, 4);
    at += 4;
    *at++ = 0xb9;
    memcpy(at, &count, 4);
    at += 4;
    *at++ = adds ? 0x01 : 0x89;
    *at++ = 0x07;
    *at++ = 0xe2;
    *at++ = 0xfc;
    *at++ = 0xc3;
    return (size_t)(at - code);
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 200;
    unsigned target = 0, expected = 0;
    union {
        void *memory;
        code_function call;
    } code;

    code.memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE | PROT_EXEC,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code.memory == MAP_FAILED)
        return 1;
    for (unsigned round = 0; round < rounds; round++) {
        int adds = round % 2;

        write_code(code.memory, round, adds);
        if (code.call(&target) != round)
            return 1;
        expected = adds ? expected + COUNT * round : round;
    }
    printf("%u\n", target);
    return target != expected;
}
