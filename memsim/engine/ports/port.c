/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slow half of the port: references that the front does not answer. */
#include "port.h"

enum { PARTS_BITS = 6 };

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* A level that is not simulated is one slot with one block, number 0, which is all of memory. */
static struct msim_shape or_absent(struct msim_shape shape)
{
    return shape.sets ? shape : (struct msim_shape){1, 1, 63};
}

static void init_array(struct msim_array *array, const struct msim_mem *mem,
                       struct msim_shape shape, bool simulated, uint32_t *stamp)
{
    uint64_t evicted;
    msim_array_init(array, mem, shape.sets, shape.ways, shape.shift, stamp);
    if (!simulated)
        msim_array_fill(array, 0, &evicted);
}

static void init_pages(struct msim_port *port, struct msim_page_tlb *pages,
                       const struct msim_mem *mem, struct msim_shape tlb, uint64_t place)
{
    pages->place = place;
    init_array(&pages->tlb, mem, tlb, port->has_tlb, port->stamp + place);
    pages->parts = msim_get(mem, msim_array_slots(&pages->tlb) * sizeof *pages->parts, 8);
    pages->watch = msim_get(mem, msim_array_slots(&pages->tlb), 8);
    unsigned page_bits = pages->tlb.shift - port->shift;
    pages->part_bits = page_bits > PARTS_BITS ? page_bits - PARTS_BITS : 0;
}

void msim_port_init(struct msim_port *port, const struct msim_mem *mem, struct msim_shape cache,
                    struct msim_shape tlb, struct msim_shape big, struct msim_huge_map *huge)
{
    enum { COARSEST = 12 };
    port->has_cache = cache.sets != 0;
    port->has_tlb = tlb.sets != 0;
    port->huge = port->has_tlb ? huge : NULL;
    cache = or_absent(cache);
    tlb = or_absent(tlb);
    uint64_t cache_slots = msim_array_room(cache.sets, cache.ways);
    uint64_t small_slots = msim_array_room(tlb.sets, tlb.ways);
    uint64_t slots = cache_slots + small_slots;
    slots += port->huge ? msim_array_room(big.sets, big.ways) : 0;
    port->stamp = msim_get(mem, slots * sizeof *port->stamp, 64);
    port->shift = smaller(smaller(cache.shift, tlb.shift), COARSEST);
    init_array(&port->cache, mem, cache, port->has_cache, port->stamp);
    init_pages(port, &port->small, mem, tlb, cache_slots);
    if (port->huge)
        init_pages(port, &port->big, mem, big, cache_slots + small_slots);
    port->plain = msim_array_plain(&port->cache) && port->has_cache && port->has_tlb &&
                  !port->huge && port->shift == cache.shift && slots <= MSIM_PLACES_MAX;
    port->sets_differ = cache.sets > 1 && port->shift == cache.shift;
    msim_port_forget(port);
}

void msim_port_follow(struct msim_port *port, const struct msim_mem *mem,
                      const struct msim_policy_choice *cache, const struct msim_policy_choice *tlb)
{
    msim_array_follow(&port->cache, mem, cache);
    msim_array_follow(&port->small.tlb, mem, tlb);
    if (port->huge)
        msim_array_follow(&port->big.tlb, mem, tlb);
    port->plain &= msim_array_plain(&port->cache) && !port->small.tlb.state;
    port->counts_hits = cache->policy->counts_hits;
}

void msim_port_prefetch(struct msim_port *port, const struct msim_mem *mem)
{
    port->marks = msim_get(mem, sizeof *port->marks, 8);
    msim_marks_init(port->marks, mem, &port->cache);
    if (port->cache.reasons)
        msim_recent_ignore(port->cache.reasons->recent, port->marks->marked);
    port->plain = false;
}

/* The order of neighbouring lines matters now, and all misses pass cache_slot(). */
void msim_port_ask_why(struct msim_port *port, const struct msim_mem *mem)
{
    if (port->has_cache)
        msim_reasons_attach(&port->cache, mem, false, false);
    port->plain = port->sets_differ = false;
}

void msim_port_forget(struct msim_port *port)
{
    for (unsigned i = 0; i < MSIM_FRONT_SIZE; i++)
        port->front[i] = 0;
}

void msim_port_share(struct msim_port *port, const struct msim_mem *mem)
{
    port->bytes = msim_get(mem, msim_array_slots(&port->cache) * sizeof *port->bytes, 64);
    port->bytes_of = msim_get(mem, msim_array_slots(&port->cache) * sizeof *port->bytes_of, 64);
}

