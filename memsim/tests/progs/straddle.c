/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses of every size up to 32 bytes at every offset around line and page
 * ends, plus the odd ones: locked ones up to 16 bytes, 80-bit x87 numbers,
 * state saves of 28, 108 and 512 bytes, repeated string instructions, masked
 * and gathered vectors, read-modify-write, push and pop of memory.
 * Flags: -O1 -g. Usage: straddle [ROUNDS] */
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>

#define PAGE 4096

static char memory[8 * PAGE] __attribute__((aligned(PAGE)));
static char saved[1024] __attribute__((aligned(64)));

static void integers(char *p)
{
    __asm__ volatile("movb (%0), %%al\n\tmovb %%al, (%0)\n\t"
                     "movw (%0), %%ax\n\tmovw %%ax, (%0)\n\t"
                     "movl (%0), %%eax\n\tmovl %%eax, (%0)\n\t"
                     "movq (%0), %%rax\n\tmovq %%rax, (%0)\n\t"
                     "addb $1, (%0)\n\taddw $1, (%0)\n\taddl $1, (%0)\n\t"
                     "addq $1, (%0)\n\tincq (%0)\n\tnotl (%0)\n\t"
                     "btsl $3, (%0)\n\tcmpxchgl %%eax, (%0)\n\t"
                     "pushq (%0)\n\tpopq (%0)"
                     : : "r"(p) : "rax", "memory", "cc");
}

static void locked(char *p)
{
    __asm__ volatile("lock addq $1, (%0)\n\tlock xaddl %%eax, (%0)\n\t"
                     "xchgq %%rax, (%0)\n\tlock cmpxchgw %%cx, (%0)\n\t"
                     "lock cmpxchg8b (%0)"
                     : : "r"(p) : "rax", "rcx", "rdx", "memory", "cc");
    char *aligned = (char *)((uintptr_t)p & ~(uintptr_t)15);
    __asm__ volatile("lock cmpxchg16b (%0)"
                     : : "r"(aligned) : "rax", "rdx", "memory", "cc");
}

static void x87(char *p)
{
    __asm__ volatile("fldz\n\tfstpt (%0)\n\tfldt (%0)\n\tfstpl (%0)\n\t"
                     "fldl (%0)\n\tfstps (%0)\n\tfnstcw (%0)\n\tfldcw (%0)"
                     : : "r"(p) : "memory");
    __asm__ volatile("fninit\n\tfnstenv (%0)\n\tfldenv (%0)\n\tfnsave (%0)\n\t"
                     "frstor (%0)" : : "r"(p) : "memory");
}

static void sse(char *p)
{
    __m128i v = _mm_loadu_si128((__m128i *)p);

    _mm_storeu_si128((__m128i *)(p + 5), v);
    _mm_storel_epi64((__m128i *)(p + 9), v);
    __asm__ volatile("maskmovdqu %1, %0" : : "x"(v), "x"(v), "D"(p) : "memory");
}

__attribute__((target("avx2"))) static void avx(char *p)
{
    __m256i v = _mm256_loadu_si256((__m256i *)p);
    __m256i index = _mm256_setr_epi32(0, 64, 3, 1, 128, 7, 9, 1000);
    __m256i mask = _mm256_setr_epi32(-1, 0, -1, 0, 0, -1, -1, 0);

    _mm256_storeu_si256((__m256i *)(p + 7), v);
    _mm256_maskstore_epi32((int *)p, mask, v);
    v = _mm256_mask_i32gather_epi32(v, (int *)p, index, mask, 4);
    _mm256_storeu_si256((__m256i *)(p + 64), v);
    _mm256_maskstore_epi32((int *)p, index, _mm256_maskload_epi32((int *)p, mask));
}

static void strings(char *p, long n)
{
    char *to = p + 2 * PAGE, *from = p;

    __asm__ volatile("rep movsw" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 3;
    int has_avx2 = __builtin_cpu_supports("avx2");

    for (int i = 0; i < rounds * 160; i++) {
        /* the last 80 bytes before and the first 80 behind a page's end */
        char *p = memory + PAGE + PAGE * (i / 160 % 3) - 80 + i % 160;

        integers(p);
        locked(p);
        x87(p);
        sse(p);
        if (has_avx2)
            avx(p);
        strings(p, i % 40);
        __asm__ volatile("fxsave (%0)\n\tfxrstor (%0)" : : "r"(saved + i % 4 * 16) : "memory");
    }
    return 0;
}
