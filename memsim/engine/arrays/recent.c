/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The times of recent.h. */
#include "recent.h"

#include "assoc.h"
#include "engine/base/sort.h"
#include "stream/hash.h"

enum { ROOM_LEAST = 64, PLACES_PER_LINE = 4 };

struct msim_recent {
    struct msim_array *array;
    const uint8_t *early;   /* by slot; NULL: no lines come before they are used */
    uint64_t lines, closed; /* of the array, and slots that are no lines */
    uint32_t outside;       /* what was used last at this time or before has fallen out */
    uint32_t used, room;
    uint32_t *time;  /* by entry; 0: the line came back */
    uint64_t *tag;   /* by entry: line + 1 */
    uint32_t *place; /* a hash with open addressing: entry + 1; 0: none */
    uint64_t mask;
    const struct msim_mem *mem;
};

struct msim_recent *msim_recent_new(const struct msim_mem *mem, struct msim_array *array)
{
    struct msim_recent *recent = msim_get(mem, sizeof *recent, 64);
    uint64_t places = ROOM_LEAST;
    recent->array = array;
    recent->mem = mem;
    recent->lines = array->sets * array->ways;
    recent->closed = msim_array_slots(array) - recent->lines;
    recent->room = (uint32_t)(2 * recent->lines + ROOM_LEAST) / MSIM_SCAN_STEP * MSIM_SCAN_STEP;
    recent->time = msim_get(mem, recent->room * sizeof *recent->time, 64);
    recent->tag = msim_get(mem, recent->room * sizeof *recent->tag, 64);
    while (places < PLACES_PER_LINE * recent->lines + ROOM_LEAST)
        places *= 2;
    recent->place = msim_get(mem, places * sizeof *recent->place, 64);
    recent->mask = places - 1;
    return recent;
}

void msim_recent_ignore(struct msim_recent *recent, const uint8_t *early)
{
    recent->early = early;
}

bool msim_recent_ignores(const struct msim_recent *recent, uint64_t slot)
{
    return recent->early && recent->early[slot];
}

void msim_recent_empty(struct msim_recent *recent)
{
    for (uint64_t i = 0; i <= recent->mask; i++)
        recent->place[i] = 0;
    for (uint32_t i = 0; i < recent->room; i++)
        recent->time[i] = 0;
    recent->used = recent->outside = 0;
}

/* --- Counting ----------------------------------------------------------------------------- */

/* A slot that lost its line may keep the time of that, if the array has a policy. */
static uint64_t used_in_slots(const struct msim_array *array, uint32_t time)
{
    uint64_t count = 0;
    for (uint64_t set = 0; set < msim_array_slots(array); set += array->stride)
        for (uint64_t slot = set; slot < set + array->ways; slot++)
            count += msim_array_tag(array, slot) && array->stamp[slot] > time;
    return count;
}

/* Slots of lines that were not used, with later times. */
static uint64_t early_in_slots(const struct msim_recent *recent, uint32_t time)
{
    const struct msim_array *array = recent->array;
    uint64_t count = 0;
    for (uint64_t slot = 0; recent->early && slot < msim_array_slots(array); slot++)
        count += recent->early[slot] && array->stamp[slot] > time;
    return count;
}

/* How many lines were used after `time`. */
static uint64_t used_after(const struct msim_recent *recent, uint32_t time)
{
    const struct msim_array *array = recent->array;
    uint32_t entries = (recent->used + MSIM_SCAN_STEP - 1) / MSIM_SCAN_STEP * MSIM_SCAN_STEP;
    uint64_t count = msim_scan_above(recent->time, entries, time) - early_in_slots(recent, time);
    if (array->policy)
        return count + used_in_slots(array, time);
    return count + msim_scan_above(array->stamp, msim_array_slots(array), time) - recent->closed;
}

/* The last time after which all lines of the companion were used; 0: none. */
static uint32_t find_outside(const struct msim_recent *recent)
{
    uint32_t time = 0;
    for (uint32_t bit = (MSIM_SCAN_MAX >> 1) + 1; bit; bit >>= 1)
        if (used_after(recent, time + bit) >= recent->lines)
            time += bit;
    return time;
}

/* --- Lines that were given up ------------------------------------------------------------- */

/* Where the line's entry is, or is to be, in the hash. */
static uint32_t *place_of(struct msim_recent *recent, uint64_t tag)
{
    uint64_t at = msim_mix(tag) & recent->mask;
    while (recent->place[at] && recent->tag[recent->place[at] - 1] != tag)
        at = (at + 1) & recent->mask;
    return &recent->place[at];
}

static void put(struct msim_recent *recent, uint64_t tag, uint32_t time)
{
    uint32_t *place = place_of(recent, tag);
    if (!*place) {
        recent->tag[recent->used] = tag;
        *place = ++recent->used;
    }
    recent->time[*place - 1] = time;
}

/* Drops what came back, and what has fallen out. */
static __attribute__((noinline)) void make_room(struct msim_recent *recent)
{
    uint32_t before = recent->used;
    recent->outside = find_outside(recent);
    for (uint64_t i = 0; i <= recent->mask; i++)
        recent->place[i] = 0;
    recent->used = 0;
    for (uint32_t i = 0; i < before; i++) {
        uint32_t time = recent->time[i];
        recent->time[i] = 0;
        if (time > recent->outside)
            put(recent, recent->tag[i], time);
    }
}

void msim_recent_return(struct msim_recent *recent, uint64_t line)
{
    uint32_t place = *place_of(recent, line + 1);
    if (place)
        recent->time[place - 1] = 0;
}

bool msim_recent_misses(struct msim_recent *recent, uint64_t line)
{
    uint32_t place = *place_of(recent, line + 1);
    uint32_t time = place ? recent->time[place - 1] : 0;
    if (!time)
        return true;
    recent->time[place - 1] = 0;
    return time <= recent->outside || used_after(recent, time) >= recent->lines;
}

void msim_recent_give_up(struct msim_recent *recent, uint64_t line, uint32_t time)
{
    if (time <= recent->outside)
        return;
    if (recent->used == recent->room)
        make_room(recent);
    put(recent, line + 1, time);
}

/* --- Renumbering -------------------------------------------------------------------------- */

/* The array's stamps, the entries' times, then others. */
struct times {
    const struct msim_recent *recent;
    const struct msim_more_times *more;
};

static uint32_t *time_at(const struct times *times, uint32_t number)
{
    const struct msim_recent *recent = times->recent;
    uint32_t slots = (uint32_t)msim_array_slots(recent->array);
    if (number < slots)
        return &recent->array->stamp[number];
    number -= slots;
    return number < recent->used
               ? &recent->time[number]
               : times->more->first + (uint64_t)(number - recent->used) * times->more->step;
}

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    return *time_at(context, a) < *time_at(context, b);
}

uint32_t msim_recent_renumber(struct msim_recent *recent, const struct msim_more_times *more)
{
    const struct msim_array *array = recent->array;
    const struct times times = {recent, more};
    uint32_t count = (uint32_t)msim_array_slots(recent->array) + recent->used + more->count;
    const uint32_t *order = msim_sorted(recent->mem, count, is_before, &times);
    uint32_t last = 0, before = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *time = time_at(&times, order[i]);
        if (*time == MSIM_SCAN_MAX)
            break;
        last += *time > before;
        before = *time;
        *time = last;
    }
    for (uint64_t set = 0; array->assoc && set < msim_array_slots(array); set += array->stride)
        msim_assoc_restart(array->assoc, array->stamp, set);
    recent->outside = 0;
    return last;
}
