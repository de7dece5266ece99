/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the grids of grid.h and fits them to a machine. */
#include "grid.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "engine/machine/names.h"

enum { VALUES_MAX = 256, PAGE_DEFAULT = 4096 };

/* Stands for `full`: sorts after all numbers of ways. */
#define FULL UINT64_MAX

/* The values of one field. */
struct values {
    uint64_t value[VALUES_MAX];
    uint32_t used;
};

/* The three fields of a level. */
struct plan {
    struct values size, ways, line;
};

/* --- Messages ----------------------------------------------------------------------------- */

static void say(struct msim_grid *grid, const char *text)
{
    size_t used = 0;
    while (grid->why[used])
        used++;
    for (; *text && used < MSIM_GRID_WHY - 1; used++, text++)
        grid->why[used] = *text;
    grid->why[used] = '\0';
}

static void say_number(struct msim_grid *grid, uint64_t number)
{
    char digits[24], *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    say(grid, at);
}

/* Quotes what is written from `from` to `to` (NULL: to its end); a long text is shortened. */
static void say_part(struct msim_grid *grid, const char *from, const char *to)
{
    enum { PART_MAX = 60 };
    char part[PART_MAX + 1];
    size_t used = 0;
    for (; from != to && *from && used < PART_MAX; from++)
        part[used++] = *from;
    part[used] = '\0';
    say(grid, "\"");
    say(grid, part);
    say(grid, from != to && *from ? "...\"" : "\"");
}

static bool refuse(struct msim_grid *grid, const char *level, const char *field, const char *from,
                   const char *to, const char *why)
{
    say(grid, level);
    say(grid, field);
    say_part(grid, from, to);
    say(grid, why);
    return false;
}

/* Names the cell as a user would write it. */
static bool refuse_cell(struct msim_grid *grid, enum msim_level level, uint64_t size, uint64_t ways,
                        uint64_t line, const char *why)
{
    say(grid, msim_level_name(level));
    say(grid, ":");
    say_number(grid, size);
    say(grid, ",");
    if (ways == FULL)
        say(grid, "full");
    else
        say_number(grid, ways);
    if (line) {
        say(grid, ",");
        say_number(grid, line);
    }
    say(grid, ": ");
    say(grid, why);
    return false;
}

/* --- Fields ------------------------------------------------------------------------------- */

/* Inserts a value in ascending order; false: there is no room for one more. */
static bool add_value(struct values *values, uint64_t value)
{
    uint32_t at = 0;
    while (at < values->used && values->value[at] < value)
        at++;
    if (at < values->used && values->value[at] == value)
        return true;
    if (values->used == VALUES_MAX)
        return false;
    for (uint32_t i = values->used++; i > at; i--)
        values->value[i] = values->value[i - 1];
    values->value[at] = value;
    return true;
}

struct field {
    enum msim_level level;
    const char *name, *form;
    bool is_size; /* units are read: 32K */
    bool is_ways; /* `full` is read */
};

static bool take_value(struct msim_reader *text, const struct field *field, uint64_t *value)
{
    return field->is_size ? msim_take_size(text, value) : msim_take_number(text, value);
}

/* Reads one value or range. */
static bool read_range(struct msim_grid *grid, struct msim_reader *text, const struct field *field,
                       struct values *values)
{
    const char *level = msim_level_name(field->level), *start = text->at;
    uint64_t first, last;
    if (field->is_ways && msim_take(text, "full")) {
        add_value(values, FULL);
        return true;
    }
    if (!take_value(text, field, &first))
        return refuse(grid, level, field->name, start, NULL, field->form);
    last = first;
    if (msim_take(text, "-") && !take_value(text, field, &last))
        return refuse(grid, level, field->name, start, NULL, field->form);
    if (first == 0)
        return refuse(grid, level, field->name, start, text->at, ": must be at least 1");
    if (first >= MSIM_TOO_LARGE || last >= MSIM_TOO_LARGE)
        return refuse(grid, level, field->name, start, text->at, ": too large for any level");
    if (last < first)
        return refuse(grid, level, field->name, start, text->at,
                      ": a range must not end below its start");
    for (uint64_t value = first; value <= last; value *= 2)
        if (!add_value(values, value))
            return refuse(grid, level, field->name, start, text->at,
                          ": more than 256 values in one field");
    return true;
}

static bool read_field(struct msim_grid *grid, struct msim_reader *text, const struct field *field,
                       struct values *values)
{
    do
        if (!read_range(grid, text, field, values))
            return false;
    while (msim_take(text, "+"));
    return true;
}

