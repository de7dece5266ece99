/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A port: where the processor meets the memory system on one side, instructions or data.  It is a
 * first-level cache and a first-level TLB with a small table in front of them, the front, which
 * answers nearly all references.
 *
 * The front maps a granule (the smaller of a line and a page; a number, address >> shift) to the
 * slots that hold its line and its page.  An entry exists only while both are held, so a match is
 * exactly a hit in both, and recording it takes two stores of the time: no set index, no search, no
 * division.
 *
 *     front[granule % size]    (granule / size + 1) << 33
 *                              | MSIM_FRONT_OWNED, or 0
 *                              | index of the page's stamp << 16 | index of the line's stamp
 *
 * The stamps of both levels are one array, first the cache's, then the TLB's.  A loop over
 * references thus needs few registers: the port, the stamps and the time.
 *
 * Invariant: an entry whose tag matches names the slots that hold its line and its page.  To keep
 * it so, evicting a line or a page removes its entries; `parts` records per TLB slot which parts of
 * the page may have entries, so that removing a page looks only at those.
 *
 * With pages of two sizes (huge.h), each granule lies in a page of one size, and each size has its
 * own TLB.  A change of what is huge empties the front.
 *
 * A level with a policy that has a state (policies/policy.h) must see hits that change it.  So a line
 * or page has entries only while a hit there would change nothing; when that is over, they are
 * removed as if it had been evicted.
 *
 * A page in the TLB may be watched: then it has no entries, and every reference to it is reported
 * with MSIM_WATCHED, until it is evicted.  Watching changes no count.
 *
 * A port of one core among several marks the entries of lines that the core may write without
 * asking other cores (engine/coherence), and remembers which bytes of each line were used while the
 * cache held it.
 *
 * A level that is not simulated is one slot that always hits.  A granule above 44 bits (the
 * kernel's addresses) and one with a stamp index above 65,535 get no entry and are looked up each
 * time instead.
 *
 * Cost: about 15 instructions per hit.  Measured with 2,048 entries, a 32 KB 8-way cache and a
 * 64-entry TLB, the front answered 98% of the runs of accesses of sqlite3, 95% of bzip2's, 91% of
 * perl's and python3's and 81% of gzip's, where 18% of the references miss.  Of the rest, most runs
 * lay in two granules, which msim_port_hit_two() answers.  An entry is 8 bytes, so that those of
 * neighbouring lines share a cache line of the host.
 */
#pragma once

#include "engine/arrays/array.h"
#include "engine/arrays/dirty.h"
#include "engine/arrays/reasons.h"
#include "huge.h"
#include "marks.h"
#include "ref.h"

enum {
    MSIM_FRONT_BITS = 13,
    MSIM_FRONT_SIZE = 1 << MSIM_FRONT_BITS,
    MSIM_PLACES_MAX = 1 << 16,
    MSIM_PAGE_HINTS = 256
};

/* Not the number of any granule. */
#define MSIM_NO_GRANULE (~UINT64_C(0))

/* The core may write the line without asking. */
#define MSIM_FRONT_OWNED (UINT64_C(1) << 32)

enum { MSIM_TAG_SHIFT = 33, MSIM_TAG_MAX = INT32_MAX };

/* The upper bits of the granule's entry; its place says the rest.  Not 0, which is no entry. */
static inline uint64_t msim_front_tag(uint64_t granule)
{
    return (granule >> MSIM_FRONT_BITS) + 1;
}

/* True: the entry is the granule's, owned or not. */
static inline bool msim_front_is(uint64_t entry, uint64_t granule)
{
    return entry >> MSIM_TAG_SHIFT == msim_front_tag(granule);
}

/* The TLB for pages of one size. */
struct msim_page_tlb {
    struct msim_array tlb;
    uint64_t place;     /* index of its first stamp among the port's */
    uint64_t *parts;    /* per slot: 64 parts of the page, see above */
    unsigned part_bits; /* granule within the page >> part_bits = part */
    uint8_t *watch;     /* per slot: MSIM_WATCHED or 0; only small pages are ever watched */
};

/* What a core used of a line since its cache got it: a bit for each byte, or for several
 * (coherence.h).  One that was written need not be among those that were read, too. */
enum { MSIM_BYTES_READ, MSIM_BYTES_WRITTEN, MSIM_BYTES_KINDS };

struct msim_line_bytes {
    uint64_t bits[MSIM_BYTES_KINDS];
};

/* Where the lines of a port's cache are followed (its cache has `dirty`): the line referenced or
 * brought in last, and what it replaced. */
struct msim_port_lines {
    uint64_t slot;   /* of the line that was referenced last, past the front; */
    bool came;       /* if it came then, */
    uint64_t left;   /* the line that it replaced, + 1; 0: none, */
    bool left_dirty; /* which was dirty */
};

struct msim_port {
    uint64_t front[MSIM_FRONT_SIZE];
    uint32_t *stamp; /* the cache's, then the TLBs' */
    unsigned shift;  /* address to granule */
    bool has_cache, has_tlb;
    bool plain; /* the cache is plain (array.h), pages have no upper halves, a granule is a line */
    bool sets_differ; /* of neighbouring granules */
    bool counts_hits; /* the cache's policy must see each reference that the front does not know */
    struct msim_array cache;
    struct msim_page_tlb small, big;
    struct msim_marks *marks;      /* prefetched lines; NULL: there are no prefetchers */
    struct msim_line_bytes *bytes; /* per slot of the cache; NULL: there is one core */
    uint64_t *bytes_of;            /* which line that is, + 1; 0: none */
    struct msim_port_lines lines;
    struct msim_huge_map *huge;          /* which addresses are in big pages; NULL: none */
    uint32_t page_hint[MSIM_PAGE_HINTS]; /* by page: the TLB slot that may hold it */
};

/* The shape of a level; sets == 0: not simulated. */
struct msim_shape {
    uint64_t sets;
    uint32_t ways;
    unsigned shift;
};

/* `huge`: which addresses are in the pages that the TLB `big` holds; NULL: none. */
void msim_port_init(struct msim_port *port, const struct msim_mem *mem, struct msim_shape cache,
                    struct msim_shape tlb, struct msim_shape big, struct msim_huge_map *huge);

/* Its levels have these policies (policies/policy.h); call before it is used. */
void msim_port_follow(struct msim_port *port, const struct msim_mem *mem,
                      const struct msim_policy_choice *cache, const struct msim_policy_choice *tlb);

/* Its cache has prefetchers, and the policy that it will have; call before it is used. */
void msim_port_prefetch(struct msim_port *port, const struct msim_mem *mem);

/* Brings in a line ahead, which is not there, at time `now`; returns its slot. */
int64_t msim_port_bring(struct msim_port *port, uint32_t now, uint64_t line);
/* Its cache tells why it misses; call before it is used. */
void msim_port_ask_why(struct msim_port *port, const struct msim_mem *mem);

/* True: the granule's line is in the cache. */
static inline bool msim_port_has(const struct msim_port *port, uint64_t granule)
{
    return msim_array_find(&port->cache, granule >> (port->cache.shift - port->shift)) !=
           MSIM_NO_SLOT;
}

/* References, at time `now`, a granule whose line is not in the cache, and is not brought in.
 * Returns as msim_port_granule() does. */
unsigned msim_port_pass(struct msim_port *port, uint32_t now, uint64_t granule);

/* Makes it the port of one core among several. */
void msim_port_share(struct msim_port *port, const struct msim_mem *mem);

/* The slot has another line (+ 1; 0: none), of which no bytes were used yet. */
void msim_port_renew(struct msim_port *port, uint64_t slot, uint64_t line);

/* From now on the core may write the granule, which was just referenced, without asking. */
void msim_port_own(struct msim_port *port, uint64_t granule);

/* From now on it may not write the line without asking. */
void msim_port_disown(struct msim_port *port, uint64_t line);

/* Removes the line's entries from the front. */
void msim_port_forget_line(struct msim_port *port, uint64_t line);

/* Removes the line from the cache, for a reason (reasons.h).  False: it is not there. */
bool msim_port_lose(struct msim_port *port, uint64_t line, enum msim_line_bit by);

/* Empties the front, after a change of what is huge. */
void msim_port_forget(struct msim_port *port);

/* Empties the cache and the TLBs. */
void msim_port_empty(struct msim_port *port);

/* Renumbers its times from 1, in the same order; returns the last one. */
uint32_t msim_port_renumber(struct msim_port *port);

/* References the bytes first..last, each granule at a new time ++*now.  Returns the levels that
 * missed (MSIM_MISS_ bits) and MSIM_WATCHED. */
unsigned msim_port_touch(struct msim_port *port, uint32_t *now, uint64_t first, uint64_t last);

/* References one granule that the front does not know, at time `now`.  Returns the same. */
unsigned msim_port_granule(struct msim_port *port, uint32_t now, uint64_t granule);

/* Watches those of the pages first..last (numbers, of the TLB's page size) that the TLB holds; if
 * `on` is false, stops watching them. */
void msim_port_watch(struct msim_port *port, uint64_t first, uint64_t last, bool on);

/* The fast half of msim_port_touch(), for loops.  True if both granules are the same and the front
 * knows it: then it is referenced at `now`.  False: nothing is done.  `stamp` is port->stamp in the
 * caller's own variable, because the compiler must assume that writing a stamp changes the port. */
static inline bool msim_port_hit(const struct msim_port *port, uint32_t *stamp, uint32_t now,
                                 uint64_t granule, uint64_t last)
{
    uint64_t entry = port->front[granule & (MSIM_FRONT_SIZE - 1)];
    if (granule != last || !msim_front_is(entry, granule))
        return false;
    uint32_t slots = (uint32_t)entry;
    stamp[slots & 0xffff] = now;
    stamp[slots >> 16] = now;
    return true;
}

/* The same for `granule` and the next one, in whatever order, at the times `now` and now + 1.  Only
 * if they lie in one page and in different sets: then their order is of no consequence. */
static inline bool msim_port_hit_two(struct msim_port *port, uint32_t now, uint64_t granule)
{
    uint64_t one = port->front[granule & (MSIM_FRONT_SIZE - 1)];
    uint64_t two = port->front[(granule + 1) & (MSIM_FRONT_SIZE - 1)];
    bool known = msim_front_is(one, granule) && msim_front_is(two, granule + 1);
    bool one_page = (uint32_t)one >> 16 == (uint32_t)two >> 16;
    if (!known || !one_page || !port->sets_differ)
        return false;
    port->stamp[one & 0xffff] = now;
    port->stamp[two & 0xffff] = now + 1;
    port->stamp[(uint32_t)one >> 16] = now + 1;
    return true;
}

/* --- Past the front ------------------------------------------------------------------------ */
/* Inline for plain ports: with calls in between the simulator took 3% longer. */

/* The TLB slot of a page, which is brought in if it is not there. */
uint64_t msim_port_seek_page(struct msim_port *port, uint64_t page, unsigned *missed);

/* Removes the granule from the front. */
static inline void msim_port_forget_granule(struct msim_port *port, uint64_t granule)
{
    uint64_t *entry = &port->front[granule & (MSIM_FRONT_SIZE - 1)];
    *entry = msim_front_is(*entry, granule) ? 0 : *entry; /* no branch: it could not be predicted */
}

/* Enters a granule whose line and page are in these slots. */
static inline void msim_port_remember(struct msim_port *port, struct msim_page_tlb *pages,
                                      uint64_t granule, uint64_t cache, uint64_t tlb)
{
    uint64_t tag = msim_front_tag(granule), place = pages->place + tlb;
    if (place >= MSIM_PLACES_MAX || tag > MSIM_TAG_MAX || pages->watch[tlb])
        return;
    port->front[granule & (MSIM_FRONT_SIZE - 1)] = tag << MSIM_TAG_SHIFT | place << 16 | cache;
    uint64_t within = granule & ((UINT64_C(1) << (pages->tlb.shift - port->shift)) - 1);
    pages->parts[tlb] |= UINT64_C(1) << (within >> pages->part_bits);
}

/* The slot of a page without an upper half: nearly always the same as last time. */
static inline uint64_t msim_port_hinted(struct msim_port *port, uint64_t page, unsigned *missed)
{
    uint32_t *hint = &port->page_hint[page & (MSIM_PAGE_HINTS - 1)];
    if (port->small.tlb.low[*hint] != (uint32_t)page + 1)
        *hint = (uint32_t)msim_port_seek_page(port, page, missed);
    return *hint;
}

/* A line was referenced, and came or not, in place of another. */
static inline void msim_port_note_line(struct msim_port *port, uint64_t slot, bool came,
                                       uint64_t evicted)
{
    struct msim_port_lines *lines = &port->lines;
    lines->slot = slot;
    lines->came = came;
    if (!came)
        return;
    lines->left = evicted + 1;
    lines->left_dirty = evicted != MSIM_NO_BLOCK && msim_dirty_leave(&port->cache, slot);
    port->cache.dirty[slot] = 0;
}

/* Works for a plain port and a granule without an upper half. */
static inline unsigned msim_port_plain(struct msim_port *port, uint32_t now, uint64_t granule)
{
    bool line_missed;
    uint64_t page = granule >> (port->small.tlb.shift - port->shift), evicted;
    uint64_t cache = msim_array_seek(&port->cache, granule, &line_missed, &evicted);
    if (line_missed && evicted != MSIM_NO_BLOCK)
        msim_port_forget_granule(port, evicted);
    if (__builtin_expect(port->cache.dirty != NULL, 0))
        msim_port_note_line(port, cache, line_missed, evicted);
    unsigned missed = line_missed ? MSIM_MISS_CACHE : 0;
    uint64_t tlb = msim_port_hinted(port, page, &missed);
    port->cache.stamp[cache] = now;
    port->small.tlb.stamp[tlb] = now;
    msim_port_remember(port, &port->small, granule, cache, tlb);
    return missed | port->small.watch[tlb];
}
