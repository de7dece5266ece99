/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chains and rows of part.h. */
#include "part.h"

enum {
    REFS = 512,     /* handled together */
    TOUCHES = 2048, /* their blocks; a reference has at most 257 */
    SEVERAL = 32,   /* those of them that lie in several blocks */
    FUNCTIONS_MAX = 1 << 25,
    REGION_MIN = 15 /* shift; there would be too many smaller regions */
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

/* Is this the first cell with its level, line and number of sets? */
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

uint64_t msim_part_bytes(const struct msim_grid *grid, enum msim_level level)
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

uint64_t msim_part_row_bytes(const struct msim_grid *grid, enum msim_level level)
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

/* May a chain that begins with this cell have short tags?  Its sets must be a power of two and span
 * a region. */
static bool may_be_brief(const struct msim_cell *cell)
{
    uint64_t sets = sets_of(cell);
    if (cell->geometry.line > UINT32_C(1) << REGION_MIN)
        return false; /* a block would lie in several regions */
    return !(sets & (sets - 1)) && sets * cell->geometry.line >= UINT64_C(1) << REGION_MIN;
}

/* May all stacks that a chain would have use short tags?  None may be deep. */
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
static void make_chain(struct msim_part *part, const struct msim_grid *grid, struct wish *wish,
                       uint32_t used, struct wish *first)
{
    uint32_t ways[MSIM_CELLS_MAX];
    uint32_t line = first->cell->geometry.line;
    struct msim_chain *chain = &part->chain[part->chains++];
    chain->shift = (unsigned)__builtin_ctz(line);
    chain->last = UINT64_MAX;
    chain->brief = chain_is_brief(grid, wish, used, first->cell);
    chain->stack = msim_get(part->mem, used * sizeof *chain->stack, 8);
    for (; first; first = next_wish(wish, used, line, sets_of(first->cell))) {
        struct msim_lru *stack = &chain->stack[chain->stacks++];
        uint32_t wanted = wanted_ways(grid, first->cell, ways);
        first->done = true;
        msim_lru_init(stack, part->mem, sets_of(first->cell), ways, wanted, part->columns,
                      chain->brief);
        part->columns += msim_lru_columns(stack);
    }
}

static void make_chains(struct msim_part *part, const struct msim_grid *grid)
{
    struct wish *wish = msim_get(part->mem, grid->used * sizeof *wish, 8), *first;
    uint32_t used = 0;
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == part->level && is_first(grid, i))
            wish[used++].cell = &grid->cells[i];
    part->chain = msim_get(part->mem, used * sizeof *part->chain, 8);
    while ((first = next_wish(wish, used, 0, 1)))
        make_chain(part, grid, wish, used, first);
}

