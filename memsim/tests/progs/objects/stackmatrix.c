/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A matrix on the stack of one function, which others fill by rows and add up by columns through a
 * pointer. With COLUMNS=56, rows are 64 bytes longer than what is used of them. Flags: -O1 -g. Usage: stackmatrix [TIMES] */
#include "places.h"

#ifndef COLUMNS
#define COLUMNS 48
#endif
enum { ROWS = 60, USED = 48, UNUSED = 64 << 10 };

typedef double matrix[ROWS][COLUMNS];

static NOINLINE void fill(matrix m)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < USED; j++)
            m[i][j] = i + j;
}

static NOINLINE double columns(matrix m)
{
    double sum = 0;
    for (int j = 0; j < USED; j++)
        for (int i = 0; i < ROWS; i++)
            sum += m[i][j];
    return sum;
}

static NOINLINE double work(unsigned times)
{
    static const struct about about = {
        .kind = "stack", .key = "work", .layout = "double", .name = "m", .from = 1, .to = 2};
    matrix m;
    double sum = 0;
    mark(1);
    fill(m);
    for (unsigned i = 0; i < times; i++)
        sum += columns(m);
    mark(2);
    layout("double", sizeof(double));
    field("[]", 0, sizeof(double));
    place(&about, m, sizeof m, address_of(__builtin_dwarf_cfa()));
    return sum;
}

int main(int argc, char **argv)
{
    places_begin();
    /* As in layouts/matrix.c. */
    __asm__ volatile("" : : "r"(__builtin_alloca(UNUSED)));
    double sum = work(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 4);
    places_end();
    return sum < 0;
}
