/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chains and rows of level.h. */
#include "level.h"

enum {
    REFS = 512,     /* references handled together */
    TOUCHES = 2048, /* their blocks; a reference has at most 257 */
    SEVERAL = 32,   /* those among them that lie in several blocks */
    FUNCTIONS_MAX = 1 << 25,
    PAGE_REST = 4095, /* of an address */
    REGION_MIN = 15   /* shift; there would be too many smaller regions */
};

/* --- Planning ----------------------------------------------------------------------------- */

static uint64_t sets_of(const struct msim_cell *cell)
{
    return msim_geometry_sets(cell->level, &cell->geometry);
}

/* Stores the numbers of ways of the cells with one level, line and number of sets, ascending;
 * returns how many there are. */
static uint32_t wanted_ways(const struct msim_grid *grid, const struct msim_cell *like,
                            uint32_t *ways)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < grid->used; i++) {
        const struct msim_cell *cell = &grid->cells[i];
        uint32_t at = 0, value = cell->geometry.ways;
        if (cell->level != like->level || cell->geometry.line != like->geometry.line ||
            sets_of(cell) != sets_of(like))
            continue;
        while (at < used && ways[at] < value)
            at++;
        if (at < used && ways[at] == value)
            continue;
        for (uint32_t j = used++; j > at; j--)
            ways[j] = ways[j - 1];
        ways[at] = value;
    }
    return used;
}

/* True: this is the first cell with its level, line and number of sets. */
static bool is_first(const struct msim_grid *grid, uint32_t number)
{
    const struct msim_cell *cell = &grid->cells[number];
    for (uint32_t i = 0; i < number; i++)
        if (grid->cells[i].level == cell->level &&
            grid->cells[i].geometry.line == cell->geometry.line &&
            sets_of(&grid->cells[i]) == sets_of(cell))
            return false;
    return true;
}

uint64_t msim_sweep_level_bytes(const struct msim_grid *grid, enum msim_level level)
{
    uint32_t ways[MSIM_CELLS_MAX];
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == level && is_first(grid, i)) {
            uint32_t used = wanted_ways(grid, &grid->cells[i], ways);
            bytes += msim_lru_bytes(sets_of(&grid->cells[i]), ways[used - 1], used);
        }
    return bytes;
}

uint64_t msim_sweep_level_row_bytes(const struct msim_grid *grid, enum msim_level level)
{
    uint64_t columns = 0;
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == level)
            columns += 1 + is_first(grid, i);
    return columns * MSIM_KINDS * sizeof(uint64_t);
}

/* A stack to be made. */
struct wish {
    const struct msim_cell *cell;
    bool done;
};

/* The stack not yet made with the fewest sets that are a multiple of `sets`; NULL: none is left. */
static struct wish *next_wish(struct wish *wish, uint32_t used, uint32_t line, uint64_t sets)
{
    struct wish *best = NULL;
    for (uint32_t i = 0; i < used; i++) {
        uint64_t of = sets_of(wish[i].cell);
        if (!wish[i].done && (line == 0 || wish[i].cell->geometry.line == line) && of % sets == 0 &&
            (!best || of < sets_of(best->cell)))
            best = &wish[i];
    }
    return best;
}

/* True: a chain that begins with this cell may have short tags.  Its sets must be a power of two
 * and span a region. */
static bool may_be_brief(const struct msim_cell *cell)
{
    uint64_t sets = sets_of(cell);
    if (cell->geometry.line > UINT32_C(1) << REGION_MIN)
        return false; /* a block would lie in several regions */
    return !(sets & (sets - 1)) && sets * cell->geometry.line >= UINT64_C(1) << REGION_MIN;
}

/* True: all stacks of the chain may use short tags.  None may be deep. */
static bool chain_is_brief(const struct msim_grid *grid, const struct wish *wish, uint32_t used,
                           const struct msim_cell *first)
{
    uint32_t ways[MSIM_CELLS_MAX];
    if (!may_be_brief(first))
        return false;
    for (uint32_t i = 0; i < used; i++)
        if (!wish[i].done && wish[i].cell->geometry.line == first->geometry.line) {
            uint32_t wanted = wanted_ways(grid, wish[i].cell, ways);
            if (!may_be_brief(wish[i].cell) || ways[wanted - 1] > MSIM_SCAN_FRONT_MAX)
                return false;
        }
    return true;
}