void msim_port_renew(struct msim_port *port, uint64_t slot, uint64_t line)
{
    port->bytes[slot] = (struct msim_line_bytes){{0}};
    port->bytes_of[slot] = line;
}

static void empty_pages(struct msim_page_tlb *pages)
{
    msim_array_empty(&pages->tlb);
    for (uint64_t slot = 0; slot < msim_array_slots(&pages->tlb); slot++) {
        pages->parts[slot] = 0;
        pages->watch[slot] = 0;
    }
}

void msim_port_empty(struct msim_port *port)
{
    if (port->has_cache)
        msim_array_empty(&port->cache);
    if (port->marks)
        msim_marks_empty(port->marks);
    if (port->cache.reasons)
        msim_reasons_empty(port->cache.reasons);
    if (port->has_tlb)
        empty_pages(&port->small);
    if (port->huge)
        empty_pages(&port->big);
    for (uint64_t slot = 0; port->bytes && slot < msim_array_slots(&port->cache); slot++)
        msim_port_renew(port, slot, 0);
    msim_port_forget(port);
}

/* --- Removing evicted lines and pages from the front --------------------------------------- */

void msim_port_forget_line(struct msim_port *port, uint64_t line)
{
    unsigned bits = port->cache.shift - port->shift;
    for (uint64_t i = 0; i < UINT64_C(1) << bits; i++)
        msim_port_forget_granule(port, (line << bits) + i);
}

static void forget_slot(struct msim_port *port, uint64_t place)
{
    for (unsigned i = 0; i < MSIM_FRONT_SIZE; i++)
        if ((uint32_t)port->front[i] >> 16 == place)
            port->front[i] = 0;
}

static void forget_page(struct msim_port *port, struct msim_page_tlb *pages, uint64_t page,
                        uint64_t slot)
{
    uint64_t parts = pages->parts[slot];
    pages->parts[slot] = 0;
    if (UINT64_C(1) << (pages->part_bits + PARTS_BITS) > MSIM_FRONT_SIZE) {
        if (parts)
            forget_slot(port, pages->place + slot);
        return;
    }
    uint64_t first = page << (pages->tlb.shift - port->shift);
    for (; parts; parts &= parts - 1) {
        uint64_t part = (uint64_t)__builtin_ctzll(parts);
        for (uint64_t i = 0; i < UINT64_C(1) << pages->part_bits; i++)
            msim_port_forget_granule(port, first + (part << pages->part_bits) + i);
    }
}

/* --- Several cores ------------------------------------------------------------------------- */

void msim_port_own(struct msim_port *port, uint64_t granule)
{
    uint64_t *entry = &port->front[granule & (MSIM_FRONT_SIZE - 1)];
    if (msim_front_is(*entry, granule))
        *entry |= MSIM_FRONT_OWNED;
}

void msim_port_disown(struct msim_port *port, uint64_t line)
{
    unsigned bits = port->cache.shift - port->shift;
    for (uint64_t i = 0; i < UINT64_C(1) << bits; i++) {
        uint64_t granule = (line << bits) + i;
        uint64_t *entry = &port->front[granule & (MSIM_FRONT_SIZE - 1)];
        if (msim_front_is(*entry, granule))
            *entry &= ~MSIM_FRONT_OWNED;
    }
}

bool msim_port_lose(struct msim_port *port, uint64_t line, enum msim_line_bit by)
{
    if (!msim_reasons_take(&port->cache, line, by))
        return false;
    msim_port_forget_line(port, line);
    return true;
}

/* --- Watching ----------------------------------------------------------------------------- */

static void watch_slot(struct msim_port *port, uint64_t page, uint64_t slot, bool on)
{
    uint8_t *watch = &port->small.watch[slot];
    if (on && !*watch)
        forget_page(port, &port->small, page, slot);
    *watch = on ? MSIM_WATCHED : 0;
}

void msim_port_watch(struct msim_port *port, uint64_t first, uint64_t last, bool on)
{
    struct msim_array *tlb = &port->small.tlb;
    uint64_t slots = msim_array_slots(tlb);
    if (last - first >= slots) {
        for (uint64_t slot = 0; slot < slots; slot++) {
            uint64_t tag = msim_array_tag(tlb, slot);
            if (tag && tag - 1 >= first && tag - 1 <= last)
                watch_slot(port, tag - 1, slot, on);
        }
        return;
    }
    for (uint64_t page = first; page <= last; page++) {
        int64_t slot = msim_array_find(tlb, page);
        if (slot != MSIM_NO_SLOT)
            watch_slot(port, page, (uint64_t)slot, on);
    }
}

