/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring of ring.h. */
#include "ring.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "tool/base/syscalls.h"
#include "tool/record/recorder.h"

enum {
    SLOTS = 16,
    HALF = SLOTS / 2,
    LOOK_NS = 100000000, /* between two looks of a process that waits */
    LINE = 64
};

/* A number that one process changes and the other one waits for. */
struct position {
    uint32_t at;      /* chunks since the start */
    uint32_t awaited; /* is the other process asleep until it changes? */
} __attribute__((aligned(LINE)));

struct msim_ring {
    struct position written, read;
    uint32_t stopped;
    struct msim_times *times;
    struct msim_slot slot[SLOTS];
};

static uint32_t get(const uint32_t *from)
{
    return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}

static void set(uint32_t *to, uint32_t value)
{
    __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}

struct msim_ring *msim_ring_new(const struct msim_mem *mem, struct msim_times *times)
{
    struct msim_ring *ring = msim_get(mem, sizeof *ring, LINE);
    uintptr_t chunks = (uintptr_t)msim_get(mem, (SLOTS + 1) * (size_t)MSIM_CHUNK_ALIGN, LINE);
    chunks = (chunks + MSIM_CHUNK_ALIGN - 1) & ~(uintptr_t)(MSIM_CHUNK_ALIGN - 1);
    ring->times = times;
    for (UInt i = 0; i < SLOTS; i++)
        ring->slot[i].words = (uint64_t *)(chunks + i * (uintptr_t)MSIM_CHUNK_ALIGN);
    return ring;
}

uint64_t *msim_ring_chunk(const struct msim_ring *ring)
{
    return ring->slot[ring->written.at % SLOTS].words;
}

/* --- Waiting ------------------------------------------------------------------------------ */

/* Returns at the latest when it is time to look by itself. */
static void sleep_until_woken(struct position *position, uint64_t *waited)
{
    struct vki_timespec time = {0, LOOK_NS};
    const UWord args[] = {(UWord)&position->awaited, VKI_FUTEX_WAIT, 1, (UWord)&time};
    uint64_t from = msim_now();
    msim_call(__NR_futex, args, 4);
    *waited += msim_now() - from;
}

static void wake(struct position *position)
{
    const UWord args[] = {(UWord)&position->awaited, VKI_FUTEX_WAKE, 1};
    set(&position->awaited, 0);
    msim_call(__NR_futex, args, 3);
}

static uint32_t waiting_chunks(const struct msim_ring *ring)
{
    return get(&ring->written.at) - get(&ring->read.at);
}

/* --- Writing ------------------------------------------------------------------------------ */

static Bool wait_for_room(struct msim_ring *ring, msim_other_lives *reader_lives)
{
    while (waiting_chunks(ring) > HALF) {
        set(&ring->read.awaited, 1);
        if (waiting_chunks(ring) > HALF)
            sleep_until_woken(&ring->read, &ring->times->guest_waited);
        if (waiting_chunks(ring) > HALF && !reader_lives())
            return False;
    }
    set(&ring->read.awaited, 0);
    return True;
}

Bool msim_ring_put(struct msim_ring *ring, uint64_t *end, const struct msim_dict_counts *counts,
                   msim_other_lives *reader_lives)
{
    struct msim_slot *slot = &ring->slot[ring->written.at % SLOTS];
    slot->end = end;
    slot->counts = *counts;
    set(&ring->written.at, ring->written.at + 1);
    if (get(&ring->written.awaited) && waiting_chunks(ring) >= HALF)
        wake(&ring->written);
    return waiting_chunks(ring) < SLOTS - 1 || wait_for_room(ring, reader_lives);
}

void msim_ring_stop(struct msim_ring *ring)
{
    set(&ring->stopped, 1);
    wake(&ring->written);
}

void msim_ring_start(struct msim_ring *ring)
{
    set(&ring->stopped, 0);
    ring->read.at = ring->written.at;
    ring->read.awaited = ring->written.awaited = 0;
}

/* --- Reading ------------------------------------------------------------------------------ */

Bool msim_ring_is_stopped(const struct msim_ring *ring)
{
    return get(&ring->stopped) != 0;
}

/* Lines that another CPU wrote come slowly, so all are asked for at once. */
static void prefetch(const struct msim_slot *slot)
{
    for (const char *at = (const char *)slot->words; at < (const char *)slot->end; at += LINE)
        __builtin_prefetch(at, 0, 2);
}

const struct msim_slot *msim_ring_next(struct msim_ring *ring, msim_other_lives *writer_lives)
{
    for (Bool lives = True; waiting_chunks(ring) == 0;) {
        if (!lives || msim_ring_is_stopped(ring))
            return NULL;
        set(&ring->written.awaited, 1);
        if (waiting_chunks(ring) == 0 && !msim_ring_is_stopped(ring))
            sleep_until_woken(&ring->written, &ring->times->observers_waited);
        set(&ring->written.awaited, 0);
        lives = writer_lives();
    }
    if (waiting_chunks(ring) > 1)
        prefetch(&ring->slot[(ring->read.at + 1) % SLOTS]);
    return &ring->slot[ring->read.at % SLOTS];
}

void msim_ring_done(struct msim_ring *ring)
{
    set(&ring->read.at, ring->read.at + 1);
    if (get(&ring->read.awaited) && waiting_chunks(ring) <= HALF)
        wake(&ring->read);
}
