/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the simulator of make.h. */
#include "make.h"

#include "engine/coherence/copies.h"
#include "engine/outer/traffic.h"

static struct msim_shape shape_of(const struct msim_geometry *geometry, enum msim_level level)
{
    if (!geometry->units)
        return (struct msim_shape){0, 0, 0};
    return (struct msim_shape){msim_geometry_sets(level, geometry), geometry->ways,
                               (unsigned)__builtin_ctz(geometry->line)};
}

static void init_port(struct msim_sim *sim, struct msim_port *port, const struct msim_mem *mem,
                      const struct msim_machine *machine, enum msim_level cache,
                      enum msim_level tlb)
{
    msim_port_init(port, mem, shape_of(&machine->level[cache], cache),
                   shape_of(&machine->level[tlb], tlb), shape_of(&machine->huge_level[tlb], tlb),
                   machine->huge ? &sim->huge : NULL);
    struct msim_policy_choice of_cache = msim_policy_named(machine->policy[cache].text);
    struct msim_policy_choice of_tlb = msim_policy_named(machine->policy[tlb].text);
    msim_port_follow(port, mem, &of_cache, &of_tlb);
}

static void make_cores(struct msim_sim *sim, const struct msim_mem *mem,
                       const struct msim_machine *machine)
{
    struct msim_core_set *cores = &sim->cores;
    cores->used = msim_machine_cores(machine);
    cores->core = msim_get(mem, cores->used * sizeof *cores->core, 64);
    for (uint32_t core = 0; core < cores->used; core++) {
        init_port(sim, &cores->core[core].instr, mem, machine, MSIM_I1, MSIM_ITLB);
        init_port(sim, &cores->core[core].data, mem, machine, MSIM_D1, MSIM_DTLB);
        if (machine->why)
            msim_port_ask_why(&cores->core[core].data, mem);
        if (cores->used > 1)
            msim_port_share(&cores->core[core].data, mem);
    }
    sim->instr = &cores->core[0].instr;
    sim->data = &cores->core[0].data;
    sim->first = &cores->core[0].first;
}

/* The core that runs reads what comes ahead into its L2. */
static bool read_ahead(void *self, const struct msim_ref *bytes)
{
    const struct msim_core_set *cores = self;
    return msim_coherence_read(cores->coherence, cores->on, bytes);
}

/* A core has changed some of these bytes. */
static bool is_changed(void *self, uint64_t first, uint64_t last)
{
    const struct msim_core_set *cores = self;
    return msim_coherence_modified(cores->coherence, first, last);
}

/* The core that runs reads a line that comes ahead into its D1, which has it in the slot then. */
static bool read_line(void *self, const struct msim_ref *by, uint64_t line)
{
    const struct msim_core_set *cores = self;
    return msim_coherence_read_line(cores->coherence, cores->on, by, line);
}

static void have_line(void *self, int64_t slot, uint64_t line)
{
    const struct msim_core_set *cores = self;
    msim_copies_renew(cores->coherence, cores->on, slot, line);
}

static bool others_hold(void *self, uint64_t first)
{
    const struct msim_core_set *cores = self;
    return msim_coherence_others_hold(cores->coherence, cores->on, first);
}

static void make_coherence(struct msim_sim *sim, const struct msim_mem *mem,
                           const struct msim_machine *machine)
{
    struct msim_port *data[MSIM_CORES_MAX];
    struct msim_core_set *cores = &sim->cores;
    if (cores->used == 1)
        return;
    for (uint32_t core = 0; core < cores->used; core++)
        data[core] = &cores->core[core].data;
    cores->coherence = msim_get(mem, sizeof *cores->coherence, 64);
    msim_coherence_init(cores->coherence, mem, &machine->cores, data, &sim->outer);
    sim->outer.sharing = (struct msim_outer_sharing){.reads = read_ahead,
                                                     .changed = is_changed,
                                                     .reads_line = read_line,
                                                     .has_line = have_line,
                                                     .others_hold = others_hold,
                                                     .self = cores};
    sim->hot.shared = true;
    cores->usual = sim->data->shift == MSIM_USUAL_SHIFT &&
                   sim->data->cache.shift == MSIM_USUAL_SHIFT &&
                   cores->coherence->unit_shift == MSIM_USUAL_SHIFT;
    sim->hot.each |= !cores->usual;
}

