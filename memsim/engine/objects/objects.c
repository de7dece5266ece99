/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attributes references to objects (objects.h). */
#include "objects.h"

enum { SITES_MAX = 1 << 28 };

/* --- Notes -------------------------------------------------------------------------------- */

/* Code is in the file that its site names. */
static uint32_t attribute_fetch(struct msim_objects *objects, uint32_t site)
{
    struct msim_table *code = &objects->code;
    while (code->used <= site)
        if (!msim_table_add(code))
            return MSIM_NO_USE;
    uint32_t *cell = msim_table_at(code, site);
    if (!*cell) {
        const struct msim_site *known = msim_dict_site_at(objects->dict, site);
        struct msim_use_key key = {.site = site, .kind = MSIM_FETCH};
        key.object = msim_owner_of(&objects->map.owners, MSIM_OBJECT_CODE, known->object);
        uint32_t use = msim_uses_number(&objects->uses, &key, false, 0);
        *cell = msim_uses_add(&objects->uses, use, (int64_t)known->address, 0) + 1;
    }
    return *cell - 1;
}

static bool is_of(const struct msim_missed_last *missed, const struct msim_ref *ref)
{
    return missed->site == ref->site && missed->size == ref->size && missed->kind == ref->kind;
}

static struct msim_found find(struct msim_objects *objects, const struct msim_ref *ref)
{
    struct msim_missed_last *missed = &objects->missed[ref->site & (MSIM_MISSED_LAST - 1)];
    if (!is_of(missed, ref))
        *missed = (struct msim_missed_last){{0}, ref->site, ref->size, ref->kind};
    else if (msim_last_holds(&missed->last, ref->first))
        return (struct msim_found){missed->last.use, missed->last.origin};
    struct msim_use_key key = {.site = ref->site, .size = ref->size, .kind = ref->kind};
    return msim_last_look_up(&missed->last, &objects->map, &objects->uses, &key, ref->first);
}

uint32_t msim_objects_attribute(void *self, const struct msim_ref *ref)
{
    struct msim_objects *objects = self;
    if (ref->kind == MSIM_FETCH)
        return attribute_fetch(objects, ref->site);
    struct msim_found found = find(objects, ref);
    uint32_t number = objects->noted_next++ & (MSIM_QUEUE - 1);
    objects->attributed[number] = (struct msim_attributed){found.use, ref->first - found.origin};
    return number;
}

void msim_objects_waited(void *self, unsigned column, const struct msim_waited *load,
                         uint64_t cycles)
{
    struct msim_objects *objects = self;
    uint32_t context = objects->sim->contexts.on ? objects->context : MSIM_NO_CONTEXT;
    if (objects->waits)
        msim_object_waits_add(objects->waits, column, load, cycles, context);
}

void msim_objects_record(void *self, const uint64_t *record)
{
    struct msim_objects *objects = self;
    msim_accesses_take(&objects->accesses, record);
}

void msim_objects_passed(void *self, const uint64_t *record)
{
    struct msim_objects *objects = self;
    msim_accesses_pass(&objects->accesses, record);
}

/* --- Outcomes ----------------------------------------------------------------------------- */

/* What each outcome adds to the counts. */
static void prepare_outcomes(struct msim_use_counts *adds)
{
    for (unsigned outcome = 0; outcome < MSIM_OUTCOMES; outcome++)
        adds[outcome] = (struct msim_use_counts){{
            [MSIM_MISS_L1] = (outcome & MSIM_MISS_CACHE) != 0,
            [MSIM_MISS_L2] = (outcome & MSIM_OUTCOME_L2) != 0,
            [MSIM_MISS_L3] = (outcome & MSIM_OUTCOME_L3) != 0,
            [MSIM_MISS_T1] = (outcome & MSIM_MISS_TLB) != 0,
            [MSIM_MISS_T2] = (outcome & MSIM_OUTCOME_T2) != 0,
        }};
}

static void take_fetch(struct msim_objects *objects, uint32_t cell, unsigned outcome)
{
    struct msim_use_counts adds = objects->adds[outcome & (MSIM_OUTCOMES - 1)];
    adds.count[MSIM_REFS] = 1;
    msim_use_counts_add(msim_uses_counts(&objects->uses, cell), &adds);
}

