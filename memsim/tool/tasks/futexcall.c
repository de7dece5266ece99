/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of futexcall.h. */
#include "futexcall.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "stream/event.h"

enum {
    OPERATION = ~(VKI_FUTEX_PRIVATE_FLAG | VKI_FUTEX_CLOCK_REALTIME),
    ANY_BITS = -1,
    OWNER = 0x3fffffff, /* the bits of a futex that name the thread that has the lock */
    LOCK_PI2 = 13       /* missing in older headers */
};

/* Arguments. */
enum { AT, WHAT, COUNT, MORE /* or a timeout */, OTHER, BITS };

static struct msim_futex_wake wake(const UWord *args, UInt bits)
{
    return (struct msim_futex_wake){args[AT], bits, (UInt)args[COUNT]};
}

static UInt value_at(Addr at)
{
    return VG_(am_is_valid_for_client)(at, sizeof(UInt), VKI_PROT_READ) ? *(const UInt *)at : 0;
}

static void wait(const UWord *args, Bool holds, struct msim_futex_call *call)
{
    call->waits = args[AT];
    call->holds = holds;
    call->timed = args[MORE] != 0;
}

Bool msim_futex_call(UInt syscall, const UWord *args, struct msim_futex_call *call)
{
    *call = (struct msim_futex_call){.bits = (UInt)ANY_BITS, .counts = True};
    if (syscall != __NR_futex || args[AT] >= MSIM_ADDRESSES)
        return False;
    switch ((Int)args[WHAT] & OPERATION) {
    case VKI_FUTEX_WAIT_BITSET:
        call->bits = (UInt)args[BITS];
        wait(args, value_at(args[AT]) == (UInt)args[COUNT], call);
        break;
    case VKI_FUTEX_WAIT:
    case VKI_FUTEX_WAIT_REQUEUE_PI:
        wait(args, value_at(args[AT]) == (UInt)args[COUNT], call);
        break;
    case VKI_FUTEX_LOCK_PI:
    case LOCK_PI2:
        wait(args, (value_at(args[AT]) & OWNER) != 0, call);
        break;
    case VKI_FUTEX_WAKE:
        call->wake[0] = wake(args, (UInt)ANY_BITS);
        break;
    case VKI_FUTEX_WAKE_BITSET:
        call->wake[0] = wake(args, (UInt)args[BITS]);
        break;
    case VKI_FUTEX_UNLOCK_PI:
        call->wake[0] = (struct msim_futex_wake){args[AT], (UInt)ANY_BITS, 1};
        call->counts = False;
        break;
    case VKI_FUTEX_WAKE_OP:
        call->wake[0] = wake(args, (UInt)ANY_BITS);
        call->wake[1] = (struct msim_futex_wake){args[OTHER], (UInt)ANY_BITS, (UInt)args[MORE]};
        break;
    case VKI_FUTEX_REQUEUE:
    case VKI_FUTEX_CMP_REQUEUE:
    case VKI_FUTEX_CMP_REQUEUE_PI:
        call->wake[0] = wake(args, (UInt)ANY_BITS);
        call->moves_to = args[OTHER];
        break;
    default:
        return False;
    }
    return True;
}