/* The smallest line of any cache level. */
static uint32_t smallest_line(const struct msim_machine *machine)
{
    uint32_t smallest = MSIM_SIZE_MAX;
    for (int level = MSIM_I1; level <= MSIM_L3; level++)
        if (machine->level[level].units && machine->level[level].line < smallest)
            smallest = machine->level[level].line;
    return smallest;
}

static void init_full(struct msim_sim *sim, const struct msim_mem *mem,
                      const struct msim_machine *machine)
{
    static const enum msim_level cache[] = {MSIM_I1, MSIM_D1}, tlb[] = {MSIM_ITLB, MSIM_DTLB};
    for (unsigned side = 0; side < 2; side++) {
        enum msim_kind kind = side ? MSIM_READ : MSIM_FETCH;
        const struct msim_geometry *lines = &machine->level[cache[side]],
                                   *pages = &machine->level[tlb[side]];
        if (msim_has_count(machine, kind, MSIM_FULL_L1))
            sim->full_cache[side] = (struct msim_full_level){
                msim_companion_new(mem, NULL, lines->units / lines->line, 0),
                (unsigned)__builtin_ctz(lines->line)};
        if (msim_has_count(machine, kind, MSIM_FULL_T1))
            sim->full_tlb[side] =
                (struct msim_full_level){msim_companion_new(mem, NULL, pages->units, 0),
                                         (unsigned)__builtin_ctz(pages->line)};
        sim->hot.each |= sim->full_cache[side].companion || sim->full_tlb[side].companion;
    }
}

/* --- Prefetchers of D1 ------------------------------------------------------------------------ */

/* Adds to a count where a prefetch was caused. */
static void count_caused(void *self, const struct msim_prefetch_cause *cause, enum msim_kind kind,
                         enum msim_count count, uint64_t times)
{
    struct msim_sim *sim = self;
    uint32_t site = cause->site - 1;
    msim_profile_row(sim->profile, site)->count[kind][count] += times;
    if (cause->part)
        msim_small_rows_count(&sim->parts.refs, cause->part, site, kind, count, times);
    sim->parts.conditional.count[kind][count] += times;
    if (sim->contexts.on)
        msim_contexts_caused(&sim->contexts, cause->context, cause->part, site, kind, count, times);
}

/* What comes into D1 of the core ahead. */
static void make_first(struct msim_sim *sim, uint32_t core, const struct msim_mem *mem,
                       const struct msim_machine *machine)
{
    struct msim_core_ports *ports = &sim->cores.core[core];
    struct msim_first *first = &ports->first;
    msim_port_prefetch(&ports->data, mem);
    first->port = &ports->data;
    first->instr = &ports->instr;
    first->queue = &sim->queue;
    first->has_l2 = sim->outer.has_l2;
    first->sharing = sim->cores.coherence ? &sim->outer.sharing : NULL;
    first->at_once = first->sharing;
    msim_prefetching_init(&first->with, mem, machine, MSIM_D1, ports->data.cache.shift);
}

static void make_prefetchers(struct msim_sim *sim, const struct msim_mem *mem,
                             const struct msim_machine *machine)
{
    sim->outer.counter = (struct msim_prefetch_counter){count_caused, sim};
    sim->queue.at_once = msim_brings_ahead(machine);
    if (!msim_comes_ahead(machine, MSIM_D1))
        return;
    for (uint32_t core = 0; core < sim->cores.used; core++)
        make_first(sim, core, mem, machine);
    sim->hot.hints = machine->hints;
    sim->outer.plain.unknown |= !sim->data->marks->ghosts.ghost;
}

/* --- What outer levels change --------------------------------------------------------------- */

/* What D1 of the core had in the slot leaves it: it may have been prefetched, and what the core used
 * of it is known. */