/* Makes a chain that starts with `first` and takes all stacks that can follow. */
static void make_chain(struct msim_sweep_level *swept, const struct msim_grid *grid,
                       struct wish *wish, uint32_t used, struct wish *first)
{
    uint32_t ways[MSIM_CELLS_MAX];
    uint32_t line = first->cell->geometry.line;
    struct msim_chain *chain = &swept->chain[swept->chains++];
    chain->shift = (unsigned)__builtin_ctz(line);
    chain->last = UINT64_MAX;
    chain->brief = chain_is_brief(grid, wish, used, first->cell);
    chain->stack = msim_get(swept->mem, used * sizeof *chain->stack, 8);
    for (; first; first = next_wish(wish, used, line, sets_of(first->cell))) {
        struct msim_lru *stack = &chain->stack[chain->stacks++];
        uint32_t wanted = wanted_ways(grid, first->cell, ways);
        first->done = true;
        msim_lru_init(stack, swept->mem, sets_of(first->cell), ways, wanted, swept->columns,
                      chain->brief);
        swept->columns += msim_lru_columns(stack);
    }
}

static void make_chains(struct msim_sweep_level *swept, const struct msim_grid *grid)
{
    struct wish *wish = msim_get(swept->mem, grid->used * sizeof *wish, 8), *first;
    uint32_t used = 0;
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == swept->level && is_first(grid, i))
            wish[used++].cell = &grid->cells[i];
    swept->chain = msim_get(swept->mem, used * sizeof *swept->chain, 8);
    while ((first = next_wish(wish, used, 0, 1)))
        make_chain(swept, grid, wish, used, first);
}

static const struct msim_lru *stack_of(const struct msim_sweep_level *swept,
                                       const struct msim_cell *cell)
{
    for (uint32_t i = 0; i < swept->chains; i++)
        for (uint32_t j = 0; j < swept->chain[i].stacks; j++)
            if (UINT64_C(1) << swept->chain[i].shift == cell->geometry.line &&
                swept->chain[i].stack[j].sets == sets_of(cell))
                return &swept->chain[i].stack[j];
    return NULL;
}

static unsigned kinds_of(enum msim_level level)
{
    switch (level) {
    case MSIM_I1:
    case MSIM_ITLB:
    case MSIM_L2ITLB:
        return 1u << MSIM_FETCH;
    case MSIM_D1:
    case MSIM_DTLB:
    case MSIM_L2DTLB:
        return 1u << MSIM_READ | 1u << MSIM_WRITE;
    default:
        return 1u << MSIM_FETCH | 1u << MSIM_READ | 1u << MSIM_WRITE;
    }
}

/* Regions are as large as the smallest span of a chain with short tags. */
static void make_regions(struct msim_sweep_level *swept)
{
    unsigned shift = 63;
    for (uint32_t i = 0; i < swept->chains; i++) {
        unsigned span = swept->chain[i].shift + swept->chain[i].stack[0].shift;
        if (swept->chain[i].brief && span < shift)
            shift = span;
    }
    if (shift < 63)
        swept->regions = msim_address_regions_new(swept->mem, shift);
}

struct msim_sweep_level *msim_sweep_level_new(const struct msim_mem *mem,
                                              const struct msim_functions *functions,
                                              const struct msim_grid *grid, enum msim_level level,
                                              uint32_t cut)
{
    struct msim_sweep_level *swept = msim_get(mem, sizeof *swept, 8);
    swept->level = level;
    swept->mem = mem;
    swept->functions = functions;
    swept->kinds = kinds_of(level);
    swept->grid = grid;
    make_chains(swept, grid);
    make_regions(swept);
    swept->of_cell = msim_get(mem, grid->used * sizeof *swept->of_cell, 8);
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == level)
            swept->of_cell[i] = stack_of(swept, &grid->cells[i]);
    for (uint32_t i = 0; i < swept->chains; i++) {
        uint64_t line = UINT64_C(1) << swept->chain[i].shift;
        swept->chain[i].cut = !msim_is_tlb(level) && line < cut ? (uint32_t)line : cut;
    }
    msim_table_init(&swept->rows, mem, sizeof(uint64_t *), FUNCTIONS_MAX);
    swept->touch = msim_get(mem, TOUCHES * sizeof *swept->touch, 64);
    swept->several = msim_get(mem, (uint64_t)SEVERAL * swept->columns * sizeof *swept->several, 64);
    swept->several_counts = msim_get(mem, SEVERAL * sizeof *swept->several_counts, 8);
    return swept;
}

