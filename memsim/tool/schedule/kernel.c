/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The waits of kernel.h. */
#include "kernel.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "tool/base/syscalls.h"

enum {
    BRIEFLY = 200,
    POLLS = 10000,      /* the most, about a second on an idle machine: */
    YIELDS = 1000,      /* the first only yield, */
    NAP_NS = 50 * 1000, /* the rest sleep */
    PARK_NS = 20 * 1000 * 1000,
    TIMED_OUT = 110 /* an error, missing in older headers */
};

void msim_kernel_nap(void)
{
    struct vki_timespec time = {0, NAP_NS};
    const UWord args[] = {(UWord)&time, 0};
    msim_call(__NR_nanosleep, args, 2);
}

static void poll_again(UInt polls)
{
    if (polls < YIELDS)
        msim_call(__NR_sched_yield, NULL, 0);
    else
        msim_kernel_nap();
}

/* The number of threads that sleep at a futex: the result of a requeue that wakes none and moves
 * all from the futex to itself. */
static Word sleepers(Addr futex, UInt is_private)
{
    UInt value = *(volatile UInt *)futex;
    const UWord args[] = {futex, VKI_FUTEX_CMP_REQUEUE | is_private, 0, 0x7fffffff, futex, value};
    return msim_call(__NR_futex, args, 6);
}

void msim_kernel_sleeps(Addr futex, UInt threads, Bool briefly)
{
    for (UInt polls = 0; polls < (briefly ? BRIEFLY : POLLS); polls++) {
        if (!VG_(am_is_valid_for_client)(futex, sizeof(UInt), VKI_PROT_READ))
            return;
        Word here = sleepers(futex, VKI_FUTEX_PRIVATE_FLAG);
        Word shared = sleepers(futex, 0);
        if (here < 0 || shared < 0 || here + shared >= (Word)threads)
            return;
        poll_again(polls);
    }
}

void msim_kernel_clears(Addr word)
{
    for (UInt polls = 0; polls < POLLS; polls++) {
        if (!VG_(am_is_valid_for_client)(word, sizeof(UInt), VKI_PROT_READ) ||
            *(volatile UInt *)word == 0)
            return;
        poll_again(polls);
    }
}

Bool msim_kernel_park(const UInt *word, UInt value)
{
    struct vki_timespec time = {0, PARK_NS};
    const UWord args[] = {(UWord)word, VKI_FUTEX_WAIT | VKI_FUTEX_PRIVATE_FLAG, value,
                          (UWord)&time};
    return msim_call(__NR_futex, args, 4) == -TIMED_OUT;
}

void msim_kernel_unpark(UInt *word)
{
    const UWord args[] = {(UWord)word, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 1};
    __sync_fetch_and_add(word, 1);
    msim_call(__NR_futex, args, 3);
}

Int msim_kernel_thread(void)
{
    return (Int)msim_call(__NR_gettid, NULL, 0);
}

ULong msim_kernel_sleep(Int thread)
{
    static const HChar asleep[] = "\nState:\tS", switches[] = "\nvoluntary_ctxt_switches:";
    static HChar text[4096]; /* called with Valgrind's lock */
    HChar name[64];
    VG_(sprintf)(name, "/proc/self/task/%d/status", thread);
    Int file = msim_open_at(MSIM_NO_FOLDER, name, VKI_O_RDONLY, 0);
    if (file < 0)
        return 0;
    Int used = VG_(read)(file, text, sizeof text - 1);
    VG_(close)(file);
    text[used > 0 ? used : 0] = 0;
    const HChar *number = VG_(strstr)(text, switches);
    if (!VG_(strstr)(text, asleep) || !number)
        return 0;
    for (number += sizeof switches - 1; *number == '\t' || *number == ' ';)
        number++;
    return VG_(strtoull10)(number, NULL) + 1;
}
