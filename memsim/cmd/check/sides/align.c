/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Aligning lines; see align.h. */
#include "align.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"

enum { CELLS_MAX = 1 << 22 };

/* What makes two lines alike. */
enum { EQUAL_WORK = 4, SAME_FROM_START = 3, SAME_FROM_END = 2, SIMILAR_WORK = 1 };

struct version {
    const struct msim_aligned_line *line;
    size_t lines;
};

static bool is_similar(const struct msim_aligned_line *a, const struct msim_aligned_line *b)
{
    return a->work[0] / 2 <= b->work[0] && b->work[0] / 2 <= a->work[0];
}

static uint32_t alike(const struct version *base, size_t i, const struct version *fresh, size_t k)
{
    const struct msim_aligned_line *a = &base->line[i], *b = &fresh->line[k];
    uint32_t start = a->line - base->line[0].line, end = base->line[base->lines - 1].line - a->line;
    uint32_t score = 0;
    if (!memcmp(a->work, b->work, sizeof a->work))
        score += EQUAL_WORK;
    if (b->line - fresh->line[0].line == start)
        score += SAME_FROM_START;
    if (fresh->line[fresh->lines - 1].line - b->line == end)
        score += SAME_FROM_END;
    return score + (is_similar(a, b) ? SIMILAR_WORK : 0);
}

/* Pairs lines of the same number. */
static void pair_numbers(const struct version *base, const struct version *fresh, uint32_t *mate)
{
    for (size_t i = 0, k = 0; i < base->lines; i++) {
        while (k < fresh->lines && fresh->line[k].line < base->line[i].line)
            k++;
        if (k < fresh->lines && fresh->line[k].line == base->line[i].line)
            mate[i] = (uint32_t)k;
    }
}

/* score[i][k]: of the best alignment of what follows old line i and new line k. */
static void pair_alike(const struct version *base, const struct version *fresh, uint32_t *mate)
{
    size_t width = fresh->lines + 1;
    uint32_t *score = msim_zeroed((base->lines + 1) * width, sizeof *score);
    for (size_t i = base->lines; i-- > 0;)
        for (size_t k = fresh->lines; k-- > 0;) {
            uint32_t own = alike(base, i, fresh, k);
            uint32_t best = score[(i + 1) * width + k];
            uint32_t other = score[i * width + k + 1];
            uint32_t both = own ? own + score[(i + 1) * width + k + 1] : 0;
            best = other > best ? other : best;
            score[i * width + k] = both > best ? both : best;
        }
    for (size_t i = 0, k = 0; i < base->lines && k < fresh->lines;) {
        uint32_t own = alike(base, i, fresh, k), here = score[i * width + k];
        if (own && here == own + score[(i + 1) * width + k + 1])
            mate[i++] = (uint32_t)k++;
        else if (here == score[(i + 1) * width + k])
            i++;
        else
            k++;
    }
    free(score);
}

uint32_t *msim_align(const struct msim_aligned_line *base, size_t bases,
                     const struct msim_aligned_line *fresh, size_t freshes)
{
    struct version old = {base, bases}, new = {fresh, freshes};
    uint32_t *mate = msim_zeroed(bases, sizeof *mate);
    for (size_t i = 0; i < bases; i++)
        mate[i] = MSIM_NOTHING;
    if (bases && freshes && bases <= CELLS_MAX / freshes)
        pair_alike(&old, &new, mate);
    else
        pair_numbers(&old, &new, mate);
    return mate;
}
