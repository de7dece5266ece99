/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes miss curves; see curve.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "curve.h"
#include "engine/machine/names.h"

/* The rules with 1.1 and 1%, in whole numbers. */
static bool is_flat(uint64_t misses, uint64_t at_largest)
{
    return misses <= at_largest || misses - at_largest <= at_largest / 10;
}

static bool is_gone(uint64_t misses, uint64_t at_smallest)
{
    return misses < at_smallest / 100 + (at_smallest % 100 != 0) || !misses;
}

/* Finds the point where a function fits, see curve.h.  Unknown points are ignored. */
static size_t find_fit(const uint64_t *misses, const bool *known, size_t points)
{
    size_t first = 0, last = points;
    while (first < points && !known[first])
        first++;
    while (last > first && !known[last - 1])
        last--;
    if (last - first < 2)
        return MSIM_FIT_UNKNOWN;
    size_t fits = --last;
    for (size_t i = last + 1; i-- > first;) {
        if (!known[i])
            continue;
        if (!is_flat(misses[i], misses[last]) && !is_gone(misses[i], misses[first]))
            break;
        fits = i;
    }
    return fits == last && !is_gone(misses[last], misses[first]) ? points : fits;
}

/* The machine's line for that level, or UINT64_MAX if it is unknown. */
static uint64_t line_of_machine(const char *machine, enum msim_level level)
{
    struct msim_machine found = {0};
    for (const char *word = machine; *word;) {
        char text[96];
        size_t length = strcspn(word, " ");
        const char *name = word + (!strncmp(word, "--", 2) ? 2 : 0);
        size_t rest = length - (size_t)(name - word);
        if (rest < sizeof text) {
            memcpy(text, name, rest);
            text[rest] = 0;
            char *value = strchr(text, '=');
            if (value) {
                *value++ = 0;
                enum msim_level of = msim_level_named(text);
                if (of != MSIM_LEVELS)
                    msim_geometry_read(of, value, &found.level[of]);
            }
        }
        word += length + strspn(word + length, " ");
    }
    msim_machine_check(&found); /* sets the page of second-level TLBs */
    /* Without a first-level TLB, a second-level one has no page. */
    return found.level[level].line ? found.level[level].line : UINT64_MAX;
}

/* Chooses the line and the ways among the level's cells [from, end). */
static void choose(struct msim_curve *curve, const struct msim_swept *sweep, size_t from,
                   size_t end)
{
    uint64_t wanted = line_of_machine(sweep->machine, curve->level);
    const struct msim_swept_cell *cell = sweep->cell;
    bool lines = false, ways = false;
    for (size_t i = from; i < end; i++) {
        lines |= cell[i].key.line != cell[from].key.line;
        if (curve->line != wanted && (cell[i].key.line == wanted || cell[i].key.line > curve->line))
            curve->line = cell[i].key.line;
    }
    curve->ways = 1;
    for (size_t i = from; i < end; i++) {
        ways |= cell[i].key.ways != cell[from].key.ways;
        if (cell[i].key.line == curve->line && cell[i].key.ways - 1 > curve->ways - 1)
            curve->ways = cell[i].key.ways;
    }
    bool own = curve->line == wanted;
    const char *with_line = own ? "the machine's line" : "the largest line";
    const char *with_page = own ? "the machine's page" : "the largest page";
    const char *both_line =
        own ? "the machine's line and its most ways" : "the largest line and its most ways";
    const char *both_page =
        own ? "the machine's page and its most ways" : "the largest page and its most ways";
    bool tlb = msim_is_tlb(curve->level);
    if (lines)
        curve->why = ways ? tlb ? both_page : both_line : tlb ? with_page : with_line;
    else
        curve->why = ways ? "the most ways" : "";
}

/* Collects one function's misses at the points of the curve; if `sum` is 0, it has none. */
static void follow(const struct msim_curve *curve, const struct msim_function_share *share,
                   size_t shares, enum msim_of of, struct msim_curve_function *function)
{
    *function = (struct msim_curve_function){.function = share->function, .file = share->file};
    function->at = msim_zeroed(curve->points, sizeof *function->at);
    for (size_t i = 0; i < shares; i++)
        for (size_t point = 0; point < curve->points; point++)
            if (!msim_cell_order(&share[i].key, &curve->cell[point]->key)) {
                uint64_t misses = msim_missed_of(&share[i].misses, of);
                function->at[point] = &share[i].misses;
                /* The sum is only for the order, so it saturates instead of overflowing. */
                function->sum =
                    misses > UINT64_MAX - function->sum ? UINT64_MAX : function->sum + misses;
            }
}