/* The cell of a reference to data; where all are counted, they were added when they happened. */
static uint32_t cell_of(struct msim_objects *objects, const struct msim_attributed *attributed,
                        const struct msim_ref *ref)
{
    if (objects->all)
        return msim_uses_cell(&objects->uses, attributed->use, (int64_t)attributed->offset);
    return msim_uses_add(&objects->uses, attributed->use, (int64_t)attributed->offset, ref->first);
}

static void add_data(struct msim_objects *objects, const struct msim_attributed *attributed,
                     const struct msim_ref *ref, uint32_t context,
                     const struct msim_use_counts *adds)
{
    uint32_t cell = cell_of(objects, attributed, ref);
    msim_use_counts_add(msim_uses_counts(&objects->uses, cell), adds);
    if (cell == MSIM_NO_USE || !objects->sim->contexts.on)
        return;
    struct msim_use *use = msim_use_at(&objects->uses, attributed->use);
    if (!use->in || use->in_context != context) {
        use->in = msim_within(&objects->within, use->key.object, context);
        use->in_context = context;
    }
    if (use->in)
        msim_within_add(&objects->within, use->in, ref->kind, adds);
}

static void take_data(struct msim_objects *objects, const struct msim_attributed *attributed,
                      const struct msim_ref *ref, unsigned outcome)
{
    struct msim_use_counts adds = objects->adds[outcome & (MSIM_OUTCOMES - 1)];
    adds.count[MSIM_REFS] = !objects->all;
    add_data(objects, attributed, ref, objects->context, &adds);
}

/* Bytes that code is read with belong to the code; others to the data that is at the first of them,
 * and those that a fetch has written count as its reads do. */
void msim_objects_moved(void *self, const struct msim_ref *ref, bool written, uint64_t bytes)
{
    struct msim_objects *objects = self;
    struct msim_use_counts adds = {{0}};
    adds.count[written ? MSIM_MEMORY_WRITTEN : MSIM_MEMORY_READ] = bytes;
    if (ref->kind == MSIM_FETCH && !written) {
        uint32_t cell = attribute_fetch(objects, ref->site);
        msim_use_counts_add(msim_uses_counts(&objects->uses, cell), &adds);
        return;
    }
    struct msim_ref of = *ref;
    of.kind = ref->kind == MSIM_FETCH ? MSIM_READ : ref->kind;
    struct msim_found found = find(objects, &of);
    const struct msim_attributed attributed = {found.use, of.first - found.origin};
    add_data(objects, &attributed, &of, objects->sim->outer.context_number, &adds);
}

/* The use of a reference to data; NULL: it has none. */
static struct msim_use *use_of(const struct msim_objects *objects, const struct msim_ref *ref,
                               uint32_t number)
{
    uint32_t use = objects->attributed[number & (MSIM_QUEUE - 1)].use;
    bool has_use = !(ref->missed & MSIM_REF_MARKS) && ref->kind != MSIM_FETCH && use != MSIM_NO_USE;
    return has_use ? msim_use_at(&objects->uses, use) : NULL;
}

/* Prefetches the memory that a reference needs soon: first the use, then its counts. */
static void prefetch(const struct msim_objects *objects, const struct msim_ref *refs,
                     const uint32_t *numbers, uint32_t left)
{
    enum { USE = 12, COUNTS = 5 };
    const struct msim_use *use = left > USE ? use_of(objects, &refs[USE], numbers[USE]) : NULL;
    if (use) {
        __builtin_prefetch(use);
        __builtin_prefetch((const char *)use + sizeof *use - 1);
    }
    use = left > COUNTS ? use_of(objects, &refs[COUNTS], numbers[COUNTS]) : NULL;
    if (use && use->room) {
        __builtin_prefetch(&use->counts[use->last_cell]);
        __builtin_prefetch(use->in);
    }
}

