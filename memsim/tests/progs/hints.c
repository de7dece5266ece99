/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prefetches whose addresses are made in many ways, nearly all of them in registers that get another
 * value soon after. Prints where its area begins and ends, and then, for each prefetch that it runs,
 * how far from its beginning it is, and 1 if it is for L2. Three of its stores pass by the caches. */
#include <stdio.h>

static char area[1 << 20] __attribute__((aligned(4096)));
static unsigned index4[64];
static unsigned char index1[64];
static unsigned short index2[64];
static const char *pointer;
static unsigned long asked[256][2], used;

static void expect(const char *address, int for_l2)
{
    asked[used][0] = (unsigned long)(address - area);
    asked[used++][1] = for_l2;
}

/* Runs instructions with rax and rcx, rsi the area, rdi `with`; both registers get another value
 * before the block ends. */
#define ASK(code, with)                                                                            \
    __asm__ volatile(code "\n\tmov $1, %%eax\n\tmov $2, %%ecx"                                     \
                     :                                                                             \
                     : "S"(area), "D"(with)                                                        \
                     : "rax", "rcx", "rdx", "r8", "memory", "cc")

static void moves(void)
{
    ASK("prefetcht0 (%%rsi)", 0L);
    expect(area, 0);
    ASK("mov %%rsi, %%rax; prefetcht0 0x1000(%%rax)", 0L);
    expect(area + 0x1000, 0);
    ASK("lea 0x1040(%%rsi,%%rdi,4), %%rax; prefetchnta -0x40(%%rax)", 16L);
    expect(area + 0x1040, 0);
    ASK("mov (%%rdi), %%eax; shl $6, %%rax; prefetcht0 (%%rsi,%%rax)", &index4[5]);
    expect(area + 64 * 5 * 7, 0);
    ASK("mov (%%rdi), %%rax; prefetcht1 0x80(%%rax)", &pointer);
    expect(area + 0x4080, 1);
    ASK("movslq (%%rdi), %%rax; prefetcht2 (%%rsi,%%rax,8)", &index4[6]);
    expect(area + 8 * 6 * 7, 1);
    ASK("movzbl (%%rdi), %%eax; movzwl 2(%%rdi), %%ecx; prefetcht0 (%%rsi,%%rax,2)", index1);
    expect(area + 2 * 0x81, 0);
    ASK("movzwl (%%rdi), %%eax; prefetcht0 (%%rsi,%%rax)", &index2[3]);
    expect(area + 0xfff3, 0);
    ASK("movsbq (%%rdi), %%rax; prefetcht0 0x100(%%rsi,%%rax)", index1);
    expect(area + 0x81, 0);
    ASK("mov $0x12345, %%eax; prefetcht0 (%%rsi,%%rax)", 0L);
    expect(area + 0x12345, 0);
    ASK("mov $-5, %%edi; movslq %%edi, %%rax; prefetcht0 0x40(%%rsi,%%rax)", 0L);
    expect(area + 0x40 - 5, 0);
}

static void arithmetic(void)
{
    ASK("mov %%rsi, %%rax; add $64, %%rax; prefetcht0 (%%rax); add $64, %%rax", 0L);
    expect(area + 64, 0);
    ASK("mov %%rdi, %%rax; sub $0x10, %%rax; and $-64, %%rax; prefetcht0 (%%rsi,%%rax)", 0x8010L);
    expect(area + 0x8000, 0);
    ASK("mov %%edi, %%ecx; xor $0xff, %%ecx; or $0x100, %%ecx; prefetcht0 (%%rsi,%%rcx)", 0xf0L);
    expect(area + 0x10f, 0);
    ASK("mov %%rdi, %%rax; shr $4, %%rax; shl %%rax; add %%rsi, %%rax; prefetcht0 (%%rax)", 0x880L);
    expect(area + 0x110, 0);
    ASK("xor %%eax, %%eax; prefetcht0 0x2000(%%rsi,%%rax)", 0L);
    expect(area + 0x2000, 0);
    ASK("mov $7, %%eax; add (%%rdi), %%eax; prefetcht0 (%%rsi,%%rax)", &index4[9]);
    expect(area + 7 + 63, 0);
    ASK("mov $-1, %%eax; add $0x31, %%eax; prefetcht0 (%%rsi,%%rax)", 0L);
    expect(area + 0x30, 0);
    ASK("mov $0x50, %%eax; cmp %%edi, %%eax; test %%eax, %%edi; movd %%edi, %%xmm0;"
        "pxor %%xmm1, %%xmm0; mov %%ecx, (%%rsp); prefetcht0 (%%rsi,%%rax)",
        1L);
    expect(area + 0x50, 0);
}