void msim_sweep_level_extend(struct msim_sweep_level *swept)
{
    while (swept->rows.used < swept->functions->functions.used)
        msim_table_add(&swept->rows);
}

/* --- References --------------------------------------------------------------------------- */

/* A reference, where its bins are counted, and the number of its region if that is needed. */
struct pick {
    const struct msim_ref *ref;
    uint64_t *counts;
    uint64_t first, last; /* where memory has its ends */
    uint64_t region;      /* << MSIM_REGION_AT */
};

/* Where memory has an address that is referenced. */
static inline uint64_t placed(const struct msim_sweep_level *swept, uint64_t address)
{
    return swept->frames ? msim_pageframes_touch(swept->frames, address) : address;
}

/* The block in the form that a stack with short tags takes. */
static inline uint64_t brief_block(uint64_t block, uint64_t region)
{
    return (block & ((UINT64_C(1) << MSIM_REGION_AT) - 1)) | region;
}

static inline uint64_t *counts_of(struct msim_sweep_level *swept, const struct msim_ref *ref)
{
    uint64_t **row = msim_table_at(&swept->rows, msim_function_of(swept->functions, ref->site));
    if (__builtin_expect(!*row, 0))
        *row = msim_get(swept->mem, (uint64_t)MSIM_KINDS * swept->columns * sizeof **row, 64);
    return *row + (uint64_t)ref->kind * swept->columns;
}

/* Counts, for each reference in several blocks and each stack, the largest bin of its blocks. */
static void settle_several(struct msim_sweep_level *swept, const struct msim_chain *chain)
{
    for (uint32_t i = 0; i < swept->several_used; i++)
        for (uint32_t j = 0; j < chain->stacks; j++) {
            uint32_t columns = msim_lru_columns(&chain->stack[j]), largest = 0;
            uint64_t *bins = swept->several + (uint64_t)i * swept->columns + chain->stack[j].column;
            for (uint32_t bin = 0; bin < columns; bin++) {
                largest = bins[bin] ? bin : largest;
                bins[bin] = 0;
            }
            swept->several_counts[i][chain->stack[j].column + largest]++;
        }
    swept->several_used = 0;
}

/* A batch walks up a chain. */
static void walk(struct msim_sweep_level *swept, struct msim_chain *chain, uint32_t used,
                 uint64_t largest)
{
    msim_lru_prefetch(&chain->stack[0], swept->touch, used);
    for (uint32_t i = 0; used && i < chain->stacks; i++) {
        const struct msim_lru *next = i + 1 < chain->stacks ? &chain->stack[i + 1] : NULL;
        used = msim_lru_run(&chain->stack[i], swept->touch, used, next, largest);
    }
    if (swept->several_used)
        settle_several(swept, chain);
}

/* Adds the several blocks first..last of one reference; walks first if they do not fit. */
static __attribute__((noinline)) uint32_t add_several(struct msim_sweep_level *swept,
                                                      struct msim_chain *chain, uint64_t *counts,
                                                      uint64_t first, uint64_t last, uint32_t used,
                                                      uint64_t largest)
{
    if (swept->several_used == SEVERAL || used + (last - first) + 1 > TOUCHES - REFS) {
        walk(swept, chain, used, largest);
        used = 0;
    }
    uint64_t *row = swept->several + (uint64_t)swept->several_used * swept->columns;
    swept->several_counts[swept->several_used++] = counts;
    for (uint64_t block = first; block <= last; block++) {
        uint64_t region = 0, at = placed(swept, block << chain->shift);
        if (chain->brief)
            region = (uint64_t)msim_address_region(swept->regions, at) << MSIM_REGION_AT;
        uint64_t asked = at >> chain->shift;
        asked = chain->brief ? brief_block(asked, region) : asked;
        swept->touch[used++] = (struct msim_touch){asked, row};
    }
    return used;
}

