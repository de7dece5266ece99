/* SPDX-License-Identifier: GPL-2.0-or-later */
/* array.c, laid out by hand as "make_particles: 48 bytes: soa ..." does. */
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 5000, ROUNDS = 20 };

struct particles {
    double *mass, *x, *y, *z, *vx, *vy;
};

__attribute__((noinline)) static double *make_array(void)
{
    double *array = malloc(ELEMENTS * sizeof *array);
    if (!array)
        exit(1);
    return array;
}

__attribute__((noinline)) static void make_particles(struct particles *all)
{
    all->mass = make_array();
    all->x = make_array();
    all->y = make_array();
    all->z = make_array();
    all->vx = make_array();
    all->vy = make_array();
    for (int i = 0; i < ELEMENTS; i++) {
        all->mass[i] = 1;
        all->x[i] = i;
        all->y[i] = 2;
        all->z[i] = 3;
        all->vx[i] = 4;
        all->vy[i] = 5;
    }
}

__attribute__((noinline)) static double sum_of(const double *x)
{
    double sum = 0;
    for (int i = 0; i < ELEMENTS; i++)
        sum += x[i];
    return sum;
}

int main(void)
{
    struct particles all;
    double sum = 0;
    make_particles(&all);
    for (int i = 0; i < ROUNDS; i++)
        sum += sum_of(all.x);
    printf("%.0f\n", sum);
    return 0;
}
