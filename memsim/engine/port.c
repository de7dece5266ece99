/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slow half of the port: everything that the front does not answer. */
#include "port.h"

enum { SLOTS_MAX = 1 << 16 };

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* A level that is not simulated is a single slot whose one block is all of memory. */
static void init_array(struct msim_array *array, const struct msim_mem *mem,
                       struct msim_shape shape)
{
    bool simulated = shape.sets != 0;
    msim_array_init(array, mem, simulated ? shape.sets : 1, simulated ? shape.ways : 1,
                    simulated ? shape.shift : 63);
    if (!simulated)
        array->tag[0] = 0;
}

void msim_port_init(struct msim_port *port, const struct msim_mem *mem, struct msim_shape cache,
                    struct msim_shape tlb)
{
    init_array(&port->cache, mem, cache);
    init_array(&port->tlb, mem, tlb);
    port->has_cache = cache.sets != 0;
    port->has_tlb = tlb.sets != 0;
    port->cache_stamp = port->cache.stamp;
    port->tlb_stamp = port->tlb.stamp;
    port->now = 1;
    port->shift = smaller(smaller(port->cache.shift, port->tlb.shift), 12);
    port->tag_shift = port->shift + MSIM_FRONT_BITS;
    port->front = msim_get(mem, MSIM_FRONT_SIZE * sizeof *port->front, 64);
    for (unsigned i = 0; i < MSIM_FRONT_SIZE; i++)
        port->front[i] = MSIM_FRONT_EMPTY;
    port->granules = msim_get(mem, port->tlb.sets * port->tlb.ways * sizeof *port->granules, 8);
    unsigned page_bits = port->tlb.shift - port->shift;
    port->part_bits = page_bits > 6 ? page_bits - 6 : 0;
}

/* --- Removing what was evicted from the front --------------------------------------------- */

static void forget_granule(struct msim_port *port, uint64_t granule)
{
    uint64_t *entry = &port->front[granule & (MSIM_FRONT_SIZE - 1)];
    if (*entry >> 32 == granule >> MSIM_FRONT_BITS)
        *entry = MSIM_FRONT_EMPTY;
}

static void forget_line(struct msim_port *port, uint64_t line)
{
    unsigned bits = port->cache.shift - port->shift;
    for (uint64_t i = 0; i < UINT64_C(1) << bits; i++)
        forget_granule(port, (line << bits) + i);
}

static void forget_slot(struct msim_port *port, uint64_t tlb_slot)
{
    for (unsigned i = 0; i < MSIM_FRONT_SIZE; i++)
        if ((port->front[i] >> 16 & 0xffff) == tlb_slot)
            port->front[i] = MSIM_FRONT_EMPTY;
}

static void forget_page(struct msim_port *port, uint64_t page, uint64_t slot)
{
    uint64_t parts = port->granules[slot];
    port->granules[slot] = 0;
    if (port->part_bits + 6 > MSIM_FRONT_BITS) { /* more granules than entries */
        if (parts)
            forget_slot(port, slot);
        return;
    }
    uint64_t first = page << (port->tlb.shift - port->shift);
    for (; parts; parts &= parts - 1) {
        uint64_t part = (uint64_t)__builtin_ctzll(parts);
        for (uint64_t i = 0; i < UINT64_C(1) << port->part_bits; i++)
            forget_granule(port, first + (part << port->part_bits) + i);
    }
}

/* --- References --------------------------------------------------------------------------- */

static int64_t cache_slot(struct msim_port *port, uint64_t line, unsigned *missed)
{
    int64_t slot = msim_array_find(&port->cache, line);
    if (slot == MSIM_NO_SLOT) {
        uint64_t evicted;
        slot = msim_array_fill(&port->cache, line, &evicted);
        if (evicted != MSIM_NO_BLOCK)
            forget_line(port, evicted);
        *missed |= MSIM_MISS_CACHE;
    }
    return slot;
}

static int64_t tlb_slot(struct msim_port *port, uint64_t page, unsigned *missed)
{
    int64_t slot = msim_array_find(&port->tlb, page);
    if (slot == MSIM_NO_SLOT) {
        uint64_t evicted;
        slot = msim_array_fill(&port->tlb, page, &evicted);
        if (evicted != MSIM_NO_BLOCK)
            forget_page(port, evicted, (uint64_t)slot);
        *missed |= MSIM_MISS_TLB;
    }
    return slot;
}

static void remember(struct msim_port *port, uint64_t granule, int64_t cache, int64_t tlb)
{
    uint64_t tag = granule >> MSIM_FRONT_BITS;
    if (cache >= SLOTS_MAX || tlb >= SLOTS_MAX || tag >= UINT32_MAX)
        return;
    port->front[granule & (MSIM_FRONT_SIZE - 1)] = tag << 32 | (uint64_t)tlb << 16 | (uint64_t)cache;
    unsigned page_bits = port->tlb.shift - port->shift;
    uint64_t within = page_bits < 64 ? granule & ((UINT64_C(1) << page_bits) - 1) : granule;
    port->granules[tlb] |= UINT64_C(1) << (within >> port->part_bits & 63);
}

static unsigned touch_granule(struct msim_port *port, uint64_t granule)
{
    unsigned missed = 0;
    uint64_t address = granule << port->shift;
    int64_t cache = cache_slot(port, port->has_cache ? address >> port->cache.shift : 0, &missed);
    int64_t tlb = tlb_slot(port, port->has_tlb ? address >> port->tlb.shift : 0, &missed);
    port->now++;
    port->cache.stamp[cache] = port->now;
    port->tlb.stamp[tlb] = port->now;
    remember(port, granule, cache, tlb);
    return missed;
}

unsigned msim_port_touch(struct msim_port *port, uint64_t first, uint64_t last)
{
    unsigned missed = 0;
    if (msim_port_hit(port, first, last, port->now + 1)) {
        port->now++;
        return 0;
    }
    uint64_t end = last >> port->shift;
    for (uint64_t granule = first >> port->shift; granule <= end; granule++)
        missed |= touch_granule(port, granule);
    return missed;
}
