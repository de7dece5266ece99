/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replays of tried.h. */
#include "tried.h"

#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/layout/relocation/relocation.h"
#include "cmd/layout/relocation/variables.h"
#include "cmd/trace/crew.h"
#include "cmd/trace/simulate.h"
#include "engine/heap/heap.h"

enum { USUAL_LINE = 64 };

struct msim_tried *msim_tried_new(size_t rules, size_t rows)
{
    size_t first = sizeof(struct msim_tried),
           second = rules * sizeof(struct msim_relocation_counts);
    char *shared = msim_shared(first + second + rows * sizeof(struct msim_row));
    struct msim_tried *tried = (void *)shared;
    tried->counts = (void *)(shared + first);
    tried->row = (void *)(shared + first + second);
    return tried;
}

uint32_t msim_layout_prepare(struct msim_relocation *relocation,
                             const struct msim_layout_rules *layout,
                             const struct msim_plan_type *const *type)
{
    char *wrong = NULL;
    if (!msim_relocation_init(relocation, layout, type, &wrong))
        msim_bad_usage("--what-if: %s", wrong);
    return msim_relocation_rows(relocation);
}

/* --- The study ---------------------------------------------------------------------------- */

struct msim_player *msim_layout_open(const struct msim_layout_run *run,
                                     struct msim_options *options, struct msim_study **study)
{
    static const struct msim_observer *const none[] = {NULL};
    struct msim_player *player = msim_player_open(run->trace, run->partial);
    *study = msim_simulated(player, options, none, run->operands, (char **)run->operand);
    const struct msim_heap_options *heap = msim_options_of(options, &msim_heap_observer);
    if (!heap->on || heap->pages)
        msim_bad_usage("%s was recorded with %s, so it does not have the blocks of the heap; to "
                       "record another: memsim run --trace-file=memsim.trace.%%p -- COMMAND",
                       run->trace, heap->on ? "--pages-as-heap=yes" : "--heap=no");
    if (!(*study)->sim)
        msim_bad_usage("with these options nothing is simulated, so no layout differs");
    return player;
}

char *msim_layout_machine(const struct msim_layout_run *run, struct msim_machine *machine)
{
    struct msim_options options;
    struct msim_study *study;
    struct msim_player *player = msim_layout_open(run, &options, &study);
    *machine = study->machine;
    return (char *)msim_player_about(player).command;
}

void msim_layout_look(struct msim_layout_run *run)
{
    struct msim_options options;
    struct msim_study *study;
    struct msim_player *player = msim_layout_open(run, &options, &study);
    const struct msim_heap_options *heap = msim_options_of(&options, &msim_heap_observer);
    const char **names = msim_zeroed(heap->alloc_fns.used + (size_t)1, sizeof *names);
    for (unsigned i = 0; i < heap->alloc_fns.used; i++)
        names[i] = heap->alloc_fns.name[i];
    run->wrappers = (struct msim_wrappers){names, heap->alloc_fns.used};
    msim_player_scan(player, msim_ahead_take, &run->ahead, "looking ahead");
    msim_points_make(&run->points, msim_player_dict(player), &run->ahead, run->types,
                     &run->wrappers);
    run->file = msim_zeroed(run->ahead.files, sizeof *run->file);
    for (size_t i = 0; i < run->ahead.files; i++)
        run->file[i] = msim_dict_text(msim_player_dict(player), run->ahead.file[i].path);
}

uint64_t msim_layout_line(const struct msim_machine *machine)
{
    uint64_t line = 0;
    for (int level = MSIM_D1; level <= MSIM_L3; level++)
        if (machine->level[level].units && machine->level[level].line > line)
            line = machine->level[level].line;
    return line ? line : USUAL_LINE;
}

/* --- The replay --------------------------------------------------------------------------- */

/* Mapped memory must not be where the layout is. */
static void mapped(void *self, const uint64_t *record)
{
    if (msim_space_is_in(record[1], record[2]))
        msim_bad_input("the program has memory at the addresses that layouts use (from 0x%llx on)",
                       (unsigned long long)MSIM_SPACE_FIRST);
    msim_variables_mapped(self, record);
}

static void keep(const struct msim_relocation *relocation, const struct msim_study *study,
                 struct msim_tried *tried)
{
    uint32_t rows = msim_relocation_rows(relocation);
    for (uint32_t i = 0; i < rows; i++) {
        tried->row[i] = *msim_profile_row(&study->profile, i);
        memset(tried->row[i].count[MSIM_FETCH], 0, sizeof tried->row[i].count[MSIM_FETCH]);
    }
    for (size_t i = 0; i < relocation->rules; i++)
        tried->counts[i] = relocation->rule[i].counts;
    tried->total = msim_profile_total(&study->profile);
    tried->calls = relocation->frames.calls;
}

void msim_layout_try(const struct msim_layout_run *run, const struct msim_layout_rules *layout,
                     const struct msim_plan_type *const *type, bool identity,
                     struct msim_tried *tried, volatile uint64_t *part)
{
    struct msim_options options;
    struct msim_study *study;
    struct msim_sites sites;
    struct msim_player *player = msim_layout_open(run, &options, &study);
    struct msim_relocation *relocation = msim_zeroed(1, sizeof *relocation);
    struct msim_variables variables = {.dict = msim_player_dict(player), .relocation = relocation};
    relocation->identity = identity;
    relocation->line = msim_layout_line(&study->machine);
    relocation->sites = &sites;
    relocation->ahead = &run->ahead;
    relocation->mapped = mapped;
    relocation->mapped_self = &variables;
    struct msim_sites_types types = {run->types, run->file, run->ahead.files};
    msim_sites_init(&sites, layout, msim_player_dict(player), &run->points, &types);
    msim_layout_prepare(relocation, layout, type);
    struct msim_mapper mapper = msim_relocation_mapper(relocation);
    msim_sim_attach_mapper(study->sim, &mapper);
    msim_player_run(player, study, NULL, part);
    keep(relocation, study, tried);
    tried->missing = msim_variables_missing(&variables, layout);
}
