/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sweep against the oracle: random programs, machines and grids.  Every cell must count what
 * the oracle counts with the cell's geometry in place of its level's, function by function; and the
 * simulator must count what it counts without a sweep.
 *
 * Half of the programs have only low addresses, so that tags keep their 32 bits.  The last tests
 * give the oracle faults and require that the comparison finds them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/machine/names.h"
#include "engine/sweep/sweep.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/lib/text.h"

enum { PROGRAMS = 120, CHUNK_WORDS = 1200, CHUNKS = 8, CELLS = 40 };

struct run {
    struct simulated on;
    struct msim_grid grid;
    struct msim_cell cells[CELLS];
    struct msim_sweep *sweep;
    struct naive *as_is, *naive[CELLS]; /* the machine; with each cell */
};

/* --- The oracle of a cell ------------------------------------------------------------------- */

/* Cells of L2 and L3 see what missed in the machine as it is: see sweep.h. */
static struct naive *naive_of_cell(const struct run *run, const struct msim_cell *cell)
{
    struct msim_machine machine = run->on.machine;
    machine.level[cell->level] = cell->geometry;
    if (cell->level == MSIM_L2TLB)
        machine.level[MSIM_L2ITLB].units = machine.level[MSIM_L2DTLB].units = 0;
    if (cell->level == MSIM_L2ITLB || cell->level == MSIM_L2DTLB)
        machine.level[MSIM_L2TLB].units = 0;
    struct naive *naive = naive_new(&run->on.program.dict, &machine);
    if (cell->level != MSIM_L2 && cell->level != MSIM_L3)
        return naive;
    naive->cut = run->as_is->cut;
    naive->level[cell->level].cut = cell->geometry.line;
    return naive;
}

static enum msim_count count_of(enum msim_level level)
{
    switch (level) {
    case MSIM_I1:
    case MSIM_D1:
        return MSIM_MISS_L1;
    case MSIM_L2:
        return MSIM_MISS_L2;
    case MSIM_L3:
        return MSIM_MISS_L3;
    case MSIM_ITLB:
    case MSIM_DTLB:
        return MSIM_MISS_T1;
    default:
        return MSIM_MISS_T2;
    }
}

/* What the level's references are counted as. */
static enum msim_count count_before(enum msim_level level)
{
    switch (level) {
    case MSIM_L2:
        return MSIM_MISS_L1;
    case MSIM_L3:
        return MSIM_MISS_L2;
    case MSIM_L2TLB:
    case MSIM_L2ITLB:
    case MSIM_L2DTLB:
        return MSIM_MISS_T1;
    default:
        return MSIM_REFS;
    }
}

static bool sees(enum msim_level level, int kind)
{
    bool instr_only = level == MSIM_I1 || level == MSIM_ITLB || level == MSIM_L2ITLB;
    bool data_only = level == MSIM_D1 || level == MSIM_DTLB || level == MSIM_L2DTLB;
    return kind == MSIM_FETCH ? !data_only : !instr_only;
}

/* --- Random grids --------------------------------------------------------------------------- */

static uint32_t random_ways(struct unit_random *random)
{
    static const uint16_t ways[] = {1,  1,  2,  2,  3,  4,  5,  7,  8,  8,   9,
                                    12, 16, 16, 17, 18, 20, 31, 33, 64, 100, 257};
    return ways[unit_below(random, sizeof ways / sizeof *ways)];
}

static uint64_t random_sets(struct unit_random *random)
{
    static const uint8_t odd[] = {1, 1, 1, 1, 3, 3, 5, 7, 9, 15};
    if (unit_one_in(random, 3))
        return UINT64_C(256) << unit_below(random, 6);
    return (uint64_t)odd[unit_below(random, sizeof odd)] << unit_below(random, 8);
}

static uint32_t random_line(struct unit_random *random, enum msim_level level, uint32_t page)
{
    static const uint32_t pages[] = {1 << 12, 1 << 14, 1 << 16, 1 << 21, 1 << 30};
    if (level >= MSIM_L2TLB)
        return page;
    if (!msim_is_tlb(level))
        return unit_one_in(random, 3) ? 64 : 16u << unit_below(random, 9);
    return unit_one_in(random, 2) ? page : pages[unit_below(random, 5)];
}

/* True: this level would see something. */
static bool has_input(const struct msim_machine *machine, enum msim_level level)
{
    struct msim_cell cell = {.level = level, .geometry = {64, 1, 64}};
    struct msim_grid grid = {.cells = &cell, .used = 1};
    return !msim_grid_fit(&grid, machine);
}