static void lose_slot(struct msim_sim *sim, uint32_t core, struct msim_port *port, uint64_t slot)
{
    if (port == &sim->cores.core[core].data && sim->cores.coherence)
        msim_copies_renew(sim->cores.coherence, core, (int64_t)slot, MSIM_NO_BLOCK);
    if (!port->marks || !port->marks->marked[slot])
        return;
    port->marks->marked[slot] = 0;
    msim_prefetched_end(&msim_outer_into(&sim->outer, MSIM_D1)->prefetched, slot, MSIM_UNUSED);
}

/* The lines of these bytes leave both first levels of the core.  True: one was dirty. */
static bool lose(void *self, uint32_t core, uint64_t first, uint32_t bytes)
{
    struct msim_sim *sim = self;
    bool any = false;
    for (unsigned side = 0; side < 2; side++) {
        struct msim_port *port = side ? &sim->cores.core[core].data : &sim->cores.core[core].instr;
        uint64_t last = (first + bytes - 1) >> port->cache.shift;
        for (uint64_t line = first >> port->cache.shift; port->has_cache && line <= last; line++) {
            int64_t slot = msim_array_find(&port->cache, line);
            if (slot == MSIM_NO_SLOT)
                continue;
            any |= port->cache.dirty && msim_dirty_leave(&port->cache, (uint64_t)slot);
            lose_slot(sim, core, port, (uint64_t)slot);
            msim_port_lose(port, line, MSIM_LINE_TAKEN);
        }
    }
    return any;
}

/* The line that the access brought in is as dirty as it was where it came from. */
static void soil_inner(void *self, enum msim_kind kind, uint64_t first)
{
    struct msim_sim *sim = self;
    struct msim_port *port = kind == MSIM_FETCH ? sim->instr : sim->data;
    int64_t slot = msim_array_find(&port->cache, first >> port->cache.shift);
    msim_dirty_set(&port->cache, (uint64_t)slot);
}

static void follow_lines(struct msim_sim *sim, const struct msim_mem *mem,
                         const struct msim_machine *machine)
{
    struct msim_followed_lines *lines = &sim->lines;
    if (!msim_follows_lines(machine))
        return;
    lines->come = msim_traffic_comes(machine);
    lines->at_once = msim_traffic_is_inner(machine) || sim->cores.coherence;
    lines->data = machine->write || lines->come;
    lines->back = machine->write == MSIM_WRITE_BACK;
    lines->through = machine->write == MSIM_WRITE_THROUGH;
    lines->passes_writes = machine->passes_writes;
    lines->each = lines->through || lines->passes_writes;
    sim->hot.each |= lines->come || msim_traffic_is_inner(machine);
    for (uint32_t core = 0; core < sim->cores.used; core++)
        sim->cores.core[core].first.at_once |= lines->at_once;
    sim->outer.lines.inner = (struct msim_inner_levels){lose, soil_inner, sim};
    sim->cores.lines = lines->data ? &sim->queue : NULL;
    sim->cores.passes_writes = lines->passes_writes;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        if (lines->data)
            msim_dirty_follow(&sim->cores.core[core].data.cache, mem);
        if (lines->come)
            msim_dirty_follow(&sim->cores.core[core].instr.cache, mem);
    }
}

/* --- The simulator -------------------------------------------------------------------------- */

void msim_sim_init(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_dict *dict,
                   struct msim_profile *profile, const struct msim_machine *machine)
{
    sim->dict = dict;
    sim->profile = profile;
    msim_huge_init(&sim->huge, mem, dict, machine);
    make_cores(sim, mem, machine);
    msim_hot_init(&sim->hot, mem, dict, &sim->contexts, sim->instr->shift, smallest_line(machine));
    init_full(sim, mem, machine);
    msim_outer_init(&sim->outer, mem, dict, machine, profile);
    msim_parts_init(&sim->parts, mem, &sim->hot, &sim->queue, &sim->contexts, profile);
    sim->outer.part_misses = &sim->parts.misses;
    sim->queue.receiver = msim_outer_receiver(&sim->outer);
    make_coherence(sim, mem, machine);
    make_prefetchers(sim, mem, machine);
    follow_lines(sim, mem, machine);
    msim_traffic_init(&sim->outer, mem, machine);
    sim->drains = sim->cores.coherence || machine->why || sim->lines.at_once;
    sim->now_limit = MSIM_TIME_LIMIT;
}

