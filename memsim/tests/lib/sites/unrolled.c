/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two arrays of 32-byte structures, of which a loop that takes four elements at a time uses 8 bytes of each: one on the heap, whose
 * type nothing says, and a variable.
 */
#include <stdio.h>
#include <stdlib.h>

struct pix {
    float red, green, blue, alpha;
    double weight;
    long id;
};

enum { MANY = 8000, FEW = 2000, WALKS = 4 };

static struct pix table[FEW];

__attribute__((noinline)) static struct pix *make(void)
{
    struct pix *made = calloc(MANY, sizeof *made);
    made[MANY - 1].id = 1; /* so that this is no jump to calloc */
    return made;
}

__attribute__((noinline)) static double sum(volatile struct pix *of, int count)
{
    double all = 0;
    for (int i = 0; i < count; i += 4)
        all += of[i].weight + of[i + 1].weight + of[i + 2].weight + of[i + 3].weight;
    return all;
}

int main(void)
{
    struct pix *made = make();
    double all = 0;
    for (int i = 0; i < WALKS; i++)
        all += sum(made, MANY) + sum(table, FEW);
    printf("%g\n", all);
    return 0;
}
