/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Distances between words; see nearest.h. */
#include "nearest.h"

#include <string.h>

enum { LONGEST = 40 };

struct msim_nearest msim_nearest_to(const char *word)
{
    size_t length = strcspn(word, "=");
    return (struct msim_nearest){word, length, NULL, (length + 2) / 3};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The usual table, of which three rows are kept: row i has the distances of the first i letters of
 * `a` to the beginnings of `b`. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    for (size_t k = 0; k <= b_length; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3], *before = rows[(i - 1) % 3], *earlier = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t k = 1; k <= b_length; k++) {
            row[k] = before[k - 1] + (a[i - 1] != b[k - 1]);
            row[k] = least(row[k], least(before[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = least(row[k], earlier[k - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

void msim_nearest_try(struct msim_nearest *nearest, const char *name)
{
    size_t length = strlen(name);
    if (length > LONGEST || nearest->length > LONGEST)
        return;
    size_t its = distance(nearest->word, nearest->length, name, length);
    if (its < nearest->distance) {
        nearest->distance = its;
        nearest->name = name;
    }
}
