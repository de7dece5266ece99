/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An array of structures with one hot field: 5,000 elements of 48 bytes in one block, whose bytes 8 to 16
 * are summed 20 times.  array_soa.c is the same with an array of each field.
 */
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 5000, ROUNDS = 20 };

struct particle {
    double mass, x, y, z, vx, vy;
};

__attribute__((noinline)) static struct particle *make_particles(void)
{
    struct particle *all = malloc(ELEMENTS * sizeof *all);
    if (!all)
        exit(1);
    for (int i = 0; i < ELEMENTS; i++) {
        all[i].mass = 1;
        all[i].x = i;
        all[i].y = 2;
        all[i].z = 3;
        all[i].vx = 4;
        all[i].vy = 5;
    }
    return all;
}

__attribute__((noinline)) static double sum_of(const struct particle *all)
{
    double sum = 0;
    for (int i = 0; i < ELEMENTS; i++)
        sum += all[i].x;
    return sum;
}

int main(void)
{
    struct particle *all = make_particles();
    double sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        sum += sum_of(all);
    printf("%.0f\n", sum);
    free(all);
    return 0;
}
