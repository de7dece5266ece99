/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes, renumbers and empties the levels of levels.h. */
#include "levels.h"

enum { INTERVALS_MAX = 1 << 24 };

/* NULL: the level is absent. */
static struct msim_array *new_array(const struct msim_mem *mem, const struct msim_machine *machine,
                                    const struct msim_geometry *geometry, enum msim_level level)
{
    if (!geometry->units)
        return NULL;
    struct msim_array *array = msim_get(mem, sizeof *array, 64);
    msim_array_init(array, mem, msim_geometry_sets(level, geometry), geometry->ways,
                    (unsigned)__builtin_ctz(geometry->line), NULL);
    struct msim_policy_choice policy = msim_policy_named(machine->policy[level].text);
    msim_array_follow(array, mem, &policy);
    return array;
}

static void make_tlb(struct msim_outer_core *core, unsigned side, const struct msim_mem *mem,
                     const struct msim_machine *machine, enum msim_level level)
{
    if (machine->huge)
        core->big_l2tlb[side] = new_array(mem, machine, &machine->huge_level[level], level);
    core->l2tlb[side] = new_array(mem, machine, &machine->level[level], level);
}

static void make_tlbs(struct msim_outer_core *core, const struct msim_mem *mem,
                      const struct msim_machine *machine)
{
    if (machine->level[MSIM_L2TLB].units) {
        make_tlb(core, 0, mem, machine, MSIM_L2TLB);
        return;
    }
    make_tlb(core, 0, mem, machine, MSIM_L2ITLB);
    make_tlb(core, 1, mem, machine, MSIM_L2DTLB);
}

/* The core before it that uses the same instance of a level; NULL: none. */
static const struct msim_outer_core *sharer(const struct msim_outer_levels *outer, uint32_t core,
                                            uint32_t sharing)
{
    bool shared =
        core && msim_cores_instance(core, sharing) == msim_cores_instance(core - 1, sharing);
    return shared ? &outer->core[core - 1] : NULL;
}

static struct msim_prefetching *new_prefetching(struct msim_outer_levels *outer,
                                                const struct msim_mem *mem)
{
    struct msim_prefetching *into = msim_get(mem, sizeof *into, 8);
    into->next = outer->every;
    return outer->every = into;
}

/* L2 or L3, and what comes into it ahead. */
static void make_cache(struct msim_outer_levels *outer, uint32_t number, const struct msim_mem *mem,
                       const struct msim_machine *machine, enum msim_level level, uint32_t sharing)
{
    struct msim_outer_core *core = &outer->core[number];
    const struct msim_outer_core *other = sharer(outer, number, sharing);
    struct msim_array **array = level == MSIM_L2 ? &core->l2 : &core->l3;
    unsigned place = msim_prefetch_place(level);
    if (other) {
        *array = level == MSIM_L2 ? other->l2 : other->l3;
        core->into[place] = other->into[place];
        return;
    }
    *array = new_array(mem, machine, &machine->level[level], level);
    core->into[place] = new_prefetching(outer, mem);
}

static void make_core(struct msim_outer_levels *outer, uint32_t number, const struct msim_mem *mem,
                      const struct msim_machine *machine)
{
    struct msim_outer_core *core = &outer->core[number];
    const struct msim_outer_core *other = sharer(outer, number, machine->cores.l2tlb_sharing);
    if (other)
        *core = *other;
    else
        make_tlbs(core, mem, machine);
    core->into[0] = new_prefetching(outer, mem);
    make_cache(outer, number, mem, machine, MSIM_L2, machine->cores.l2_sharing);
    make_cache(outer, number, mem, machine, MSIM_L3, machine->cores.l3_sharing);
}

/* A fully associative array is its own companion. */
static struct msim_companion *companion_of(const struct msim_mem *mem, struct msim_array *array)
{
    return array && array->sets > 1
               ? msim_companion_new(mem, array, (uint32_t)(array->sets * array->ways), 0)
               : NULL;
}

/* One core has them. */
static void add_companions(struct msim_outer_levels *outer, const struct msim_mem *mem)
{
    outer->has_companions = true;
    outer->full_l2 = companion_of(mem, outer->at.l2);
    outer->full_l3 = companion_of(mem, outer->at.l3);
    for (unsigned side = 0; side < 2; side++) {
        outer->full_l2tlb[side] = companion_of(mem, outer->at.l2tlb[side]);
        outer->full_big_l2tlb[side] = companion_of(mem, outer->at.big_l2tlb[side]);
    }
}

/* The array tells why it misses.  `alone`: nothing but references changes it, and they
 * are made by companions.  Its companion, or
 * NULL. */