/* As hashes are computed. */
static void multiplied(void)
{
    ASK("mov %%rdi, %%rax; imul $3, %%rax, %%rax; prefetcht0 (%%rsi,%%rax)", 5L);
    expect(area + 15, 0);
    ASK("mov %%rdi, %%rax; imul $1000, %%eax, %%eax; prefetcht0 (%%rsi,%%rax)", 7L);
    expect(area + 7000, 0);
    ASK("mov %%rdi, %%rax; mov $9, %%ecx; imul %%rcx, %%rax; prefetcht0 (%%rsi,%%rax)", 9L);
    expect(area + 81, 0);
    ASK("mov $5, %%eax; imul (%%rdi), %%eax; prefetcht0 (%%rsi,%%rax)", &index4[3]);
    expect(area + 5 * 3 * 7, 0);
    ASK("mov %%rdi, %%rax; shr $3, %%rax; xor %%rdi, %%rax; imul $0x35, %%rax, %%rax;"
        "mov %%rax, %%rcx; shr $5, %%rcx; xor %%rcx, %%rax; and $0xfff, %%eax;"
        "prefetcht0 (%%rsi,%%rax,8)",
        0x1234567L);
    unsigned long hash = (0x1234567UL ^ 0x1234567UL >> 3) * 0x35;
    expect(area + 8 * ((hash ^ hash >> 5) & 0xfff), 0);
    /* Each step needs the one before it twice. */
    ASK("mov %%rdi, %%rax; .rept 6; mov %%rax, %%rcx; shr $27, %%rcx; xor %%rcx, %%rax;"
        "imul $0x5bd1e995, %%rax, %%rax; .endr; and $0xfff, %%eax; prefetcht0 (%%rsi,%%rax,8)",
        0x123456789abcdefL);
    hash = 0x123456789abcdef;
    for (int i = 0; i < 6; i++)
        hash = (hash ^ hash >> 27) * 0x5bd1e995;
    expect(area + 8 * (hash & 0xfff), 0);
    ASK("mov %%rdi, %%rax; sar $4, %%rax; neg %%rax; inc %%rax; prefetcht0 (%%rsi,%%rax)", -0x330L);
    expect(area + 0x34, 0);
    ASK("mov %%rdi, %%rax; not %%rax; dec %%rax; prefetcht0 (%%rsi,%%rax)", -0x51L);
    expect(area + 0x4f, 0);
}

/* Registers that are changed between, in sight of all. */
static void ordered(void)
{
    ASK("mov %%rdi, %%rcx; mov (%%rcx), %%eax; lea 4(%%rcx), %%rcx; mov (%%rcx), %%edx;"
        "prefetcht0 (%%rsi,%%rax)",
        &index4[10]);
    expect(area + 70, 0);
    ASK("lea (%%rsi), %%rax; test %%rdi, %%rdi; je 1f; lea 0x3000(%%rsi), %%rax; 1:"
        "prefetcht0 (%%rax)",
        1L);
    expect(area + 0x3000, 0);
    ASK("mov $4, %%ecx; mov %%rsi, %%rax; 1: prefetcht0 (%%rax); add $0x100, %%rax;"
        "dec %%ecx; jne 1b",
        0L);
    for (int i = 0; i < 4; i++)
        expect(area + 0x100 * i, 0);
    __asm__ volatile("prefetchw 0x140+%0" : : "m"(area));
    expect(area + 0x140, 0);
}

/* What is not followed: these ask for nothing. */
static void not_followed(void)
{
    /* A pointer that is overwritten after it was used. */
    ASK("mov %%rsi, (%%rdi); mov (%%rdi), %%rax; movq $16, (%%rdi); mov (%%rax), %%ecx;"
        "prefetcht0 (%%rsi,%%rcx)",
        &pointer);
    ASK("mov %%rdi, %%rax; xor %%edx, %%edx; mov $3, %%ecx; div %%rcx; prefetcht0 (%%rsi,%%rax)",
        15L);
    ASK("mov %%rdi, %%rax; mov $3, %%al; prefetcht0 (%%rsi,%%rax)", 0x500L);
    ASK("mov %%rdi, %%r8; mov $64, %%eax; xchg %%rax, %%r8; prefetcht0 (%%rsi,%%rax)", 0x40L);
}

/* Three stores that pass by the caches, and two that do not. */
static void past(void)
{
    __asm__ volatile("movnti %%eax, (%0); movntps %%xmm0, 16(%0); movntdq %%xmm0, 32(%0);"
                     "mov %%eax, (%0); movaps %%xmm0, 16(%0); sfence"
                     :
                     : "r"(area)
                     : "memory");
}

int main(void)
{
    for (unsigned i = 0; i < 64; i++) {
        index4[i] = 7 * i;
        index1[i] = (unsigned char)(0x81 + i);
        index2[i] = (unsigned short)(0xfff0 + i);
    }
    pointer = area + 0x4000;
    moves();
    arithmetic();
    multiplied();
    ordered();
    not_followed();
    past();
    printf("%lx %lx\n", (unsigned long)area, (unsigned long)(area + sizeof area));
    for (unsigned long i = 0; i < used; i++)
        printf("%lx %lu\n", asked[i][0], asked[i][1]);
    return 0;
}