void msim_sim_send_misses(struct msim_sim *sim, const struct msim_miss_receiver *receiver)
{
    sim->queue.receiver = receiver ? *receiver : msim_outer_receiver(&sim->outer);
}

void msim_sim_attach_misses(struct msim_sim *sim, const struct msim_miss_observer *observer)
{
    msim_outer_attach(&sim->outer, observer);
}

void msim_sim_attach_timer(struct msim_sim *sim, const struct msim_timer *timer)
{
    sim->timer = *timer;
}

void msim_sim_attach_attribution(struct msim_sim *sim, const struct msim_attribution *attribution)
{
    sim->queue.attribution = *attribution;
    msim_outer_attribute(&sim->outer, &sim->queue);
}

void msim_sim_attach_traffic(struct msim_sim *sim, const struct msim_traffic_observer *observer)
{
    sim->outer.lines.observer = *observer;
    if (sim->outer.lines.writes)
        sim->drains = sim->lines.at_once = sim->first->at_once = true;
}

void msim_sim_attach_sharing(struct msim_sim *sim, const struct msim_sharing_observer *observer)
{
    if (sim->cores.coherence)
        sim->cores.coherence->observer = *observer;
}

void msim_sim_attach_contexts(struct msim_sim *sim, const struct msim_context_observer *observer)
{
    msim_contexts_attach(&sim->contexts, observer);
    sim->outer.contexts = &sim->contexts;
    sim->outer.inlined = observer->inlined;
}

void msim_sim_attach_mapper(struct msim_sim *sim, const struct msim_mapper *mapper)
{
    sim->mapper = *mapper;
    sim->hot.each = true;
    while (sim->profile->rows.used < mapper->rows)
        msim_table_add(&sim->profile->rows);
}

/* True: the TLB of this port uses only pages of the size that page observers see. */
static bool has_pages(const struct msim_port *port)
{
    return port->has_tlb && !port->huge && port->small.tlb.shift == MSIM_PAGE_SHIFT;
}

bool msim_sim_finds_pages(const struct msim_sim *sim)
{
    return has_pages(sim->instr) && has_pages(sim->data);
}

void msim_sim_attach_pages(struct msim_sim *sim, const struct msim_page_observer *pages)
{
    sim->pages = *pages;
    sim->hot.whole = true;
}

void msim_sim_add_lines(struct msim_sim *sim, const struct msim_more_lines *lines)
{
    unsigned number = 0;
    while (sim->more[number].put)
        number++;
    sim->more[number] = *lines;
}

void msim_sim_attach_branches(struct msim_sim *sim, const struct msim_branch_observer *observer)
{
    sim->branches = *observer;
    sim->parts.beginning = (struct msim_part_beginning){observer->settle, observer->self};
}

void msim_sim_attach_segments(struct msim_sim *sim, const struct msim_segment_observer *observer)
{
    sim->segments = *observer;
}

static void watch_pages(struct msim_sim *sim, bool fetched, bool data, const uint64_t *pages,
                        bool on)
{
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        if (fetched)
            msim_port_watch(&sim->cores.core[core].instr, pages[0], pages[1], on);
        if (data)
            msim_port_watch(&sim->cores.core[core].data, pages[0], pages[1], on);
    }
}

void msim_sim_watch(struct msim_sim *sim, uint64_t first, uint64_t last)
{
    watch_pages(sim, true, true, (uint64_t[]){first >> MSIM_PAGE_SHIFT, last >> MSIM_PAGE_SHIFT},
                true);
}

void msim_sim_watch_page(struct msim_sim *sim, enum msim_kind kind, uint64_t address, bool on)
{
    uint64_t page = address >> MSIM_PAGE_SHIFT;
    watch_pages(sim, kind == MSIM_FETCH, kind != MSIM_FETCH, (uint64_t[]){page, page}, on);
}

void msim_sim_extend(struct msim_sim *sim)
{
    msim_hot_extend(&sim->hot);
}
