/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of uses.h. */
#include "uses.h"

#include "engine/base/numbers.h"
#include "stream/hash.h"

enum {
    USES_MAX = 1 << 26,
    SITES_MAX = 1 << 28,
    LINE = 64,
    FINDING = 8,      /* bytes for finding a use */
    CHUNK_SHIFT = 12, /* of the first chunks; */
    CHUNKS_MAX = 1024 /* after this many, chunks become twice as large */
};

struct chunks {
    uint32_t used;
    uint32_t doubled;
};

/* --- Finding ------------------------------------------------------------------------------ */

static uint64_t mix_key(const struct msim_use_key *key)
{
    uint64_t other = key->chunk << 24 | (uint64_t)key->size << 4 | key->kind;
    return msim_mix(((uint64_t)key->object << 32 | key->site) + msim_mix(other));
}

static bool same_key(const struct msim_use_key *a, const struct msim_use_key *b)
{
    return a->object == b->object && a->site == b->site && a->chunk == b->chunk &&
           a->size == b->size && a->kind == b->kind;
}

static uint32_t hash(const void *element)
{
    return (uint32_t)mix_key(&((const struct msim_use *)element)->key);
}

static bool same(const void *element, const void *wanted)
{
    return same_key(&((const struct msim_use *)element)->key,
                    &((const struct msim_use *)wanted)->key);
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_use, same_hash), 0};

void msim_uses_init(struct msim_uses *uses, const struct msim_mem *mem)
{
    uses->mem = mem;
    msim_table_init(&uses->table, mem, sizeof(struct msim_use), USES_MAX);
    msim_lookup_init(&uses->lookup, mem, &kind);
    msim_table_init(&uses->site_chunks, mem, sizeof(struct chunks), SITES_MAX);
}

static bool has_reached(const struct msim_uses *uses, uint64_t part)
{
    return uses->limit && uses->taken >= part;
}

bool msim_uses_are_near(const struct msim_uses *uses)
{
    return has_reached(uses, uses->limit - uses->limit / 4);
}

/* MSIM_NO_USE: there is no room. */
static uint32_t look_up(struct msim_uses *uses, const struct msim_use_key *key)
{
    struct msim_use wanted = {.key = *key};
    if (has_reached(uses, uses->limit)) {
        uint32_t number = msim_lookup_find(&uses->lookup, &uses->table, &wanted);
        if (number != UINT32_MAX)
            return number;
        wanted.key = (struct msim_use_key){
            .object = key->object, .site = MSIM_BEYOND_SITE, .kind = key->kind};
    }
    uint32_t used = uses->table.used;
    uint32_t number = msim_lookup_number(&uses->lookup, &uses->table, &wanted);
    if (uses->table.used > used)
        uses->taken += sizeof wanted + FINDING;
    return number;
}

static uint32_t find(struct msim_uses *uses, const struct msim_use_key *key)
{
    uint32_t *recent = &uses->recent[mix_key(key) >> (64 - MSIM_RECENT_USES_BITS)];
    if (!*recent || !same_key(&msim_use_at(uses, *recent - 1)->key, key))
        *recent = look_up(uses, key) + 1;
    return *recent - 1;
}

/* --- Chunks ------------------------------------------------------------------------------- */

static struct chunks *chunks_of(struct msim_uses *uses, uint32_t site)
{
    while (uses->site_chunks.used <= site)
        if (!msim_table_add(&uses->site_chunks))
            return NULL;
    return msim_table_at(&uses->site_chunks, site);
}

/* Numbers of chunks of different sizes are different. */
static void choose_chunk(struct msim_uses *uses, struct msim_use_key *key, int64_t offset)
{
    struct chunks *chunks = chunks_of(uses, key->site);
    if (!chunks)
        return;
    unsigned shift = CHUNK_SHIFT + chunks->doubled;
    key->chunk = ((uint64_t)offset >> shift << 6 | shift) + 1;
}

static void count_chunk(struct msim_uses *uses, uint32_t site)
{
    struct chunks *chunks = chunks_of(uses, site);
    if (!chunks || ++chunks->used < CHUNKS_MAX)
        return;
    chunks->used = 0;
    chunks->doubled += chunks->doubled < 48;
}

/* --- Cells -------------------------------------------------------------------------------- */

static size_t bytes_for(unsigned room)
{
    return ((size_t)1 << (room - 1)) * (sizeof(struct msim_use_counts) + sizeof(int64_t));
}

static void give_back(struct msim_uses *uses, const struct msim_use *use)
{
    if (!use->room)
        return;
    *(void **)(void *)use->counts = uses->spare[use->room];
    uses->spare[use->room] = use->counts;
}

static void *new_cells(struct msim_uses *uses, unsigned room)
{
    uses->taken += bytes_for(room);
    return msim_get(uses->mem, bytes_for(room), 8);
}

/* Gives a use other memory for its cells. */
static void resize(struct msim_uses *uses, struct msim_use *use, unsigned room)
{
    void **spare = &uses->spare[room];
    struct msim_use_counts *counts = *spare;
    if (counts)
        *spare = *(void **)(void *)counts;
    else
        counts = new_cells(uses, room);
    int64_t *offset = (int64_t *)(void *)(counts + ((size_t)1 << (room - 1)));
    for (unsigned i = 0; i < use->cells; i++) {
        counts[i] = use->counts[i];
        offset[i] = use->offset[i];
    }
    give_back(uses, use);
    use->counts = counts;
    use->offset = offset;
    use->room = (uint8_t)room;
}