static uint32_t page_for(const struct msim_machine *machine, enum msim_level level)
{
    struct msim_cell cell = {.level = level, .geometry = {64, 1, 0}};
    struct msim_grid grid = {.cells = &cell, .used = 1};
    ck_assert(!msim_grid_fit(&grid, machine));
    return cell.geometry.line;
}

/* Some cells of one level: few lines and numbers of sets, so that they share stacks and chains. */
static void random_cells(struct run *run, enum msim_level level, unsigned count)
{
    struct unit_random *random = &run->on.random;
    uint32_t page = page_for(&run->on.machine, level);
    uint32_t lines[2] = {random_line(random, level, page), random_line(random, level, page)};
    uint64_t sets[4] = {random_sets(random), random_sets(random), random_sets(random), 1};
    sets[1] = sets[0] << unit_below(random, 3);
    for (; count && run->grid.used < CELLS; count--) {
        uint32_t ways = random_ways(random), line = lines[unit_below(random, 2)];
        uint64_t chosen = sets[unit_below(random, 4)];
        ways = chosen > 256 && ways > 16 ? ways % 16 + 1 : ways; /* the oracle is slow */
        uint64_t units = chosen * ways;
        struct msim_cell *cell = &run->cells[run->grid.used++];
        *cell = (struct msim_cell){.level = level};
        units *= msim_is_tlb(level) ? 1 : line;
        cell->geometry = (struct msim_geometry){units, ways, line};
    }
}

static void random_grid(struct run *run)
{
    run->grid.cells = run->cells;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (has_input(&run->on.machine, (enum msim_level)level) && unit_one_in(&run->on.random, 3))
            random_cells(run, (enum msim_level)level, 1 + (unsigned)unit_below(&run->on.random, 6));
    if (!run->grid.used)
        random_cells(run, MSIM_D1, 5);
}

/* --- Runs ----------------------------------------------------------------------------------- */

static void attach(struct msim_sim *sim, struct msim_sweep *sweep)
{
    struct msim_miss_observer misses = {.misses = msim_sweep_missed, .self = sweep};
    msim_sim_attach_misses(sim, &misses);
}

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed)
{
    simulated_start(&run->on, seed);
    run->on.program.low = seed % 2;
    run->on.machine = *machine;
    run->grid = (struct msim_grid){.used = 0};
    random_grid(run);
    simulated_make(&run->on);
    const struct msim_mem *mem = &run->on.memory.mem;
    run->sweep = msim_sweep_new(mem, &run->on.program.dict, &run->on.machine, &run->grid);
    msim_sweep_index_by(run->sweep, &run->on.sim->outer.frames);
    attach(run->on.sim, run->sweep);
    if (seed % 4 == 0)
        msim_sweep_limit_regions(run->sweep, (uint32_t)unit_below(&run->on.random, 200));
    run->as_is = naive_new(&run->on.program.dict, machine);
    for (uint32_t i = 0; i < run->grid.used; i++)
        run->naive[i] = naive_of_cell(run, &run->cells[i]);
}

static void end(struct run *run)
{
    for (uint32_t i = 0; i < run->grid.used; i++)
        naive_free(run->naive[i]);
    naive_free(run->as_is);
    simulated_end(&run->on);
}

static void translate(struct run *run, unsigned count)
{
    program_translate(&run->on.program, count);
    msim_profile_extend(&run->on.profile);
    msim_sweep_extend(run->sweep);
    msim_sim_extend(run->on.sim);
}

static void run_chunk(struct run *run)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    size_t room = MSIM_WORDS_MAX + 1 + unit_below(&run->on.random, CHUNK_WORDS);
    size_t used = program_run(&run->on.program, words, room);
    msim_sweep_run(run->sweep, words, words + used);
    msim_sim_run(run->on.sim, words, words + used);
    naive_run(run->as_is, words, words + used);
    for (uint32_t i = 0; i < run->grid.used; i++)
        naive_run(run->naive[i], words, words + used);
}

static void clear(struct run *run)
{
    msim_sim_settle(run->on.sim);
    msim_profile_clear(&run->on.profile);
    msim_sweep_clear(run->sweep);
    memset(run->as_is->row, 0, sizeof run->as_is->row);
    for (uint32_t i = 0; i < run->grid.used; i++)
        memset(run->naive[i]->row, 0, sizeof run->naive[i]->row);
}

