/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sweep of sweep.h: passes references to the levels that count them. */
#include "sweep.h"

#include <stddef.h>

static bool is_first_level(enum msim_level level)
{
    return level == MSIM_I1 || level == MSIM_D1 || level == MSIM_ITLB || level == MSIM_DTLB;
}

uint64_t msim_sweep_bytes(const struct msim_grid *grid, uint32_t functions)
{
    uint64_t bytes = sizeof(struct msim_sweep);
    for (int level = 0; level < MSIM_LEVELS; level++)
        bytes += msim_sweep_level_bytes(grid, (enum msim_level)level) +
                 functions * msim_sweep_level_row_bytes(grid, (enum msim_level)level);
    return bytes;
}

/* The smallest line of the machine's other caches when `level` is swept; a cell's own may be
 * smaller. */
static uint32_t cut_for(const struct msim_machine *machine, enum msim_level level)
{
    uint32_t smallest = MSIM_SIZE_MAX;
    for (int other = MSIM_I1; other <= MSIM_L3; other++)
        if (machine->level[other].units && machine->level[other].line < smallest &&
            (other != (int)level || !is_first_level(level)))
            smallest = machine->level[other].line;
    return smallest;
}

struct msim_sweep *msim_sweep_new(const struct msim_mem *mem, const struct msim_dict *dict,
                                  const struct msim_machine *machine, const struct msim_grid *grid)
{
    struct msim_sweep *sweep = msim_get(mem, sizeof *sweep, 64);
    sweep->mem = mem;
    sweep->machine = machine;
    sweep->grid = grid;
    msim_functions_init(&sweep->functions, mem, dict);
    for (int i = 0; i < MSIM_LEVELS; i++) {
        enum msim_level level = (enum msim_level)i;
        if (!msim_grid_has(grid, level))
            continue;
        sweep->swept[i] =
            msim_sweep_level_new(mem, &sweep->functions, grid, level, cut_for(machine, level));
        sweep->has_all_refs |= is_first_level(level);
    }
    if (sweep->has_all_refs)
        msim_all_refs_init(&sweep->all_refs, mem, dict, sweep->swept);
    return sweep;
}

void msim_sweep_index_by(struct msim_sweep *sweep, struct msim_pageframes *frames)
{
    for (int level = MSIM_L2; level <= MSIM_L3; level++)
        if (sweep->swept[level])
            sweep->swept[level]->frames = frames;
}

void msim_sweep_limit_regions(struct msim_sweep *sweep, uint32_t max)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (sweep->swept[level] && sweep->swept[level]->regions)
            sweep->swept[level]->regions->max = max;
}

void msim_sweep_extend(void *self)
{
    struct msim_sweep *sweep = self;
    msim_functions_extend(&sweep->functions);
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (sweep->swept[level])
            msim_sweep_level_extend(sweep->swept[level]);
    if (sweep->has_all_refs)
        msim_all_refs_extend(&sweep->all_refs);
}

void msim_sweep_run(void *self, const uint64_t *words, const uint64_t *end)
{
    struct msim_sweep *sweep = self;
    if (sweep->has_all_refs)
        msim_all_refs_run(&sweep->all_refs, words, end);
}

static void run_level(struct msim_sweep *sweep, enum msim_level level, const struct msim_ref *refs,
                      uint32_t used, unsigned mask)
{
    struct msim_sweep_level *swept = sweep->swept[level];
    if (swept)
        swept->references += msim_sweep_level_run(swept, refs, used, mask);
}

static void run_first(struct msim_sweep *sweep, const struct msim_ref *refs, uint32_t used)
{
    run_level(sweep, MSIM_L2, refs, used, MSIM_MISS_CACHE);
    run_level(sweep, MSIM_L2TLB, refs, used, MSIM_MISS_TLB);
    run_level(sweep, MSIM_L2ITLB, refs, used, MSIM_MISS_TLB);
    run_level(sweep, MSIM_L2DTLB, refs, used, MSIM_MISS_TLB);
}

static void run_second(struct msim_sweep *sweep, const struct msim_ref *refs, uint32_t used)
{
    run_level(sweep, MSIM_L3, refs, used, 0);
}

/* Passes on references; at marks where all levels become empty, empties the stacks. */
void msim_sweep_missed(void *self, enum msim_missed_level missed, const struct msim_ref *refs,
                       uint32_t used)
{
    struct msim_sweep *sweep = self;
    bool first = missed == MSIM_MISSED_FIRST;
    void (*run)(struct msim_sweep *, const struct msim_ref *, uint32_t) =
        first ? run_first : run_second;
    uint32_t from = 0;
    for (uint32_t i = 0; i < used; i++) {
        if (__builtin_expect(!msim_ref_empties(refs[i].missed, refs[i].kind), 1))
            continue;
        run(sweep, refs + from, i - from);
        from = i + 1;
        for (int level = MSIM_L2; level < MSIM_LEVELS; level++)
            if (sweep->swept[level] && (level == MSIM_L3) != first &&
                !is_first_level((enum msim_level)level))
                msim_sweep_level_empty(sweep->swept[level]);
    }
    run(sweep, refs + from, used - from);
}

void msim_sweep_clear(void *self)
{
    struct msim_sweep *sweep = self;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (sweep->swept[level])
            msim_sweep_level_clear(sweep->swept[level]);
}

/* --- Results ------------------------------------------------------------------------------ */

uint64_t msim_sweep_references(const struct msim_sweep *sweep, enum msim_level level)
{
    return sweep->swept[level] ? sweep->swept[level]->references : 0;
}

struct msim_misses msim_sweep_misses_by(const struct msim_sweep *sweep,
                                        const struct msim_cell *cell, uint32_t function)
{
    if (!sweep->swept[cell->level])
        return (struct msim_misses){{0}};
    return msim_sweep_level_misses(sweep->swept[cell->level], cell, function);
}

struct msim_misses msim_sweep_misses(const struct msim_sweep *sweep, const struct msim_cell *cell)
{
    struct msim_misses total = {{0}};
    for (uint32_t function = 0; function < sweep->functions.functions.used; function++) {
        struct msim_misses by = msim_sweep_misses_by(sweep, cell, function);
        for (int kind = 0; kind < MSIM_KINDS; kind++)
            total.of[kind] += by.of[kind];
    }
    return total;
}
