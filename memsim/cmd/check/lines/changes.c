/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finding changed lines; see changes.h. */
#include "changes.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/check/sides/align.h"
#include "cmd/check/sides/pair.h"
#include "cmd/check/sides/strings.h"
#include "cmd/counts/records.h"

/* What a change of one costs, in halves of an instruction. */
enum { INSTRUCTION = 2, ACCESS = 1, FIRST_LEVEL = 20, FURTHER = 200 };

/* The lines of a function, in order, with their counts by msim_common. */
struct lines {
    struct msim_aligned_line *line;
    int64_t *count;
    size_t lines;
};

struct finding {
    struct msim_changes *changes;
    const struct msim_sides *sides;
    struct msim_records records;
    size_t work[MSIM_WORK]; /* the events of msim_aligned_line, by msim_common; `events`: none */
    uint64_t weight[MSIM_EVENTS_MAX];
};

/* --- what counts ------------------------------------------------------------------------------ */

/* A level's digit, or T for a TLB, is the second letter. */
static uint64_t weight_of(const char *event)
{
    bool deep = event[1] > '1' && event[1] <= '9';
    if (!strcmp(event, "Ir"))
        return INSTRUCTION;
    if (!strcmp(event, "Dr") || !strcmp(event, "Dw"))
        return ACCESS;
    if (event[1] == 'T')
        deep = event[2] == '2';
    return deep || event[1] == 'L' ? FURTHER : FIRST_LEVEL;
}

static void choose_weights(struct finding *finding)
{
    static const char *const work[MSIM_WORK] = {"Ir", "Dr", "Dw"};
    const struct msim_common *common = &finding->sides->common;
    for (size_t i = 0; i < MSIM_WORK; i++)
        finding->work[i] = msim_common_event(common, work[i]);
    for (size_t i = 0; i < common->events; i++)
        finding->weight[i] = weight_of(common->name[i]);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Functions of the C library are one line each: theirs is not the code that changed. */
bool msim_changes_are_whole(const struct msim_counts *counts, uint32_t part)
{
    uint32_t object = counts->part[part].object;
    return object != MSIM_NOTHING && msim_is_c_library(msim_base_name(counts->object.name[object]));
}

static void read_lines(struct finding *finding, const struct msim_counts *counts, uint32_t part,
                       const size_t *event, struct lines *lines)
{
    const struct msim_common *common = &finding->sides->common;
    struct msim_records *records = &finding->records;
    int64_t count[MSIM_EVENTS_MAX];
    *lines = (struct lines){NULL, NULL, 0};
    if (part == MSIM_NOTHING)
        return;
    msim_records_of_part(records, counts, part);
    if (msim_changes_are_whole(counts, part))
        for (size_t i = 0; i < records->records; i++)
            records->record[i].line = 0;
    lines->line = msim_zeroed(records->records, sizeof *lines->line);
    lines->count = msim_zeroed(records->records * common->events, sizeof *lines->count);
    for (size_t at = 0; at < records->records; lines->lines++) {
        struct msim_aligned_line *line = &lines->line[lines->lines];
        int64_t *to = lines->count + lines->lines * common->events;
        line->line = records->record[at].line;
        at = msim_records_line(records, counts, at, count);
        for (size_t i = 0; i < common->events; i++)
            to[i] = count[event[i]];
        for (size_t i = 0; i < MSIM_WORK; i++)
            line->work[i] = finding->work[i] < common->events ? to[finding->work[i]] : 0;
    }
}

static void free_lines(struct lines *lines)
{
    MSIM_FREE(lines->line, lines->count);
}

/* How much a change matters; 0: nothing of what counts changed.  `base` or `fresh` may be NULL. */
static uint64_t weigh(const struct finding *finding, const int64_t *base, const int64_t *fresh)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < finding->sides->common.events; i++) {
        int64_t by = (fresh ? fresh[i] : 0) - (base ? base[i] : 0);
        uint64_t amount = (uint64_t)(by < 0 ? -by : by);
        if (!finding->changes->watched[i] || !amount)
            continue;
        amount = amount > UINT64_MAX / FURTHER ? UINT64_MAX / FURTHER : amount;
        if (__builtin_add_overflow(weight, amount * finding->weight[i], &weight))
            weight = UINT64_MAX;
    }
    return weight;
}

/* Adds a line, unless nothing of what counts changed.  `base` or `fresh` may be NULL. */
static void add_line(struct finding *finding, struct msim_change change, const int64_t *base,
                     const int64_t *fresh)
{
    struct msim_changes *changes = finding->changes;
    size_t events = finding->sides->common.events;
    change.weight = weigh(finding, base, fresh);
    if (!change.weight)
        return;
    change.added = !base;
    change.gone = !fresh;
    change.base = msim_zeroed(2 * events, sizeof *change.base);
    change.fresh = change.base + events;
    if (base)
        memcpy(change.base, base, events * sizeof *base);
    if (fresh)
        memcpy(change.fresh, fresh, events * sizeof *fresh);
    MSIM_PUSH(changes->change, changes->changes, change);
}

/* --- functions -------------------------------------------------------------------------------- */

static struct msim_change place_of(const struct msim_counts *counts, uint32_t part)
{
    const struct msim_counts_part *is = &counts->part[part];
    const struct msim_counts_function *function = &counts->function[is->function];
    return (struct msim_change){
        .file = counts->file[function->file].name,
        .function = function->name,
        .object = is->object == MSIM_NOTHING ? NULL : counts->object.name[is->object]};
}

