/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring of ring.h. */
#include "ring.h"

#include <emmintrin.h>

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "now.h"
#include "tool/base/syscalls.h"
#include "tool/record/recorder.h"

enum {
    NAP_NS = 200000,     /* the time in which some chunks are read */
    LOOK_NS = 100000000, /* between two checks whether the other process lives */
    LOOK_NAPS = LOOK_NS / NAP_NS,
    LINE = 64
};

/* The number of chunks since the start.  Only one process changes it, so it has a cache line of its
 * own. */
struct position {
    uint32_t at;
} __attribute__((aligned(LINE)));

struct msim_ring {
    struct position written, read;
    uint32_t stopped;
    uint32_t asleep; /* the reader sleeps */
    uint32_t slots, slot_words;
    uint64_t *words; /* of all slots */
    struct msim_ring_times *times;
    struct msim_slot *slot;
};

static uint32_t get(const uint32_t *from)
{
    return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}

static void set(uint32_t *to, uint32_t value)
{
    __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}

struct msim_ring *msim_ring_new(const struct msim_mem *mem, uint32_t slots, uint32_t bytes,
                                struct msim_ring_times *times)
{
    struct msim_ring *ring = msim_get(mem, sizeof *ring, LINE);
    ring->slots = slots;
    ring->slot_words = (bytes + LINE - 1) / LINE * (LINE / 8);
    ring->words = msim_get(mem, (size_t)slots * ring->slot_words * sizeof *ring->words, LINE);
    ring->slot = msim_get(mem, slots * sizeof *ring->slot, LINE);
    ring->times = times;
    return ring;
}

/* --- Waiting ------------------------------------------------------------------------------ */

/* Sleeps for this time, or until it is woken; not at all if *asleep is 0. */
static void nap(uint32_t *asleep, UInt ns, uint64_t *waited)
{
    struct vki_timespec time = {0, (Word)ns};
    const UWord args[] = {(UWord)asleep, VKI_FUTEX_WAIT, 1, (UWord)&time};
    uint64_t from = msim_now();
    msim_call(__NR_futex, args, 4);
    *waited += msim_now() - from;
}

static uint32_t waiting_chunks(const struct msim_ring *ring)
{
    return get(&ring->written.at) - get(&ring->read.at);
}

/* --- Writing ------------------------------------------------------------------------------ */

static void wake_reader(struct msim_ring *ring)
{
    const UWord args[] = {(UWord)&ring->asleep, VKI_FUTEX_WAKE, 1};
    set(&ring->asleep, 0);
    msim_call(__NR_futex, args, 3);
}

/* A process that is woken by another one is often put on the same CPU, and then they run
 * alternately, so the writer wakes up by itself. */
static Bool wait_for_room(struct msim_ring *ring, msim_other_lives *reader_lives)
{
    uint32_t asleep = 1;
    for (UInt naps = 1; waiting_chunks(ring) > ring->slots / 2; naps++) {
        nap(&asleep, NAP_NS, &ring->times->writer);
        if (naps % LOOK_NAPS == 0 && !reader_lives())
            return False;
    }
    return True;
}

/* The chunk that is being filled stays in this CPU's cache.  The copy bypasses that cache on its
 * way to the reader's CPU: otherwise each line would have to be fetched from there before it is
 * written. */
static void copy_past_cache(uint64_t *to, const uint64_t *from, const uint64_t *end)
{
    __m128i *line = (__m128i *)to;
    for (; from < end; from += 8, line += 4) {
        const __m128i *piece = (const __m128i *)from;
        __m128i a = _mm_load_si128(piece), b = _mm_load_si128(piece + 1),
                c = _mm_load_si128(piece + 2), d = _mm_load_si128(piece + 3);
        _mm_stream_si128(line, a);
        _mm_stream_si128(line + 1, b);
        _mm_stream_si128(line + 2, c);
        _mm_stream_si128(line + 3, d);
    }
    _mm_sfence();
}

Bool msim_ring_put(struct msim_ring *ring, const struct msim_slot *chunk,
                   msim_other_lives *reader_lives)
{
    UInt number = ring->written.at & (ring->slots - 1);
    uint64_t *words = ring->words + (size_t)number * ring->slot_words;
    copy_past_cache(words, chunk->words, chunk->end);
    struct msim_slot *slot = &ring->slot[number];
    *slot = *chunk;
    slot->words = words;
    slot->end = words + (chunk->end - chunk->words);
    set(&ring->written.at, ring->written.at + 1);
    if (get(&ring->asleep) && waiting_chunks(ring) >= ring->slots / 2)
        wake_reader(ring);
    return waiting_chunks(ring) < ring->slots || wait_for_room(ring, reader_lives);
}

void msim_ring_stop(struct msim_ring *ring)
{
    set(&ring->stopped, 1);
    wake_reader(ring);
}

void msim_ring_start(struct msim_ring *ring)
{
    set(&ring->stopped, 0);
    ring->read.at = ring->written.at;
    set(&ring->asleep, 0);
}

/* --- Reading ------------------------------------------------------------------------------ */

Bool msim_ring_is_stopped(const struct msim_ring *ring)
{
    return get(&ring->stopped) != 0;
}

/* Lines that another CPU wrote arrive slowly, so all are prefetched at once. */
static void prefetch(const struct msim_slot *slot)
{
    for (const char *at = (const char *)slot->words; at < (const char *)slot->end; at += LINE)
        __builtin_prefetch(at, 0, 2);
}

/* Waits for the next chunk.  NULL: no more chunks will come. */
static const struct msim_slot *next_chunk(struct msim_ring *ring, msim_other_lives *writer_lives)
{
    UInt sleep = NAP_NS;
    for (Bool lives = True; waiting_chunks(ring) == 0;) {
        if (!lives || msim_ring_is_stopped(ring))
            return NULL;
        set(&ring->asleep, 1);
        if (waiting_chunks(ring) == 0 && !msim_ring_is_stopped(ring))
            nap(&ring->asleep, sleep, &ring->times->reader);
        set(&ring->asleep, 0);
        sleep = sleep < LOOK_NS ? 2 * sleep : sleep;
        lives = writer_lives();
    }
    if (waiting_chunks(ring) > 1)
        prefetch(&ring->slot[(ring->read.at + 1) & (ring->slots - 1)]);
    return &ring->slot[ring->read.at & (ring->slots - 1)];
}

void msim_ring_read(struct msim_ring *ring, msim_other_lives *writer_lives,
                    void (*observe)(const struct msim_slot *chunk))
{
    const struct msim_slot *chunk;
    while ((chunk = next_chunk(ring, writer_lives))) {
        uint64_t from = msim_now();
        observe(chunk);
        ring->times->observing += msim_now() - from;
        ring->times->chunks++;
        set(&ring->read.at, ring->read.at + 1);
    }
}
