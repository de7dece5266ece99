/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting for bound.h. */
#include "bound.h"

/* Contexts below "(beyond --calls-limit)" may take this part of the limit besides, and some
 * more. */
enum { EXTRA_PART = 8, EXTRA_LEAST = 4096 };

void msim_bound_count(struct msim_bound *bound, const struct msim_table *table, uint32_t each)
{
    if (bound->others == MSIM_BOUND_TABLES)
        return;
    bound->other[bound->others].table = table;
    bound->other[bound->others++].each = each;
}

static uint64_t bytes_of(const struct msim_bound *bound, uint32_t contexts)
{
    uint64_t bytes = (uint64_t)contexts * bound->each;
    for (unsigned i = 0; i < bound->others; i++)
        bytes += (uint64_t)bound->other[i].table->used * bound->other[i].each;
    return bytes;
}

/* Paths without recursion have the last quarter. */
bool msim_bound_is_near(struct msim_bound *bound, uint32_t contexts)
{
    if (!bound->limit || bound->lifted)
        return false;
    if (!bound->folds)
        bound->folds = bytes_of(bound, contexts) >= bound->limit - bound->limit / 4;
    return bound->folds;
}

bool msim_bound_is_reached(const struct msim_bound *bound, uint32_t contexts)
{
    return bound->limit && !bound->lifted && bytes_of(bound, contexts) >= bound->limit;
}

bool msim_bound_is_passed(const struct msim_bound *bound)
{
    return bound->extra >= bound->limit / bound->each / EXTRA_PART + EXTRA_LEAST;
}

void msim_bound_take(struct msim_bound *bound, bool folded)
{
    bound->unnoted |= !bound->folded && !bound->flat;
    bound->folded += folded;
    bound->flat += !folded;
}

void msim_bound_note(struct msim_bound *bound, uint64_t instructions)
{
    bound->since = instructions;
    bound->unnoted = false;
}

void msim_bound_lower(struct msim_bound *bound, uint32_t contexts)
{
    uint64_t taken = bytes_of(bound, contexts);
    if (!bound->limit || bound->limit > taken)
        bound->limit = taken + 1;
    bound->folds = true;
}

void msim_bound_clear(struct msim_bound *bound)
{
    bound->folded = bound->flat = bound->since = 0;
    bound->unnoted = false;
}

/* --- Saying it ---------------------------------------------------------------------------- */

static void put_grouped(struct msim_text *text, uint64_t number, const char *what)
{
    msim_put_grouped(text, number, 0);
    msim_put(text, what);
}

/* What was folded from when: in two parts, as lines are short. */
static void put_reason(struct msim_text *text, const struct msim_bound *bound)
{
    msim_put(text, "contexts came near the ");
    msim_put_size(text, bound->limit);
    msim_put(text, " of --calls-limit after ");
    put_grouped(text, bound->since, " instructions; from there on,");
}

static void put_calls(struct msim_text *text, const struct msim_bound *bound)
{
    put_grouped(text, bound->folded, " recursive calls count in a context of their path");
    if (!bound->flat)
        return;
    msim_put(text, ", ");
    put_grouped(text, bound->flat, " other calls below (beyond --calls-limit)");
}

void msim_bound_put(struct msim_text *text, const char *start, const struct msim_bound *bound)
{
    if (!bound->folded && !bound->flat)
        return;
    msim_put(text, start);
    msim_put(text, "Folded: ");
    put_reason(text, bound);
    msim_put(text, " ");
    put_calls(text, bound);
    msim_put(text, "; sums are exact; a larger --calls-limit= has more contexts, --recursion=fold "
                   "needs fewer\n");
}

void msim_bound_summary(const struct msim_bound *bound, const struct msim_lines *lines)
{
    struct msim_line line;
    if (!bound->folded && !bound->flat)
        return;
    msim_line_init(&line, lines);
    msim_put(&line.text, "note: ");
    put_reason(&line.text, bound);
    msim_line_end(&line);
    msim_put(&line.text, "... ");
    put_calls(&line.text, bound);
    msim_line_end(&line);
    msim_put(&line.text, "... all sums are exact; --calls-limit=");
    msim_put_size(&line.text, 4 * bound->limit);
    msim_put(&line.text, " has more contexts, --recursion=fold needs fewer");
    msim_line_end(&line);
}