static void compare_lines(struct finding *finding, const struct msim_side_pair *pair,
                          const struct lines *base, const struct lines *fresh)
{
    size_t events = finding->sides->common.events, next = 0;
    uint32_t *mate = msim_align(base->line, base->lines, fresh->line, fresh->lines);
    struct msim_change old = {0}, new = {0};
    if (pair->base != MSIM_NOTHING)
        old = new = place_of(&finding->sides->base.counts, pair->base);
    if (pair->fresh != MSIM_NOTHING)
        new = place_of(&finding->sides->fresh.counts, pair->fresh);
    old.from.part = pair->base;
    new.to.part = pair->fresh;
    old.to.part = new.from.part = MSIM_NOTHING;
    for (size_t i = 0; i <= base->lines; i++) {
        size_t to = i == base->lines ? fresh->lines : mate[i] == MSIM_NOTHING ? next : mate[i];
        for (; next < to; next++) {
            new.line = new.to.line = fresh->line[next].line;
            add_line(finding, new, NULL, fresh->count + next * events);
        }
        if (i == base->lines)
            break;
        if (mate[i] == MSIM_NOTHING) {
            old.line = old.from.line = base->line[i].line;
            add_line(finding, old, base->count + i * events, NULL);
            continue;
        }
        struct msim_change both = new;
        both.line = both.to.line = fresh->line[next].line;
        both.from = (struct msim_changed_place){pair->base, base->line[i].line};
        add_line(finding, both, base->count + i * events, fresh->count + next * events);
        next++;
    }
    free(mate);
}

static void compare_parts(struct finding *finding, const struct msim_side_pair *pair)
{
    const struct msim_sides *sides = finding->sides;
    struct lines base, fresh;
    read_lines(finding, &sides->base.counts, pair->base, sides->common.base, &base);
    read_lines(finding, &sides->fresh.counts, pair->fresh, sides->common.fresh, &fresh);
    compare_lines(finding, pair, &base, &fresh);
    free_lines(&base);
    free_lines(&fresh);
}

/* --- functions that were inlined, or no longer are -------------------------------------------- */

/* A line that is gone from one function and new in another one is the same code, which the compiler
 * put elsewhere.  The gone ones come first. */
static int order_of_places(const void *a, const void *b)
{
    const struct msim_change *left = a, *right = b;
    int order = strcmp(msim_base_name(left->file), msim_base_name(right->file));
    if (!order)
        order = (left->line > right->line) - (left->line < right->line);
    return order ? order : right->gone - left->gone;
}

static bool is_elsewhere(const struct msim_change *gone, const struct msim_change *added)
{
    return gone->gone && added->added && gone->line && gone->line == added->line &&
           !strcmp(msim_base_name(gone->file), msim_base_name(added->file));
}

/* Puts the counts of `gone` into `added`. */
static void join(const struct finding *finding, struct msim_change *gone, struct msim_change *added)
{
    size_t events = finding->sides->common.events;
    msim_counts_add(added->base, gone->base, events);
    added->added = false;
    added->from = gone->from;
    added->weight = weigh(finding, added->base, added->fresh);
    gone->weight = 0;
}

static void join_elsewhere(const struct finding *finding)
{
    struct msim_changes *changes = finding->changes;
    size_t kept = 0;
    if (!changes->changes)
        return;
    qsort(changes->change, changes->changes, sizeof *changes->change, order_of_places);
    for (size_t i = 0; i + 1 < changes->changes; i++)
        if (is_elsewhere(&changes->change[i], &changes->change[i + 1]))
            join(finding, &changes->change[i], &changes->change[i + 1]);
    for (size_t i = 0; i < changes->changes; i++) {
        if (changes->change[i].weight)
            changes->change[kept++] = changes->change[i];
        else
            free(changes->change[i].base);
    }
    changes->changes = kept;
}

/* The order in which they are shown. */
static int order_of_changes(const void *a, const void *b)
{
    const struct msim_change *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    int order = order_of_places(a, b);
    return order ? order : strcmp(left->function, right->function);
}

bool msim_changes_leave_out(const struct msim_changes *changes, const struct msim_sides *sides,
                            const struct msim_side_pair *pair)
{
    if (!msim_pair_is_layout(sides, pair))
        return false;
    const int64_t *base = msim_part_total(&sides->base.counts, pair->base),
                  *fresh = msim_part_total(&sides->fresh.counts, pair->fresh);
    for (size_t i = 0; i < sides->common.events; i++)
        if (changes->watched[i] && msim_companion(sides->common.name[i]) &&
            fresh[sides->common.fresh[i]] != base[sides->common.base[i]])
            return false;
    return true;
}

void msim_changes_find(struct msim_changes *changes, const struct msim_sides *sides)
{
    struct finding finding = {.changes = changes, .sides = sides};
    choose_weights(&finding);
    for (size_t i = 0; i < sides->pairs; i++)
        if (!msim_changes_leave_out(changes, sides, &sides->pair[i]))
            compare_parts(&finding, &sides->pair[i]);
    join_elsewhere(&finding);
    msim_sort(changes->change, changes->changes, sizeof *changes->change, order_of_changes);
    msim_records_clear(&finding.records);
}

void msim_changes_free(struct msim_changes *changes)
{
    for (size_t i = 0; i < changes->changes; i++)
        free(changes->change[i].base);
    free(changes->change);
    *changes = (struct msim_changes){0};
}