static const struct msim_lru *stack_of(const struct msim_part *part, const struct msim_cell *cell)
{
    for (uint32_t i = 0; i < part->chains; i++)
        for (uint32_t j = 0; j < part->chain[i].stacks; j++)
            if (UINT64_C(1) << part->chain[i].shift == cell->geometry.line &&
                part->chain[i].stack[j].sets == sets_of(cell))
                return &part->chain[i].stack[j];
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
static void make_regions(struct msim_part *part)
{
    unsigned shift = 63;
    for (uint32_t i = 0; i < part->chains; i++) {
        unsigned span = part->chain[i].shift + part->chain[i].stack[0].shift;
        if (part->chain[i].brief && span < shift)
            shift = span;
    }
    if (shift < 63)
        part->regions = msim_regions_new(part->mem, shift);
}

struct msim_part *msim_part_new(const struct msim_mem *mem, const struct msim_functions *functions,
                                const struct msim_grid *grid, enum msim_level level, uint32_t cut)
{
    struct msim_part *part = msim_get(mem, sizeof *part, 8);
    part->level = level;
    part->mem = mem;
    part->functions = functions;
    part->kinds = kinds_of(level);
    part->grid = grid;
    make_chains(part, grid);
    make_regions(part);
    part->of_cell = msim_get(mem, grid->used * sizeof *part->of_cell, 8);
    for (uint32_t i = 0; i < grid->used; i++)
        if (grid->cells[i].level == level)
            part->of_cell[i] = stack_of(part, &grid->cells[i]);
    for (uint32_t i = 0; i < part->chains; i++) {
        uint64_t line = UINT64_C(1) << part->chain[i].shift;
        part->chain[i].cut = !msim_is_tlb(level) && line < cut ? (uint32_t)line : cut;
    }
    msim_table_init(&part->rows, mem, sizeof(uint64_t *), FUNCTIONS_MAX);
    part->touch = msim_get(mem, TOUCHES * sizeof *part->touch, 64);
    part->several = msim_get(mem, (uint64_t)SEVERAL * part->columns * sizeof *part->several, 64);
    part->several_counts = msim_get(mem, SEVERAL * sizeof *part->several_counts, 8);
    return part;
}

void msim_part_extend(struct msim_part *part)
{
    while (part->rows.used < part->functions->functions.used)
        msim_table_add(&part->rows);
}

/* --- References --------------------------------------------------------------------------- */

/* A reference, where its bins are counted, and the number of its region if that is needed. */
struct pick {
    const struct msim_ref *ref;
    uint64_t *counts;
    uint64_t region; /* << MSIM_REGION_AT */
};

/* The block as a stack with short tags wants it. */
static inline uint64_t brief_block(uint64_t block, uint64_t region)
{
    return (block & ((UINT64_C(1) << MSIM_REGION_AT) - 1)) | region;
}

static inline uint64_t *counts_of(struct msim_part *part, const struct msim_ref *ref)
{
    uint64_t **row = msim_table_at(&part->rows, msim_function_of(part->functions, ref->site));
    if (__builtin_expect(!*row, 0))
        *row = msim_get(part->mem, (uint64_t)MSIM_KINDS * part->columns * sizeof **row, 64);
    return *row + (uint64_t)ref->kind * part->columns;
}

/* Counts, for each reference in several blocks and each stack, the largest bin of its blocks. */
static void settle_several(struct msim_part *part, const struct msim_chain *chain)
{
    for (uint32_t i = 0; i < part->several_used; i++)
        for (uint32_t j = 0; j < chain->stacks; j++) {
            uint32_t columns = msim_lru_columns(&chain->stack[j]), largest = 0;
            uint64_t *bins = part->several + (uint64_t)i * part->columns + chain->stack[j].column;
            for (uint32_t bin = 0; bin < columns; bin++) {
                largest = bins[bin] ? bin : largest;
                bins[bin] = 0;
            }
            part->several_counts[i][chain->stack[j].column + largest]++;
        }
    part->several_used = 0;
}

/* A batch walks up a chain. */
static void walk(struct msim_part *part, struct msim_chain *chain, uint32_t used, uint64_t largest)
{
    msim_lru_prefetch(&chain->stack[0], part->touch, used);
    for (uint32_t i = 0; used && i < chain->stacks; i++) {
        const struct msim_lru *next = i + 1 < chain->stacks ? &chain->stack[i + 1] : NULL;
        used = msim_lru_run(&chain->stack[i], part->touch, used, next, largest);
    }
    if (part->several_used)
        settle_several(part, chain);
}

/* Adds the several blocks first..last of one reference; walks first if they do not fit. */
static __attribute__((noinline)) uint32_t add_several(struct msim_part *part,
                                                      struct msim_chain *chain, uint64_t *counts,
                                                      uint64_t first, uint64_t last, uint32_t used,
                                                      uint64_t largest)
{
    if (part->several_used == SEVERAL || used + (last - first) + 1 > TOUCHES - REFS) {
        walk(part, chain, used, largest);
        used = 0;
    }
    uint64_t *row = part->several + (uint64_t)part->several_used * part->columns;
    part->several_counts[part->several_used++] = counts;
    for (uint64_t block = first; block <= last; block++) {
        uint64_t region = 0;
        if (chain->brief)
            region = (uint64_t)msim_region(part->regions, block << chain->shift) << MSIM_REGION_AT;
        uint64_t asked = chain->brief ? brief_block(block, region) : block;
        part->touch[used++] = (struct msim_touch){asked, row};
    }
    return used;
}

static void run_chain(struct msim_part *part, struct msim_chain *chain, const struct pick *pick,
                      uint32_t picks)
{
    const unsigned shift = chain->shift;
    uint64_t last_block = chain->last, largest = 0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < picks; i++) {
        const struct msim_ref *ref = pick[i].ref;
        uint32_t size = ref->size;
        if (__builtin_expect(ref->missed & MSIM_REF_BLOCK, 0) && size > chain->cut)
            size = chain->cut;
        uint64_t block = ref->first >> shift, last = (ref->first + size - 1) >> shift;
        largest |= last;
        if (__builtin_expect(block != last, 0)) {
            used = add_several(part, chain, pick[i].counts, block, last, used, largest);
        } else {
            uint64_t asked = chain->brief ? brief_block(block, pick[i].region) : block;
            part->touch[used] = (struct msim_touch){asked, pick[i].counts};
            used += block != last_block;
        }
        last_block = last;
    }
    chain->last = last_block;
    walk(part, chain, used, largest);
}