/* --- References --------------------------------------------------------------------------- */

/* A hit of a line, or its coming, changes what its set's policy knows. */
static void change_lines(struct msim_port *port, uint64_t set, uint64_t before)
{
    uint64_t loud = before & ~msim_array_quiet(&port->cache, set);
    for (; loud; loud &= loud - 1) {
        uint64_t tag = msim_array_tag(&port->cache, set + (uint64_t)__builtin_ctzll(loud));
        if (tag)
            msim_port_forget_line(port, tag - 1);
    }
}

/* Marks see a reference to the line in `slot`; a first one to a marked line is noted. */
static __attribute__((noinline)) void refer(struct msim_port *port, uint64_t line, int64_t slot,
                                            unsigned *missed)
{
    if (slot != MSIM_NO_SLOT && port->marks->marked[slot]) {
        *missed |= MSIM_MISS_FIRST;
        if (port->cache.reasons)
            msim_reasons_first(port->cache.reasons, line);
    }
    msim_marks_refer(port->marks, line, slot);
}

/* The slot of the line, which is brought in if it is not there; the policy sees it. */
static inline uint64_t seek_line(struct msim_port *port, uint64_t line, unsigned *missed)
{
    int64_t slot = msim_array_find(&port->cache, line);
    if (port->marks)
        refer(port, line, slot, missed);
    uint64_t evicted = MSIM_NO_BLOCK;
    bool came = slot == MSIM_NO_SLOT;
    if (came) {
        slot = msim_array_fill(&port->cache, line, &evicted);
        bool was_used = !port->marks || !port->marks->marked[slot];
        if (port->marks)
            msim_marks_fill(port->marks, slot, evicted);
        if (evicted != MSIM_NO_BLOCK)
            msim_port_forget_line(port, evicted);
        if (port->cache.reasons)
            msim_reasons_fill(&port->cache, (uint64_t)slot, line,
                              was_used ? evicted : MSIM_NO_BLOCK);
        *missed |= MSIM_MISS_CACHE;
    } else if (port->cache.state) {
        msim_array_hit(&port->cache, (uint64_t)slot);
    }
    if (port->cache.dirty)
        msim_port_note_line(port, (uint64_t)slot, came, evicted);
    return (uint64_t)slot;
}

static inline uint64_t cache_slot(struct msim_port *port, uint64_t line, unsigned *missed)
{
    if (!port->cache.state)
        return seek_line(port, line, missed);
    uint64_t set = msim_array_set(&port->cache, line);
    uint64_t before = msim_array_quiet(&port->cache, set);
    uint64_t slot = seek_line(port, line, missed);
    change_lines(port, set, before);
    return slot;
}

int64_t msim_port_bring(struct msim_port *port, uint32_t now, uint64_t line)
{
    uint64_t set = msim_array_set(&port->cache, line), evicted;
    uint64_t before = port->cache.state ? msim_array_quiet(&port->cache, set) : 0;
    int64_t slot = msim_array_fill(&port->cache, line, &evicted);
    bool was_used = !port->marks->marked[slot];
    msim_marks_fill(port->marks, slot, evicted);
    if (evicted != MSIM_NO_BLOCK)
        msim_port_forget_line(port, evicted);
    if (port->cache.reasons)
        msim_reasons_bring(&port->cache, (uint64_t)slot, line, was_used ? evicted : MSIM_NO_BLOCK);
    if (port->cache.dirty)
        msim_port_note_line(port, (uint64_t)slot, true, evicted);
    if (port->cache.state)
        change_lines(port, set, before);
    port->marks->marked[slot] = 1;
    port->cache.stamp[slot] = now;
    return slot;
}

static void change_pages(struct msim_port *port, struct msim_page_tlb *pages, uint64_t set,
                         uint64_t before)
{
    uint64_t loud = before & ~msim_array_quiet(&pages->tlb, set);
    for (; loud; loud &= loud - 1) {
        uint64_t slot = set + (uint64_t)__builtin_ctzll(loud);
        uint64_t tag = msim_array_tag(&pages->tlb, slot);
        if (tag)
            forget_page(port, pages, tag - 1, slot);
    }
}

static inline uint64_t seek_page(struct msim_port *port, struct msim_page_tlb *pages, uint64_t page,
                                 unsigned *missed)
{
    int64_t slot = msim_array_find(&pages->tlb, page);
    if (slot == MSIM_NO_SLOT) {
        uint64_t evicted;
        slot = msim_array_fill(&pages->tlb, page, &evicted);
        if (evicted != MSIM_NO_BLOCK)
            forget_page(port, pages, evicted, (uint64_t)slot);
        pages->watch[slot] = 0;
        *missed |= MSIM_MISS_TLB;
    } else if (pages->tlb.state) {
        msim_array_hit(&pages->tlb, (uint64_t)slot);
    }
    return (uint64_t)slot;
}

