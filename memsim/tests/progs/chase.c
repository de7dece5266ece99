/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows a circular list of elements { next; pad[NPAD] } that fills a working
 * set, in sequential or in a fixed random order: the classic test of what a
 * cache or TLB holds.
 * Usage: chase BYTES NPAD seq|random STEPS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct element {
    struct element *next;
};

static unsigned long seed = 88172645463325252UL;

static unsigned long random_number(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* Fisher and Yates' shuffle of 0..count-1. */
static void shuffle(unsigned *order, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = random_number() % i;
        unsigned kept = order[i - 1];

        order[i - 1] = order[other];
        order[other] = kept;
    }
}

static struct element *make_list(size_t count, size_t stride, int is_random)
{
    char *memory = aligned_alloc(4096, (count * stride + 4095) & ~4095UL);
    unsigned *order = malloc(count * sizeof *order);

    if (memory == NULL || order == NULL)
        exit(2);
    for (size_t i = 0; i < count; i++)
        order[i] = (unsigned)i;
    if (is_random)
        shuffle(order, count);
    for (size_t i = 0; i < count; i++) {
        struct element *at = (void *)(memory + order[i] * stride);
        at->next = (void *)(memory + order[(i + 1) % count] * stride);
    }
    struct element *first = (void *)(memory + order[0] * stride);
    free(order);
    return first;
}

static __attribute__((noinline)) struct element *follow(struct element *at, long steps)
{
    while (steps-- > 0)
        at = at->next;
    return at;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: %s BYTES NPAD seq|random STEPS\n", argv[0]);
        return 2;
    }
    size_t bytes = strtoul(argv[1], NULL, 0);
    size_t stride = sizeof(struct element) + 8 * strtoul(argv[2], NULL, 0);
    size_t count = bytes < stride ? 1 : bytes / stride;
    struct element *list = make_list(count, stride, strcmp(argv[3], "random") == 0);

    return follow(list, strtol(argv[4], NULL, 0)) == NULL;
}
