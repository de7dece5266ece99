/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The word of ended.h. */
#include "ended.h"

#include <stddef.h>

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "tool/base/syscalls.h"

/* Values of an owner's word: the bit that the kernel sets at the end, the bit that makes it wake
 * waiters, and a number that no thread has. */
#define DIED     0x40000000u
#define WAKES    0x80000000u
#define EXPECTED 0x3fffffffu

enum { LOOK_NS = 100000000 };

/* The list that the kernel reads; it has one entry. */
static struct {
    void *next;
    long offset; /* from an entry to its word */
    void *pending;
} robust;

static uint32_t get(const uint32_t *from)
{
    return __atomic_load_n(from, __ATOMIC_SEQ_CST);
}

static void set(uint32_t *to, uint32_t value)
{
    __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}

void msim_ended_expect(struct msim_ended *ended)
{
    set(&ended->end, MSIM_END_NONE);
    set(&ended->owner, EXPECTED);
}

void msim_ended_register(struct msim_ended *ended)
{
    const UWord none[] = {0}, list[] = {(UWord)&robust, sizeof robust};
    robust.next = &ended->robust;
    robust.offset =
        (long)offsetof(struct msim_ended, owner) - (long)offsetof(struct msim_ended, robust);
    ended->robust.next = &robust;
    set(&ended->owner, (uint32_t)msim_call(__NR_gettid, none, 0) | WAKES);
    msim_call(__NR_set_robust_list, list, 2);
}

void msim_ended_store(struct msim_ended *ended, enum msim_end end)
{
    const UWord wake[] = {(UWord)&ended->owner, VKI_FUTEX_WAKE, 1};
    set(&ended->end, end);
    if (end != MSIM_END_HOLDS)
        set(&ended->owner, 0);
    msim_call(__NR_futex, wake, 3);
}

enum msim_end msim_ended_look(const struct msim_ended *ended)
{
    uint32_t owner = get(&ended->owner), end = get(&ended->end);
    if (end <= MSIM_END_HOLDS && (owner & DIED))
        return MSIM_END_KILLED;
    return (enum msim_end)end;
}

void msim_ended_sleep(const struct msim_ended *ended)
{
    uint32_t owner = get(&ended->owner), end = get(&ended->end);
    struct vki_timespec time = {0, LOOK_NS};
    const UWord wait[] = {(UWord)&ended->owner, VKI_FUTEX_WAIT, owner, (UWord)&time};
    if (end == MSIM_END_NONE && owner && !(owner & DIED))
        msim_call(__NR_futex, wait, 4);
}