static void run_chunks(struct run *run)
{
    translate(run, 1 + (unsigned)unit_below(&run->on.random, 120));
    for (unsigned i = 0; i < CHUNKS; i++) {
        run_chunk(run);
        if (unit_one_in(&run->on.random, 4))
            translate(run, 1 + (unsigned)unit_below(&run->on.random, 30));
        if (unit_one_in(&run->on.random, 20))
            clear(run);
    }
    msim_sim_settle(run->on.sim);
}

/* --- Comparing ------------------------------------------------------------------------------ */

static uint64_t naive_sum(const struct run *run, const struct naive *naive, uint32_t function,
                          int kind, enum msim_count count)
{
    uint64_t sum = 0;
    for (uint32_t site = 0; site < run->on.program.dict.sites.used; site++)
        if (function == UINT32_MAX ||
            msim_dict_site_at(&run->on.program.dict, site)->function == function)
            sum += naive->row[site].count[kind][count];
    return sum;
}

static bool cell_differs(const struct run *run, uint32_t number, char *text, size_t room)
{
    const struct msim_functions *functions = &run->sweep->functions;
    const struct msim_cell *cell = &run->cells[number];
    for (uint32_t i = 0; i < functions->functions.used; i++) {
        struct msim_misses misses = msim_sweep_misses_by(run->sweep, cell, i);
        for (int kind = 0; kind < MSIM_KINDS; kind++) {
            uint64_t should = 0;
            if (sees(cell->level, kind))
                should = naive_sum(run, run->naive[number], msim_function_at(functions, i)->name,
                                   kind, count_of(cell->level));
            if (misses.of[kind] == should)
                continue;
            snprintf(text, room, "%s %llu,%u,%u: function %u, kind %d: %llu instead of %llu",
                     msim_level_name(cell->level), (unsigned long long)cell->geometry.units,
                     cell->geometry.ways, cell->geometry.line, i, kind,
                     (unsigned long long)misses.of[kind], (unsigned long long)should);
            return true;
        }
    }
    return false;
}

static bool references_differ(const struct run *run, uint32_t number, char *text, size_t room)
{
    enum msim_level level = run->cells[number].level;
    uint64_t is = msim_sweep_references(run->sweep, level), should = 0;
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        if (sees(level, kind))
            should += naive_sum(run, run->as_is, UINT32_MAX, kind, count_before(level));
    if (is != should)
        snprintf(text, room, "%s: %llu references instead of %llu", msim_level_name(level),
                 (unsigned long long)is, (unsigned long long)should);
    return is != should;
}

static bool machine_differs(const struct run *run, char *text, size_t room)
{
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++)
        if (memcmp(msim_profile_row(&run->on.profile, site), &run->as_is->row[site],
                   sizeof(struct msim_row))) {
            snprintf(text, room, "the machine itself, site %u", site);
            return true;
        }
    return false;
}

static bool differs(const struct run *run, char *text, size_t room)
{
    if (machine_differs(run, text, room))
        return true;
    for (uint32_t i = 0; i < run->grid.used; i++)
        if (references_differ(run, i, text, room) || cell_differs(run, i, text, room))
            return true;
    return false;
}

/* A machine that has a first level. */
static struct msim_machine machine_for(uint64_t seed)
{
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    while (!machine.level[MSIM_D1].units)
        machine = random_machine(&random);
    return machine;
}

UNIT_EACH(random_sweeps, unit_rounds(PROGRAMS))
{
    struct run run;
    char where[200], machine_is[400];
    uint64_t seed = 3000 + (uint64_t)_i;
    struct msim_machine machine = machine_for(seed);
    start(&run, &machine, seed);
    run_chunks(&run);
    bool bad = differs(&run, where, sizeof where);
    machine_text(&machine, machine_is, sizeof machine_is);
    end(&run);
    ck_assert_msg(!bad, "program %llu: %s; on %s", (unsigned long long)seed, where, machine_is);
}

/* --- Planted faults ------------------------------------------------------------------------- */

/* True: the cells find the fault of their oracles. */
static bool finds(enum naive_fault fault, uint64_t at, uint64_t seed)
{
    struct run run;
    char where[200];
    struct msim_machine machine = machine_for(seed);
    start(&run, &machine, seed);
    for (uint32_t i = 0; i < run.grid.used; i++) {
        run.naive[i]->fault = fault;
        run.naive[i]->fault_at = at;
    }
    if (fault == NAIVE_CONTINUED) /* only adds hits: what can show it is the number of references */
        run.as_is->fault = fault;
    run_chunks(&run);
    bool found = false;
    for (uint32_t i = 0; i < run.grid.used; i++)
        found |= cell_differs(&run, i, where, sizeof where) ||
                 references_differ(&run, i, where, sizeof where);
    end(&run);
    return found;
}