/* Inserts a function among the costliest, in order; ties are in the order of their names. */
static void place(struct msim_curve *curve, struct msim_curve_function *next)
{
    size_t at = curve->functions;
    while (at > 0 && curve->function[at - 1].sum < next->sum)
        at--;
    if (at == MSIM_CURVE_FUNCTIONS || !next->sum) {
        free(next->at);
        return;
    }
    if (curve->functions == MSIM_CURVE_FUNCTIONS)
        free(curve->function[--curve->functions].at);
    memmove(curve->function + at + 1, curve->function + at,
            (curve->functions - at) * sizeof *curve->function);
    curve->function[at] = *next;
    curve->functions++;
}

static uint64_t less(uint64_t from, uint64_t what)
{
    return from > what ? from - what : 0;
}

/* What is left of the total; unknown where a function's part is. */
static void find_others(struct msim_curve *curve, enum msim_of of)
{
    curve->others = msim_zeroed(curve->points, sizeof *curve->others);
    curve->others_known = msim_zeroed(curve->points, sizeof *curve->others_known);
    for (size_t i = 0; i < curve->points; i++) {
        struct msim_missed *rest = &curve->others[i];
        *rest = curve->cell[i]->misses;
        curve->others_known[i] = curve->functions > 0;
        for (size_t f = 0; f < curve->functions; f++) {
            const struct msim_missed *part = curve->function[f].at[i];
            curve->others_known[i] &= part != NULL;
            rest->read = less(rest->read, part ? part->read : 0);
            rest->write = less(rest->write, part ? part->write : 0);
            rest->instruction = less(rest->instruction, part ? part->instruction : 0);
        }
        curve->has_others |= curve->others_known[i] && msim_missed_of(rest, of);
    }
}

static void fit_all(struct msim_curve *curve, enum msim_of of)
{
    uint64_t *misses = msim_zeroed(curve->points, sizeof *misses);
    bool *known = msim_zeroed(curve->points, sizeof *known);
    for (size_t i = 0; i < curve->points; i++) {
        misses[i] = msim_missed_of(&curve->cell[i]->misses, of);
        known[i] = true;
    }
    curve->fits = find_fit(misses, known, curve->points);
    for (size_t f = 0; f < curve->functions; f++) {
        struct msim_curve_function *function = &curve->function[f];
        for (size_t i = 0; i < curve->points; i++) {
            known[i] = function->at[i] != NULL;
            misses[i] = known[i] ? msim_missed_of(function->at[i], of) : 0;
        }
        function->fits = find_fit(misses, known, curve->points);
    }
    MSIM_FREE(misses, known);
}

void msim_curve_make(struct msim_curve *curve, const struct msim_swept *sweep, size_t from,
                     enum msim_of of)
{
    size_t end = msim_swept_level_end(sweep, from);
    *curve = (struct msim_curve){.level = sweep->cell[from].key.level};
    choose(curve, sweep, from, end);
    curve->cell = msim_zeroed(end - from, sizeof *curve->cell);
    for (size_t i = from; i < end; i++)
        if (sweep->cell[i].key.ways == curve->ways && sweep->cell[i].key.line == curve->line)
            curve->cell[curve->points++] = &sweep->cell[i];
    for (size_t next, at = 0; at < sweep->shares; at = next) {
        struct msim_curve_function function;
        next = msim_swept_function_end(sweep, at);
        if (sweep->share[at].key.level != curve->level)
            continue;
        follow(curve, sweep->share + at, next - at, of, &function);
        place(curve, &function);
    }
    fit_all(curve, of);
    find_others(curve, of);
}

void msim_curve_free(struct msim_curve *curve)
{
    for (size_t i = 0; i < curve->functions; i++)
        free(curve->function[i].at);
    MSIM_FREE(curve->cell, curve->others, curve->others_known);
}

void msim_curve_fits(const struct msim_curve *curve, size_t fits, char *to, size_t room)
{
    if (fits == MSIM_FIT_UNKNOWN) {
        snprintf(to, room, "-");
        return;
    }
    bool tlb = msim_is_tlb(curve->level);
    bool falls = fits == curve->points;
    uint64_t size = curve->cell[falls ? curve->points - 1 : fits]->key.size;
    struct msim_human human = tlb ? msim_human_count(size) : msim_human_size(size);
    snprintf(to, room, "%s%s", falls ? "more than " : fits ? "" : "no gain above ", human.text);
}
