/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash of sameblock.h. */
#include "sameblock.h"

#include "stream/hash.h"

enum { FIRST_SIZE = 1024, KEYS_MAX = 4 };

/* A bit that no address has: it marks the key of a thread's place. */
#define THREAD (UINT64_C(1) << 63)

void msim_order_places_init(struct msim_order_places *places, const struct msim_mem *mem)
{
    *places = (struct msim_order_places){.mem = mem, .size = FIRST_SIZE};
    places->place = msim_get(mem, FIRST_SIZE * sizeof *places->place, 8);
}

static bool waits(const struct msim_order_place *place)
{
    return place->thread && place->thread->queue.taken < place->position;
}

static struct msim_order_place *find(const struct msim_order_places *places, uint64_t key)
{
    uint64_t at = msim_mix(key);
    while (places->place[at & (places->size - 1)].key &&
           places->place[at & (places->size - 1)].key != key)
        at++;
    return &places->place[at & (places->size - 1)];
}

static uint64_t count_waiting(const struct msim_order_places *places)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < places->size; i++)
        count += waits(&places->place[i]);
    return count;
}

/* Drops places whose events have been run, and doubles the size if those are less than half. */
static void renew(struct msim_order_places *places)
{
    struct msim_order_place *old = places->place;
    uint64_t size = places->size;
    if (count_waiting(places) > size / 4) {
        places->size *= 2;
        places->spare = NULL;
    }
    places->place = places->spare ? places->spare
                                  : msim_get(places->mem, places->size * sizeof *places->place, 8);
    places->spare = places->size == size ? old : NULL;
    places->used = 0;
    for (uint64_t i = 0; i < size; i++)
        if (waits(&old[i])) {
            *find(places, old[i].key) = old[i];
            places->used++;
        }
    for (uint64_t i = 0; i < size; i++)
        old[i] = (struct msim_order_place){0};
}

static struct msim_order_place *place_of(struct msim_order_places *places, uint64_t key)
{
    struct msim_order_place *place = find(places, key);
    if (place->key)
        return place;
    if (places->used >= places->size / 4 * 3) {
        renew(places);
        place = find(places, key);
    }
    places->used++;
    place->key = key;
    return place;
}

/* Parts that belong to one thread are ordered by its own records. */
static bool is_shared(const uint64_t *record)
{
    if (msim_event_of(*record) != MSIM_EVENT_PART)
        return true;
    switch (msim_part_call_of(record)) {
    case MSIM_PART_BEGIN:
    case MSIM_PART_END:
    case MSIM_PART_MARK:
    case MSIM_PART_TOGGLE:
        return false;
    default:
        return true;
    }
}

/* The key of what the event is about. */
static unsigned keys_of(const uint64_t *record, uint64_t *keys)
{
    unsigned used = 0;
    uint32_t words = msim_header_words(*record);
    bool pool = msim_event_of(*record) == MSIM_EVENT_POOL;
    for (uint32_t i = pool ? 2 : 3; i <= words; i++)
        if (record[i] && !(pool && i == 4) &&
            !(i == 5 && msim_pool_call_of(record) != MSIM_POOL_CHANGE))
            keys[used++] = record[i];
    return used;
}

static void gate(struct msim_order_gates *gates, struct msim_order_thread *thread,
                 const struct msim_order_place *place)
{
    if (place->thread != thread && waits(place))
        msim_order_gate_after(gates, thread, place->thread, place->position, false);
}

static bool has_keys(const uint64_t *record)
{
    return msim_event_of(*record) == MSIM_EVENT_HEAP || msim_event_of(*record) == MSIM_EVENT_POOL;
}

void msim_order_places_gates(struct msim_order_places *places, struct msim_order_gates *gates,
                             struct msim_order_thread *thread, const uint64_t *record)
{
    uint64_t keys[KEYS_MAX];
    if (has_keys(record))
        for (unsigned used = keys_of(record, keys); used; used--)
            gate(gates, thread, find(places, keys[used - 1]));
    else if (is_shared(record))
        gate(gates, thread, &places->shared);
}

void msim_order_places_note(struct msim_order_places *places,
                            const struct msim_order_thread *thread, const uint64_t *record)
{
    uint64_t keys[KEYS_MAX], position = thread->queue.put;
    if (has_keys(record))
        for (unsigned used = keys_of(record, keys); used; used--)
            *place_of(places, keys[used - 1]) =
                (struct msim_order_place){keys[used - 1], thread, position};
    else if (is_shared(record))
        places->shared = (struct msim_order_place){0, thread, position};
}

void msim_order_places_begin(const struct msim_order_places *places, struct msim_order_gates *gates,
                             struct msim_order_thread *thread, uint64_t pointer)
{
    gate(gates, thread, find(places, THREAD | pointer));
}

void msim_order_places_end(struct msim_order_places *places, const struct msim_order_thread *thread,
                           uint64_t pointer)
{
    uint64_t key = THREAD | pointer;
    *place_of(places, key) = (struct msim_order_place){key, thread, thread->queue.put};
}
