/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up points. */
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 30000 };

struct point {
    double x, y, z;
};

static struct point *make_point(double x, double y, double z)
{
    struct point *point = malloc(sizeof *point);
    *point = (struct point){x, y, z};
    return point;
}

/* Frees both. */
static struct point *add(struct point *one, struct point *other)
{
    struct point *sum = make_point(one->x + other->x, one->y + other->y, one->z + other->z);
    free(one);
    free(other);
    return sum;
}

int main(void)
{
    struct point *sum = make_point(0, 0, 0);
    for (int i = 0; i < POINTS; i++)
        sum = add(sum, make_point(i, 2 * i, 3 * i));
    printf("%.0f %.0f %.0f\n", sum->x, sum->y, sum->z);
    free(sum);
    return 0;
}