/* Among them: a hit does not move to the front. */
UNIT_FROM(finds_other_convention, NAIVE_FIFO, NAIVE_FAULTS_OF_ALL)
{
    bool found = false;
    for (uint64_t seed = 70; !found && seed < 90; seed++)
        found = finds((enum naive_fault)_i, 0, seed);
    ck_assert_msg(found, "fault %d is not found", _i);
}

UNIT_FROM(finds_one_fault, NAIVE_DROPS_RECORD, NAIVE_FIFO)
{
    bool found = false;
    for (uint64_t seed = 170; !found && seed < 180; seed++)
        found = finds((enum naive_fault)_i, 200, seed);
    ck_assert_msg(found, "fault %d is not found", _i);
}

/* --- The file ------------------------------------------------------------------------------- */

static const char expected[] =
    "# memsim sweep 1\n"
    "# command: a command\n"
    "# machine: I1=1024,1,64 D1=128,1,64 DTLB=8,2,4096\n"
    "# level\tsize\tways\tline\treferences\tread misses\twrite misses\tinstruction misses\n"
    "L2\t256\t1\t64\t7\t4\t2\t1\n"
    "L2\t256\t0\t64\t7\t2\t1\t1\n"
    "DTLB\t4\t4\t4096\t6\t1\t0\t0\n"
    "#fn\tL2\t256\t1\t64\t4\t2\t1\tfunction\tfile.c\n"
    "#fn\tL2\t256\t0\t64\t2\t1\t1\tfunction\tfile.c\n"
    "#fn\tDTLB\t4\t4\t4096\t1\t0\t0\tfunction\tfile.c\n"
    "#end\t3\n";

/* Reads 0x1000, reads 0x1100, writes 0x1200, twice: they share a set of each direct-mapped cache.
 * The code, at 0x100040, is in no line of theirs. */
UNIT_TEST(file)
{
    struct unit_memory memory;
    struct unit_text text;
    unit_memory_start(&memory);
    unit_text_start(&text);
    const struct msim_mem *mem = &memory.mem;
    struct msim_dict dict;
    struct msim_profile profile;
    struct msim_machine machine = {0};
    struct msim_grid grid;
    machine_level(&machine, MSIM_I1, "1K,1,64");
    machine_level(&machine, MSIM_D1, "128,1,64");
    machine_level(&machine, MSIM_DTLB, "8,2");
    ck_assert_ptr_null(msim_grid_read("L2:256,1+full,64;DTLB:4,4", &grid, mem));
    ck_assert_ptr_null(msim_grid_fit(&grid, &machine));
    msim_dict_init(&dict, mem);
    uint32_t name = msim_dict_string(&dict, "function"), path = msim_dict_string(&dict, "file.c");
    struct msim_instr instr = {msim_dict_site(&dict, path, name, 7), 4, 0};
    struct msim_access accesses[] = {{.offset = 0, .word = 1, .size = 4},
                                     {.offset = 0x100, .word = 1, .size = 4},
                                     {.offset = 0x200, .word = 1, .size = 4, .write = 1}};
    struct msim_segment segment = {.address = 0x100040,
                                   .instrs = &instr,
                                   .accesses = accesses,
                                   .accesses_used = 3,
                                   .instrs_used = 1,
                                   .words = 1};
    struct msim_sim *sim = msim_get(mem, sizeof *sim, 64);
    msim_profile_init(&profile, mem, &dict);
    msim_sim_init(sim, mem, &dict, &profile, &machine);
    struct msim_sweep *sweep = msim_sweep_new(mem, &dict, &machine, &grid);
    attach(sim, sweep);
    uint32_t number = msim_dict_segment(&dict, &segment);
    msim_profile_extend(&profile);
    msim_sweep_extend(sweep);
    msim_sim_extend(sim);
    uint64_t words[] = {msim_header(number, 1), 0x1000, msim_header(number, 1), 0x1000};
    msim_sweep_run(sweep, words, words + 4);
    msim_sim_run(sim, words, words + 4);
    msim_sim_settle(sim);
    sweep->listed = 10;
    msim_sweep_file(sweep, &(struct msim_about){.command = "a\ncommand"}, &text.sink);
    ck_assert_str_eq(text.text, expected);
    unit_text_end(&text);
    unit_memory_end(&memory);
}