static void run_chain(struct msim_sweep_level *swept, struct msim_chain *chain,
                      const struct pick *pick, uint32_t picks)
{
    const unsigned shift = chain->shift;
    uint64_t last_block = chain->last, largest = 0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < picks; i++) {
        const struct msim_ref *ref = pick[i].ref;
        uint32_t size = ref->size;
        if (__builtin_expect(ref->missed & MSIM_REF_BLOCK, 0) && size > chain->cut)
            size = chain->cut;
        uint64_t first = ref->first >> shift, last = (ref->first + size - 1) >> shift;
        uint64_t block = pick[i].first >> shift;
        largest |= (pick[i].first | pick[i].last | PAGE_REST) >> shift; /* between them, too */
        if (__builtin_expect(first != last, 0)) {
            used = add_several(swept, chain, pick[i].counts, first, last, used, largest);
            last_block = placed(swept, last << shift) >> shift;
        } else {
            uint64_t asked = chain->brief ? brief_block(block, pick[i].region) : block;
            swept->touch[used] = (struct msim_touch){asked, pick[i].counts};
            used += block != last_block;
            last_block = block;
        }
    }
    chain->last = last_block;
    walk(swept, chain, used, largest);
}

static __attribute__((noinline)) void no_brief(struct msim_sweep_level *swept)
{
    for (uint32_t i = 0; i < swept->chains; i++) {
        struct msim_chain *chain = &swept->chain[i];
        for (uint32_t j = 0; chain->brief && j < chain->stacks; j++)
            msim_lru_no_brief(&chain->stack[j], swept->regions->region,
                              swept->regions->shift - chain->shift);
        chain->brief = false;
    }
    swept->regions = NULL;
}

/* The number of the region where a reference begins.  The region where it ends gets a number, too,
 * for the chains.  If no number is left, short tags are given up. */
static inline uint64_t region_of(struct msim_sweep_level *swept, uint64_t begins, uint64_t ends)
{
    if (!swept->regions)
        return 0;
    uint32_t last = msim_address_region(swept->regions, ends);
    uint32_t first = msim_address_region(swept->regions, begins);
    if (__builtin_expect(!first || !last, 0))
        no_brief(swept);
    return (uint64_t)first << MSIM_REGION_AT;
}

uint32_t msim_sweep_level_run(struct msim_sweep_level *swept, const struct msim_ref *refs,
                              uint32_t used, unsigned mask)
{
    struct pick pick[REFS];
    uint32_t total = 0;
    for (uint32_t at = 0; at < used;) {
        uint32_t picks = 0;
        for (; at < used && picks < REFS; at++) {
            const struct msim_ref *ref = &refs[at];
            if ((mask && !(ref->missed & mask)) || !(swept->kinds >> ref->kind & 1))
                continue;
            uint64_t first = placed(swept, ref->first);
            uint64_t last = placed(swept, ref->first + ref->size - 1);
            uint64_t region = region_of(swept, first, last);
            pick[picks++] = (struct pick){ref, counts_of(swept, ref), first, last, region};
        }
        for (uint32_t i = 0; i < swept->chains; i++)
            run_chain(swept, &swept->chain[i], pick, picks);
        total += picks;
    }
    return total;
}

/* --- Results ------------------------------------------------------------------------------ */

struct msim_misses msim_sweep_level_misses(const struct msim_sweep_level *swept,
                                           const struct msim_cell *cell, uint32_t function)
{
    struct msim_misses misses = {{0}};
    const struct msim_lru *stack = swept->of_cell[cell - swept->grid->cells];
    const uint64_t *row = *(uint64_t **)msim_table_at(&swept->rows, function);
    for (uint32_t kind = 0; row && kind < MSIM_KINDS; kind++)
        for (uint32_t i = 0; i < stack->wanted_used; i++)
            if (stack->wanted[i] >= cell->geometry.ways)
                misses.of[kind] += row[(uint64_t)kind * swept->columns + stack->column + i + 1];
    return misses;
}

void msim_sweep_level_empty(struct msim_sweep_level *swept)
{
    for (uint32_t i = 0; i < swept->chains; i++) {
        swept->chain[i].last = UINT64_MAX;
        for (uint32_t j = 0; j < swept->chain[i].stacks; j++)
            msim_lru_empty(&swept->chain[i].stack[j]);
    }
}

void msim_sweep_level_clear(struct msim_sweep_level *swept)
{
    swept->references = 0;
    for (uint32_t i = 0; i < swept->rows.used; i++) {
        uint64_t *row = *(uint64_t **)msim_table_at(&swept->rows, i);
        for (uint32_t j = 0; row && j < MSIM_KINDS * swept->columns; j++)
            row[j] = 0;
    }
}