static struct msim_companion *ask_why(const struct msim_mem *mem, struct msim_array *array,
                                      struct msim_companion *companion, bool alone)
{
    if (!array || array->reasons)
        return companion;
    bool lru = alone && !array->policy;
    msim_reasons_attach(array, mem, true, lru);
    return lru && !companion ? companion_of(mem, array) : companion;
}

static void add_reasons(struct msim_outer_levels *outer, const struct msim_mem *mem,
                        const struct msim_machine *machine)
{
    bool alone = outer->cores == 1 && !msim_brings_ahead(machine) && !msim_follows_lines(machine);
    for (uint32_t core = 0; core < outer->cores; core++) {
        outer->full_l2 = ask_why(mem, outer->core[core].l2, outer->full_l2, alone);
        outer->full_l3 = ask_why(mem, outer->core[core].l3, outer->full_l3, alone);
    }
}

void msim_prefetching_init(struct msim_prefetching *with, const struct msim_mem *mem,
                           const struct msim_machine *machine, enum msim_level level,
                           unsigned shift)
{
    const struct msim_policy_name *name = machine->prefetch[msim_prefetch_place(level)];
    for (; with->used < MSIM_PREFETCHERS_MAX && name->text[0]; name++) {
        struct msim_prefetcher_choice *choice = &with->choice[with->used];
        msim_prefetcher_read(name->text, choice);
        with->self[with->used++] = choice->prefetcher->make(mem, shift, choice->ahead);
    }
}

void msim_prefetching_empty(const struct msim_prefetching *with)
{
    for (unsigned i = 0; i < with->used; i++)
        if (with->choice[i].prefetcher->empty)
            with->choice[i].prefetcher->empty(with->self[i]);
}

/* Lines come into a level of the core ahead. */
static void add_into(struct msim_outer_levels *outer, uint32_t core, enum msim_level level,
                     const struct msim_mem *mem, const struct msim_machine *machine)
{
    unsigned place = msim_prefetch_place(level);
    struct msim_prefetching *into = outer->core[core].into[place];
    const struct msim_outer_core *of = &outer->core[core];
    const struct msim_array *array[] = {NULL, of->l2, of->l3};
    const struct msim_geometry *d1 = &machine->level[MSIM_D1];
    if (core && into == outer->core[core - 1].into[place])
        return;
    uint64_t slots = array[place] ? msim_array_slots(array[place])
                                  : msim_array_room(msim_geometry_sets(level, d1), d1->ways);
    msim_prefetched_init(&into->prefetched, mem, slots, &outer->sums[place]);
    if (array[place])
        msim_prefetching_init(into, mem, machine, level, array[place]->shift);
}

/* The line in the slot was prefetched, and not referenced since. */
static bool is_early(const void *self, uint64_t slot)
{
    return msim_prefetched_has(self, slot);
}

/* L2 says by itself what it would miss, if it sees the same references as without prefetchers, in the same
 * pages, and none but them changes it. */
static bool knows_itself(const struct msim_outer_levels *outer, const struct msim_machine *machine)
{
    const struct msim_array *l2 = outer->core[0].l2;
    return l2 && !l2->policy && !l2->assoc && !outer->plain.reported &&
           machine->physical != MSIM_PHYSICAL_CONTIGUOUS && !msim_follows_lines(machine);
}

/* Of several cores, what would be without prefetchers is not known, as they would take other lines
 * from each other. */
static void make_plain(struct msim_outer_levels *outer, const struct msim_mem *mem,
                       const struct msim_machine *machine)
{
    outer->plain.reported = msim_comes_ahead(machine, MSIM_D1);
    outer->plain.unknown = outer->cores > 1;
    if (outer->cores > 1)
        return;
    msim_pageframes_init(&outer->plain.frames, mem, machine, &outer->huge);
    if (knows_itself(outer, machine))
        msim_ghosts_init(&outer->plain.ghosts, mem, outer->core[0].l2, is_early,
                         &outer->core[0].into[msim_prefetch_place(MSIM_L2)]->prefetched);
    else
        outer->plain.l2 = new_array(mem, machine, &machine->level[MSIM_L2], MSIM_L2);
    outer->plain.l3 = new_array(mem, machine, &machine->level[MSIM_L3], MSIM_L3);
}

static void add_prefetchers(struct msim_outer_levels *outer, const struct msim_mem *mem,
                            const struct msim_machine *machine)
{
    outer->prefetches = true;
    for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++) {
        if (!msim_comes_ahead(machine, level))
            continue;
        msim_prefetch_sums_init(&outer->sums[msim_prefetch_place(level)], machine, level,
                                &outer->counter);
        for (uint32_t core = 0; core < outer->cores; core++)
            add_into(outer, core, level, mem, machine);
    }
    make_plain(outer, mem, machine);
    if (machine->hints)
        msim_buffers_init(&outer->buffers, mem, machine, &outer->counter);
}