/* --- Levels ------------------------------------------------------------------------------- */

static bool add_cell(struct msim_grid *grid, enum msim_level level, uint64_t size, uint64_t ways,
                     uint64_t line)
{
    struct msim_cell *cell = &grid->cells[grid->used];
    const char *why =
        msim_geometry_make(level, size, ways == FULL ? 0 : ways, line, &cell->geometry);
    if (why)
        return refuse_cell(grid, level, size, ways, line, why);
    cell->level = level;
    cell->full = ways == FULL;
    grid->used++;
    return true;
}

static bool add_cells(struct msim_grid *grid, enum msim_level level, const struct plan *plan)
{
    uint64_t cells = (uint64_t)plan->size.used * plan->ways.used * plan->line.used;
    if (cells > MSIM_CELLS_MAX - grid->used) {
        say(grid, msim_level_name(level));
        say(grid, ": ");
        say_number(grid, cells + grid->used);
        say(grid, " cells so far; a grid may have at most 4096");
        return false;
    }
    for (uint32_t size = 0; size < plan->size.used; size++)
        for (uint32_t ways = 0; ways < plan->ways.used; ways++)
            for (uint32_t line = 0; line < plan->line.used; line++)
                if (!add_cell(grid, level, plan->size.value[size], plan->ways.value[ways],
                              plan->line.value[line]))
                    return false;
    return true;
}

/* Reads the third field: lines of caches, pages of first-level TLBs, which may be omitted. */
static bool read_lines(struct msim_grid *grid, struct msim_reader *text, enum msim_level level,
                       struct values *values)
{
    const char *name = msim_level_name(level), *start = text->at;
    const struct field lines = {level, ": LINES at ", ": expected bytes, as in 64 or 32-128", true,
                                false};
    const struct field pages = {level, ": PAGES at ", ": expected one or more of 4K 16K 64K 2M 1G",
                                true, false};
    bool follows = msim_take(text, ",");
    if (!msim_is_tlb(level))
        return follows ? read_field(grid, text, &lines, values)
                       : refuse(grid, name, ": at ", start, NULL, ": expected \",\" and LINES");
    if (!follows)
        return add_value(values, 0);
    if (level >= MSIM_L2TLB)
        return refuse(grid, name, ": at ", start, NULL,
                      ": a second-level TLB has the pages of the first: only ENTRIES,WAYS");
    return read_field(grid, text, &pages, values);
}

static bool read_fields(struct msim_grid *grid, struct msim_reader *text, enum msim_level level)
{
    struct plan plan = {.size.used = 0, .ways.used = 0, .line.used = 0};
    const char *name = msim_level_name(level);
    const struct field sizes = {level, ": SIZES at ", ": expected bytes, as in 32K+48K or 512K-16M",
                                true, false};
    const struct field entries = {level, ": ENTRIES at ", ": expected numbers, as in 16-4096",
                                  false, false};
    const struct field ways = {level, ": WAYS at ", ": expected numbers or 'full', as in 1-8+full",
                               false, true};
    if (!read_field(grid, text, msim_is_tlb(level) ? &entries : &sizes, &plan.size))
        return false;
    if (!msim_take(text, ","))
        return refuse(grid, name, ": at ", text->at, NULL, ": expected \",\" and WAYS");
    if (!read_field(grid, text, &ways, &plan.ways) || !read_lines(grid, text, level, &plan.line))
        return false;
    if (*text->at && *text->at != ';')
        return refuse(grid, name, ": at ", text->at, NULL,
                      ": expected \"+\" and another value, \";\" and another level, or the end");
    return add_cells(grid, level, &plan);
}

/* Takes "LEVEL:"; MSIM_LEVELS: no level is there. */
static enum msim_level take_level(struct msim_reader *text)
{
    const struct msim_reader start = *text;
    for (int level = 0; level < MSIM_LEVELS; level++) {
        if (msim_take(text, msim_level_name((enum msim_level)level)) && msim_take(text, ":"))
            return (enum msim_level)level;
        *text = start;
    }
    return MSIM_LEVELS;
}

static bool read_level(struct msim_grid *grid, struct msim_reader *text)
{
    const char *start = text->at;
    enum msim_level level = take_level(text);
    if (level == MSIM_LEVELS)
        return refuse(grid, "", "at ", start, NULL,
                      ": expected LEVEL:SIZES,WAYS,LINES; LEVEL one of I1 D1 L2 L3 ITLB DTLB "
                      "L2TLB L2ITLB L2DTLB; as in L2:512K-16M,1-8,64");
    if (msim_grid_has(grid, level)) {
        say(grid, msim_level_name(level));
        say(grid, " appears twice: join its values with \"+\"");
        return false;
    }
    return read_fields(grid, text, level);
}