static void forget(struct msim_objects *objects)
{
    msim_accesses_settle(&objects->accesses);
    msim_uses_clear(&objects->uses);
    msim_within_clear(&objects->within);
    if (objects->waits)
        msim_object_waits_clear(objects->waits);
    msim_lines_forget(&objects->lines);
}

/* Where counts are set to zero, blocks live on. */
void msim_objects_outcomes(void *self, const struct msim_ref *refs, const uint32_t *numbers,
                           const uint8_t *outcomes, uint32_t used)
{
    struct msim_objects *objects = self;
    for (uint32_t i = 0; i < used; i++) {
        prefetch(objects, &refs[i], &numbers[i], used - i);
        if (refs[i].missed & MSIM_REF_CONTEXT)
            objects->context = refs[i].site;
        else if (refs[i].missed & MSIM_REF_FLUSH && refs[i].kind == MSIM_FLUSH_COUNTS &&
                 !refs[i].site)
            forget(objects);
        else if (msim_outcome_counts(outcomes[i]) && refs[i].kind == MSIM_FETCH)
            take_fetch(objects, numbers[i], outcomes[i]);
        else if (msim_outcome_counts(outcomes[i]))
            take_data(objects, &objects->attributed[numbers[i]], &refs[i], outcomes[i]);
    }
}

/* --- Making, events ----------------------------------------------------------------------- */

void msim_objects_init(struct msim_objects *objects, const struct msim_setting *setting, bool all)
{
    const struct msim_mem *mem = setting->mem;
    objects->mem = mem;
    objects->dict = setting->dict;
    objects->machine = setting->machine;
    objects->sim = setting->sim;
    objects->all = all;
    msim_where_init(&objects->map, mem, setting->dict, &setting->sim->contexts.observer);
    msim_uses_init(&objects->uses, mem);
    msim_within_init(&objects->within, mem, &setting->sim->contexts);
    msim_accesses_init(&objects->accesses, mem, setting->sim, &objects->map, &objects->uses,
                       &objects->within, &objects->lines);
    if (all)
        msim_lines_init(&objects->lines, mem, setting->machine, &objects->map.owners,
                        &objects->uses);
    prepare_outcomes(objects->adds);
    objects->waits =
        msim_object_waits_new(mem, setting->machine, &objects->map, &setting->sim->contexts);
    msim_table_init(&objects->code, mem, sizeof(uint32_t), SITES_MAX);
}

void msim_objects_extend(void *self)
{
    struct msim_objects *objects = self;
    if (objects->all)
        msim_accesses_extend(&objects->accesses);
}

/* What was touched of an earlier block at this address does not belong to the new one. */
static void begin_block(struct msim_objects *objects, const uint64_t *record)
{
    uint64_t address = record[3], bytes = record[2];
    if (objects->lines.on)
        msim_lines_begin_block(&objects->lines, msim_where_is(&objects->map, address).object,
                               address, bytes);
}

void msim_objects_event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct msim_objects *objects = self;
    msim_where_event(&objects->map, record, instructions);
    if (msim_event_of(*record) == MSIM_EVENT_HEAP && record[3])
        begin_block(objects, record);
    if (msim_event_of(*record) == MSIM_EVENT_PART && msim_part_flushes(objects->dict, record))
        msim_lines_empty(&objects->lines);
}

void msim_objects_refresh(void *self)
{
    struct msim_objects *objects = self;
    msim_accesses_settle(&objects->accesses);
}

void msim_objects_settle(void *self)
{
    struct msim_objects *objects = self;
    msim_lines_empty(&objects->lines);
    msim_objects_refresh(objects);
}

void msim_objects_clear(void *self)
{
    struct msim_objects *objects = self;
    msim_accesses_settle(&objects->accesses);
    msim_accesses_forget(&objects->accesses);
    msim_uses_renew(&objects->uses);
    for (uint32_t site = 0; site < objects->code.used; site++)
        *(uint32_t *)msim_table_at(&objects->code, site) = 0;
    msim_within_clear(&objects->within);
    if (objects->waits)
        msim_object_waits_renew(objects->waits);
    msim_lines_forget(&objects->lines);
    msim_lives_clear(&objects->map.lives, objects->sim->instructions);
}