void msim_outer_init(struct msim_outer_levels *outer, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_machine *machine,
                     const struct msim_profile *profile)
{
    outer->profile = profile;
    outer->now_limit = MSIM_TIME_LIMIT;
    msim_table_init(&outer->intervals, mem, sizeof(struct msim_row), INTERVALS_MAX);
    msim_huge_init(&outer->huge, mem, dict, machine);
    msim_pageframes_init(&outer->frames, mem, machine, &outer->huge);
    outer->cores = msim_machine_cores(machine);
    outer->core = msim_get(mem, outer->cores * sizeof *outer->core, 8);
    for (uint32_t core = 0; core < outer->cores; core++)
        make_core(outer, core, mem, machine);
    outer->private_l2 = outer->cores > 1 && machine->cores.l2_sharing == 1;
    for (unsigned i = 0; i < MSIM_LATENCIES; i++)
        outer->latency[i] = machine->latency[i];
    msim_outer_run_on(outer, 0);
    outer->has_l2 = outer->at.l2;
    outer->has_l3 = outer->at.l3;
    outer->shared_tlb = machine->level[MSIM_L2TLB].units;
    outer->has_l2tlb[0] = outer->at.l2tlb[0];
    outer->has_l2tlb[1] = outer->shared_tlb || outer->at.l2tlb[1];
    if (msim_brings_ahead(machine))
        add_prefetchers(outer, mem, machine);
    if (machine->layout)
        add_companions(outer, mem);
    if (machine->why)
        add_reasons(outer, mem, machine);
}

void msim_outer_run_on(struct msim_outer_levels *outer, uint32_t core)
{
    outer->at = outer->core[core];
    outer->buffers.core = core;
}

void msim_outer_attach(struct msim_outer_levels *outer, const struct msim_miss_observer *observer)
{
    if (outer->observers < MSIM_MISS_OBSERVERS)
        outer->observer[outer->observers++] = *observer;
}

void msim_outer_attribute(struct msim_outer_levels *outer, const struct msim_miss_queue *queue)
{
    outer->attributed = queue;
}

bool msim_outer_has_work(const struct msim_outer_levels *outer)
{
    return outer->has_l2 || outer->has_l2tlb[0] || outer->has_l2tlb[1] || outer->observers ||
           outer->attributed || outer->lines.on;
}

/* --- Renumbering, emptying ---------------------------------------------------------------- */

/* The arrays of a core that an earlier one does not share. */
struct own_arrays {
    struct msim_array *array[6];
    struct msim_companion *companion[6];
    unsigned used;
};

static void add_own(struct own_arrays *own, struct msim_array *array,
                    struct msim_companion *companion, const struct msim_array *before)
{
    if (!array || array == before)
        return;
    own->companion[own->used] = companion;
    own->array[own->used++] = array;
}

static struct own_arrays own_arrays_of(const struct msim_outer_levels *outer, uint32_t number)
{
    static const struct msim_outer_core none;
    struct own_arrays own = {.used = 0};
    const struct msim_outer_core *core = &outer->core[number];
    const struct msim_outer_core *before = number ? core - 1 : &none;
    add_own(&own, core->l2, outer->full_l2, before->l2);
    add_own(&own, core->l3, outer->full_l3, before->l3);
    for (unsigned i = 0; i < 2; i++) {
        add_own(&own, core->l2tlb[i], outer->full_l2tlb[i], before->l2tlb[i]);
        add_own(&own, core->big_l2tlb[i], outer->full_big_l2tlb[i], before->big_l2tlb[i]);
    }
    return own;
}

static uint32_t renumber(const struct msim_outer_levels *outer, struct msim_array *array)
{
    const struct msim_ghosts *ghosts = &outer->plain.ghosts;
    return ghosts->ghost && ghosts->cache == array ? msim_ghosts_renumber(ghosts)
                                                   : msim_array_renumber(array);
}

/* Companions do that for their arrays. */
void msim_outer_renumber(struct msim_outer_levels *outer)
{
    outer->now = 0;
    for (uint32_t core = 0; core < outer->cores; core++) {
        struct own_arrays own = own_arrays_of(outer, core);
        for (unsigned i = 0; i < own.used; i++) {
            uint32_t last = own.companion[i] ? 0 : renumber(outer, own.array[i]);
            outer->now = outer->now > last ? outer->now : last;
        }
    }
}

void msim_outer_empty(struct msim_outer_levels *outer)
{
    for (uint32_t core = 0; core < outer->cores; core++) {
        struct own_arrays own = own_arrays_of(outer, core);
        for (unsigned i = 0; i < own.used; i++) {
            msim_array_empty(own.array[i]);
            if (own.array[i]->reasons)
                msim_reasons_empty(own.array[i]->reasons);
            if (own.companion[i])
                msim_companion_empty(own.companion[i]);
        }
    }
}