static __attribute__((noinline)) void no_brief(struct msim_part *part)
{
    for (uint32_t i = 0; i < part->chains; i++) {
        struct msim_chain *chain = &part->chain[i];
        for (uint32_t j = 0; chain->brief && j < chain->stacks; j++)
            msim_lru_no_brief(&chain->stack[j], part->regions->region,
                              part->regions->shift - chain->shift);
        chain->brief = false;
    }
    part->regions = NULL;
}

/* The number of the region where a reference begins.  The region where it ends gets a number, too,
 * for the chains.  If no number is left, short tags are given up. */
static inline uint64_t region_of(struct msim_part *part, const struct msim_ref *ref)
{
    if (!part->regions)
        return 0;
    uint32_t last = msim_region(part->regions, ref->first + ref->size - 1);
    uint32_t first = msim_region(part->regions, ref->first);
    if (__builtin_expect(!first || !last, 0))
        no_brief(part);
    return (uint64_t)first << MSIM_REGION_AT;
}

uint32_t msim_part_run(struct msim_part *part, const struct msim_ref *refs, uint32_t used,
                       unsigned mask)
{
    struct pick pick[REFS];
    uint32_t total = 0;
    for (uint32_t at = 0; at < used;) {
        uint32_t picks = 0;
        for (; at < used && picks < REFS; at++) {
            const struct msim_ref *ref = &refs[at];
            if ((mask && !(ref->missed & mask)) || !(part->kinds >> ref->kind & 1))
                continue;
            pick[picks++] = (struct pick){ref, counts_of(part, ref), region_of(part, ref)};
        }
        for (uint32_t i = 0; i < part->chains; i++)
            run_chain(part, &part->chain[i], pick, picks);
        total += picks;
    }
    return total;
}

/* --- Results ------------------------------------------------------------------------------ */

struct msim_misses msim_part_misses(const struct msim_part *part, const struct msim_cell *cell,
                                    uint32_t function)
{
    struct msim_misses misses = {{0}};
    const struct msim_lru *stack = part->of_cell[cell - part->grid->cells];
    const uint64_t *row = *(uint64_t **)msim_table_at(&part->rows, function);
    for (uint32_t kind = 0; row && kind < MSIM_KINDS; kind++)
        for (uint32_t i = 0; i < stack->wanted_used; i++)
            if (stack->wanted[i] >= cell->geometry.ways)
                misses.of[kind] += row[(uint64_t)kind * part->columns + stack->column + i + 1];
    return misses;
}

void msim_part_empty(struct msim_part *part)
{
    for (uint32_t i = 0; i < part->chains; i++) {
        part->chain[i].last = UINT64_MAX;
        for (uint32_t j = 0; j < part->chain[i].stacks; j++)
            msim_lru_empty(&part->chain[i].stack[j]);
    }
}

void msim_part_clear(struct msim_part *part)
{
    part->references = 0;
    for (uint32_t i = 0; i < part->rows.used; i++) {
        uint64_t *row = *(uint64_t **)msim_table_at(&part->rows, i);
        for (uint32_t j = 0; row && j < MSIM_KINDS * part->columns; j++)
            row[j] = 0;
    }
}