static inline uint64_t tlb_slot(struct msim_port *port, struct msim_page_tlb *pages, uint64_t page,
                                unsigned *missed)
{
    if (!pages->tlb.state)
        return seek_page(port, pages, page, missed);
    uint64_t set = msim_array_set(&pages->tlb, page);
    uint64_t before = msim_array_quiet(&pages->tlb, set);
    uint64_t slot = seek_page(port, pages, page, missed);
    change_pages(port, pages, set, before);
    return slot;
}

/* True: a hit of the slot would change nothing but its time. */
static inline bool is_quiet(const struct msim_array *array, uint64_t slot)
{
    if (!array->state)
        return true;
    uint64_t way = slot % array->stride;
    return msim_array_quiet(array, slot - way) >> way & 1;
}

/* The TLB for the page that the granule lies in. */
static struct msim_page_tlb *pages_of(struct msim_port *port, uint64_t granule)
{
    bool is_big = port->huge && msim_huge_has(port->huge, granule << port->shift);
    return is_big ? &port->big : &port->small;
}

unsigned msim_port_pass(struct msim_port *port, uint32_t now, uint64_t granule)
{
    unsigned missed = MSIM_MISS_CACHE;
    struct msim_page_tlb *pages = pages_of(port, granule);
    uint64_t page = granule >> (pages->tlb.shift - port->shift);
    uint64_t tlb = tlb_slot(port, pages, port->has_tlb ? page : 0, &missed);
    port->plain &= !pages->tlb.any_high;
    pages->tlb.stamp[tlb] = now;
    return missed | pages->watch[tlb];
}

/* Works for any port and any granule. */
static unsigned any_granule(struct msim_port *port, uint32_t now, uint64_t granule)
{
    unsigned missed = 0;
    struct msim_page_tlb *pages = pages_of(port, granule);
    uint64_t line = granule >> (port->cache.shift - port->shift);
    uint64_t page = granule >> (pages->tlb.shift - port->shift);
    uint64_t cache = cache_slot(port, port->has_cache ? line : 0, &missed);
    uint64_t tlb = tlb_slot(port, pages, port->has_tlb ? page : 0, &missed);
    port->plain &= !port->cache.any_high && !pages->tlb.any_high;
    port->cache.stamp[cache] = now;
    pages->tlb.stamp[tlb] = now;
    if (is_quiet(&port->cache, cache) && is_quiet(&pages->tlb, tlb))
        msim_port_remember(port, pages, granule, cache, tlb);
    return missed | pages->watch[tlb];
}

uint64_t msim_port_seek_page(struct msim_port *port, uint64_t page, unsigned *missed)
{
    return tlb_slot(port, &port->small, page, missed);
}

unsigned msim_port_granule(struct msim_port *port, uint32_t now, uint64_t granule)
{
    if (__builtin_expect(port->plain && granule < UINT32_MAX, 1))
        return msim_port_plain(port, now, granule);
    return any_granule(port, now, granule);
}

unsigned msim_port_touch(struct msim_port *port, uint32_t *now, uint64_t first, uint64_t last)
{
    unsigned missed = 0;
    uint64_t granule = first >> port->shift, end = last >> port->shift;
    for (; granule <= end; granule++)
        if (!msim_port_hit(port, port->stamp, ++*now, granule, granule))
            missed |= msim_port_granule(port, *now, granule);
    return missed;
}

static uint32_t renumber_cache(struct msim_port *port)
{
    struct msim_more_times none = {NULL, 0, 0};
    if (port->cache.reasons) {
        struct msim_more_times more = port->marks ? msim_ghosts_times(&port->marks->ghosts) : none;
        return msim_recent_renumber(port->cache.reasons->recent, &more);
    }
    return port->marks ? msim_ghosts_renumber(&port->marks->ghosts)
                       : msim_array_renumber(&port->cache);
}

uint32_t msim_port_renumber(struct msim_port *port)
{
    uint32_t cache = renumber_cache(port);
    uint32_t tlb = msim_array_renumber(&port->small.tlb);
    uint32_t big = port->huge ? msim_array_renumber(&port->big.tlb) : 0;
    tlb = big > tlb ? big : tlb;
    return cache > tlb ? cache : tlb;
}
