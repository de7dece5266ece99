/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loops of stores past the caches, of which it is known what becomes; the name of one is the argument. */
#include <stdint.h>
#include <string.h>

enum { LINES = 256, WORDS = 8 };

static uint64_t data[LINES * WORDS] __attribute__((aligned(4096)));

/* Eight bytes past the caches. */
#define STORE(to, value) __asm__ volatile("movnti %1, %0" : "=m"(*(to)) : "r"((uint64_t)(value)))

static void whole(void)
{
    for (int i = 0; i < LINES * WORDS; i++)
        STORE(&data[i], i); /* whole */
}

/* One word of each line: ten lines are in buffers at the end, as it comes without a locked instruction. */
static void stride(void)
{
    for (int i = 0; i < LINES; i++)
        STORE(&data[i * WORDS], i);                                            /* stride */
    __asm__ volatile("syscall" : : "a"(231), "D"(0) : "rcx", "r11", "memory"); /* exit_group */
}

/* A fence after each word of a line. */
static void fenced(void)
{
    for (int i = 0; i < LINES * WORDS; i++) {
        STORE(&data[i], i); /* fenced */
        __asm__ volatile("sfence");
    }
}

/* Each line is stored whole, and read at once. */
static uint64_t back(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < LINES * WORDS; i++) {
        STORE(&data[i], i); /* back */
        if (i % WORDS == WORDS - 1)
            sum += *(volatile uint64_t *)&data[i]; /* back reads */
    }
    return sum;
}

/* All lines are stored, and then read. */
static uint64_t later(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < LINES * WORDS; i++)
        STORE(&data[i], i); /* later */
    for (int i = 0; i < LINES; i++)
        sum += ((volatile uint64_t *)data)[i * WORDS];
    return sum;
}

/* All lines are in the caches before. */
static void had(void)
{
    for (int i = 0; i < LINES; i++)
        ((volatile uint64_t *)data)[i * WORDS] = 1; /* had writes */
    for (int i = 0; i < LINES * WORDS; i++)
        STORE(&data[i], i); /* had */
}

/* A word is loaded after the first of each line: the rest goes in another piece. */
static uint64_t loaded(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < LINES * WORDS; i++) {
        STORE(&data[i], i); /* loaded */
        if (i % WORDS == 0)
            sum += *(volatile uint64_t *)&data[i]; /* loaded reads */
    }
    return sum;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "whole"))
        whole();
    else if (!strcmp(name, "stride"))
        stride();
    else if (!strcmp(name, "fenced"))
        fenced();
    else if (!strcmp(name, "back"))
        return back() == 0;
    else if (!strcmp(name, "later"))
        return later() == 0;
    else if (!strcmp(name, "had"))
        had();
    else if (!strcmp(name, "loaded"))
        return loaded() == 0;
    return 0;
}