/* All cells become one. */
static void fold(struct msim_uses *uses, struct msim_use *use)
{
    for (unsigned i = 1; i < use->cells; i++)
        msim_use_counts_add(&use->counts[0], &use->counts[i]);
    use->cells = 1;
    use->folded = true;
    resize(uses, use, 1);
}

static unsigned cell_of(struct msim_uses *uses, struct msim_use *use, int64_t offset)
{
    if (use->folded)
        return 0;
    if (use->cells && use->offset[use->last_cell] == offset)
        return use->last_cell;
    for (unsigned i = 0; i < use->cells; i++)
        if (use->offset[i] == offset)
            return i;
    if (use->cells == MSIM_CELLS || (use->cells && msim_uses_are_near(uses))) {
        fold(uses, use);
        return 0;
    }
    if (!use->room || use->cells == 1u << (use->room - 1))
        resize(uses, use, use->room + 1u);
    use->offset[use->cells] = offset;
    use->counts[use->cells] = (struct msim_use_counts){{0}};
    return use->cells++;
}

struct msim_use_counts *msim_uses_counts(struct msim_uses *uses, uint32_t cell)
{
    if (cell == MSIM_NO_USE)
        return &uses->surplus;
    struct msim_use *use = msim_use_at(uses, msim_use_of_cell(cell));
    return &use->counts[use->folded ? 0 : cell & (MSIM_CELLS - 1)];
}

/* --- References --------------------------------------------------------------------------- */

static void count_step(struct msim_use *use, uint64_t address)
{
    int64_t step = (int64_t)(address - use->address_before);
    bool near = step >= -LINE && step <= LINE;
    use->steps[near ? 0 : step == use->step_before ? 1 : 2]++;
    use->step_before = step;
}

/* Takes an offset that has no cell of its own.  The stride divides all differences, so one to any
 * offset decides. */
static void add_offset(struct msim_use *use, int64_t offset)
{
    uint64_t apart = msim_distance(offset, use->first);
    bool divides = use->stride & (use->stride - 1) ? apart % use->stride == 0
                                                   : (apart & (use->stride - 1)) == 0;
    if (apart && !(use->stride && divides))
        use->stride = msim_gcd(use->stride, apart);
    use->first = offset < use->first ? offset : use->first;
    use->last = offset > use->last ? offset : use->last;
}

uint32_t msim_uses_number(struct msim_uses *uses, struct msim_use_key *key, bool divided,
                          int64_t offset)
{
    uint32_t used = uses->table.used;
    if (divided)
        choose_chunk(uses, key, offset);
    uint32_t number = find(uses, key);
    if (divided && uses->table.used > used)
        count_chunk(uses, key->site);
    return number;
}

void msim_use_key_range(const struct msim_use_key *key, uint64_t origin, uint64_t *first,
                        uint64_t *bytes)
{
    uint64_t shift = (key->chunk - 1) & 63, begin = origin + ((key->chunk - 1) >> 6 << shift);
    uint64_t end = begin + ((uint64_t)1 << shift), all = *first + *bytes;
    *first = begin > *first ? begin : *first;
    *bytes = (end < all ? end : all) - *first;
}

struct msim_use_counts *msim_use_add(struct msim_uses *uses, struct msim_use *use, int64_t offset,
                                     uint64_t address)
{
    unsigned cells = use->cells;
    if (use->room)
        count_step(use, address);
    else
        use->first = use->last = offset;
    use->address_before = address;
    use->last_cell = (uint8_t)cell_of(uses, use, offset);
    if (use->folded || use->cells > cells)
        add_offset(use, offset);
    return &use->counts[use->last_cell];
}

uint32_t msim_uses_add(struct msim_uses *uses, uint32_t number, int64_t offset, uint64_t address)
{
    if (number == MSIM_NO_USE)
        return MSIM_NO_USE;
    struct msim_use *use = msim_use_at(uses, number);
    msim_use_add(uses, use, offset, address);
    return number << MSIM_CELL_BITS | use->last_cell;
}

void msim_use_repeat(struct msim_use *use, uint64_t times)
{
    use->steps[0] += times;
    use->step_before = 0;
    use->counts[use->last_cell].count[MSIM_REFS] += times;
}

uint32_t msim_uses_cell(struct msim_uses *uses, uint32_t number, int64_t offset)
{
    if (number == MSIM_NO_USE)
        return MSIM_NO_USE;
    struct msim_use *use = msim_use_at(uses, number);
    if (!use->room)
        return msim_uses_add(uses, number, offset, 0);
    unsigned cells = use->cells, cell = cell_of(uses, use, offset);
    if (use->cells > cells)
        add_offset(use, offset);
    return number << MSIM_CELL_BITS | cell;
}

void msim_uses_clear(struct msim_uses *uses)
{
    for (uint32_t i = 0; i < uses->table.used; i++) {
        struct msim_use *use = msim_use_at(uses, i);
        for (unsigned cell = 0; cell < use->cells; cell++)
            use->counts[cell] = (struct msim_use_counts){{0}};
        for (unsigned step = 0; step < 3; step++)
            use->steps[step] = 0;
    }
    uses->surplus = (struct msim_use_counts){{0}};
}

void msim_uses_renew(struct msim_uses *uses)
{
    for (uint32_t i = 0; i < uses->table.used; i++) {
        struct msim_use *use = msim_use_at(uses, i);
        give_back(uses, use);
        *use = (struct msim_use){.key = use->key, .same_hash = use->same_hash};
    }
    for (uint32_t i = 0; i < uses->site_chunks.used; i++)
        *(struct chunks *)msim_table_at(&uses->site_chunks, i) = (struct chunks){0, 0};
}