const char *msim_grid_read(const char *text, struct msim_grid *grid, const struct msim_mem *mem)
{
    struct msim_reader rest = {text};
    *grid = (struct msim_grid){.used = 0};
    grid->cells = msim_get(mem, MSIM_CELLS_MAX * sizeof *grid->cells, 8);
    do
        if (!read_level(grid, &rest))
            return grid->why;
    while (msim_take(&rest, ";"));
    return NULL;
}

bool msim_grid_has(const struct msim_grid *grid, enum msim_level level)
{
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == level)
            return true;
    return false;
}

/* --- Fitting to a machine ----------------------------------------------------------------- */

static const char *misfit(const struct msim_grid *grid, const struct msim_machine *machine)
{
    const struct msim_geometry *level = machine->level;
    for (int i = 0; i < MSIM_LEVELS; i++)
        if (msim_has_prefetchers(machine, (enum msim_level)i) ||
            (machine->policy[i].text[0] && msim_grid_has(grid, i)))
            return "a grid is simulated in one pass, which needs LRU and no prefetcher: leave its "
                   "levels out of --policy, give --model=lru, or try its cells one by one, as in "
                   "memsim run --L2=512K,8,64 --policy=L2:fifo -- COMMAND";
    if (machine->hints)
        return "a grid is simulated in one pass, which knows nothing of the program's prefetches: "
               "give --hints=no, or try its cells one by one, as in memsim run --L2=512K,8,64 "
               "--hints=yes -- COMMAND";
    if (machine->inclusion[MSIM_L2] || machine->inclusion[MSIM_L3] || machine->passes_writes)
        return "a grid is simulated in one pass, which needs levels that are neither inclusive nor "
               "exclusive, and writes that allocate: give --inclusion=none, --write=back and "
               "--model=lru, or try its cells one by one, as in memsim run --L2=512K,8,64 "
               "--inclusion=L2:inclusive -- COMMAND";
    bool instr = level[MSIM_ITLB].units != 0, data = level[MSIM_DTLB].units != 0;
    if (msim_grid_has(grid, MSIM_L2) && !level[MSIM_I1].units && !level[MSIM_D1].units)
        return "L2: an L2 sees what missed I1 and D1, but neither is simulated: give "
               "--cache-sim=yes";
    if (msim_grid_has(grid, MSIM_L3) && !level[MSIM_L2].units)
        return "L3: an L3 sees what missed L2, but none is simulated: give --L2=SIZE,WAYS,LINE";
    if (msim_grid_has(grid, MSIM_L2ITLB) && !instr)
        return "L2ITLB: it sees what missed the ITLB, but none is simulated: give "
               "--ITLB=ENTRIES,WAYS";
    if (msim_grid_has(grid, MSIM_L2DTLB) && !data)
        return "L2DTLB: it sees what missed the DTLB, but none is simulated: give "
               "--DTLB=ENTRIES,WAYS";
    if (msim_grid_has(grid, MSIM_L2TLB) && !instr && !data)
        return "L2TLB: it sees what missed ITLB and DTLB, but neither is simulated: give "
               "--tlb-sim=yes";
    if (msim_grid_has(grid, MSIM_L2TLB) && instr && data &&
        level[MSIM_ITLB].line != level[MSIM_DTLB].line)
        return "L2TLB: one for both sides needs an ITLB and a DTLB with the same page size; "
               "L2ITLB and L2DTLB do not";
    return NULL;
}

/* The page of a TLB that gives none. */
static uint32_t page_of(const struct msim_machine *machine, enum msim_level level)
{
    const struct msim_geometry *instr = &machine->level[MSIM_ITLB];
    const struct msim_geometry *data = &machine->level[MSIM_DTLB];
    bool is_instr =
        level == MSIM_ITLB || level == MSIM_L2ITLB || (level == MSIM_L2TLB && !data->units);
    const struct msim_geometry *from = is_instr ? instr : data;
    return from->units ? from->line : PAGE_DEFAULT;
}

const char *msim_grid_fit(struct msim_grid *grid, const struct msim_machine *machine)
{
    const char *why = misfit(grid, machine);
    for (uint32_t i = 0; !why && i < grid->used; i++)
        if (!grid->cells[i].geometry.line)
            grid->cells[i].geometry.line = page_of(machine, grid->cells[i].level);
    return why;
}
