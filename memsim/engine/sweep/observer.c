/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sweep's row in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/caches/make.h"
#include "sweep.h"

/* Rows of counts are made when a function first misses; the estimate of memory assumes this
 * many. */
enum { FUNCTIONS_USUAL = 4096 };

struct options {
    bool on;
    const char *grid;   /* NULL: none */
    uint32_t functions; /* that the file shows for each level */
    const char *file;
};

/* --- Options ------------------------------------------------------------------------------ */

/* Grids are read by `make`, which has memory for them. */
static const char *set_grid(void *options, const struct msim_option *option, const char *value)
{
    struct options *sweep = options;
    (void)option;
    sweep->on = !msim_same_text(value, "none");
    sweep->grid = value;
    return NULL;
}

static const char *set_functions(void *options, const struct msim_option *option, const char *value)
{
    struct options *sweep = options;
    (void)option;
    if (!msim_same_text(value, "all"))
        return msim_set_number(&sweep->functions, value, 0, 1000000,
                               "expected a number up to 1000000, or all");
    sweep->functions = UINT32_MAX;
    return NULL;
}

static const struct msim_option rows[] = {
    {"--sweep", "<grid>|none", "also simulate a grid: L2:512K-16M,1-8,32-64[;...] [none]", set_grid,
     0, true},
    {"--sweep-functions", "<number>|all", "functions listed for each level [10]", set_functions, 0,
     true},
    {"--sweep-out-file", "<file>", "misses of every geometry [memsim.sweep.%p]", msim_set_file,
     offsetof(struct options, file), false},
};

static const struct options usual = {.functions = 10, .file = "memsim.sweep.%p"};

/* --- Making ------------------------------------------------------------------------------- */

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = true;
    needs->whole = "sweeps count all that runs: give --sweep=none, or leave this option out";
}

static const char *too_large(const struct msim_mem *mem, uint64_t needed, uint64_t memory)
{
    enum { ROOM = 128 };
    char *why = msim_get(mem, ROOM, 1);
    struct msim_text text;
    struct msim_string string = {why, ROOM, 0};
    struct msim_sink sink = msim_string_sink(&string);
    msim_text_init(&text, &sink);
    msim_put(&text, "this needs ");
    msim_put_grouped(&text, needed >> 20, 0);
    msim_put(&text, " MB of memory, but only ");
    msim_put_grouped(&text, memory >> 20, 0);
    msim_put(&text, " MB are available: give a smaller grid");
    msim_text_flush(&text);
    return why;
}

/* NULL: the grid can be swept with this machine. */
static const char *read_grid(struct msim_grid *grid, const char *text,
                             const struct msim_setting *setting)
{
    const char *wrong = msim_grid_read(text, grid, setting->mem);
    if (!wrong && setting->machine->cores.used > 1)
        wrong = "a grid is of caches of one core: give --cores=1";
    if (!wrong)
        wrong = msim_grid_fit(grid, setting->machine);
    for (int level = MSIM_ITLB; level < MSIM_LEVELS && !wrong; level++)
        if (setting->machine->huge && msim_grid_has(grid, (enum msim_level)level))
            wrong = "a grid with TLBs needs pages of one size: give --huge=none";
    if (wrong)
        return wrong;
    uint64_t needed = msim_sweep_bytes(grid, FUNCTIONS_USUAL);
    if (setting->memory && needed > setting->memory)
        return too_large(setting->mem, needed, setting->memory);
    return NULL;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct options *asked = options;
    struct msim_grid *grid = msim_get(setting->mem, sizeof *grid, 8);
    const char *wrong = read_grid(grid, asked->grid, setting);
    if (wrong) {
        *refusal = (struct msim_refusal){"--sweep", asked->grid, wrong};
        return NULL;
    }
    struct msim_sweep *sweep = msim_sweep_new(setting->mem, setting->dict, setting->machine, grid);
    if (setting->machine->physical)
        msim_sweep_index_by(sweep, &setting->sim->outer.frames);
    sweep->listed = asked->functions;
    sweep->functions.by_object = setting->objects;
    return sweep;
}

/* --- Observing ---------------------------------------------------------------------------- */

static bool takes(const void *self, enum msim_input input)
{
    (void)input;
    return ((const struct msim_sweep *)self)->has_all_refs;
}

static const struct msim_result_file files[] = {
    {"--sweep-out-file", offsetof(struct options, file), "memsim sweep", msim_sweep_file,
     "what other caches would miss"},
};

const struct msim_observer msim_sweep_observer = {
    .name = "sweep",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .turned_on_by = "--sweep=GRID",
    .on = offsetof(struct options, on),
    .needs = needs,
    .make = make,
    .extend = msim_sweep_extend,
    .run = msim_sweep_run,
    .takes = takes,
    .misses = msim_sweep_missed,
    .clear = msim_sweep_clear,
};
