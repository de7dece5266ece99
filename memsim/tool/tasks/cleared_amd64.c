/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words of cleared.h, as Linux has them on amd64. */
#include "cleared.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { CLONE3 = 435 /* missing in older headers */, CLONE_CHILD = 3 /* its argument */ };

/* The beginning of clone3's argument. */
struct clone_args {
    ULong flags, pidfd, child;
};

static Addr chosen(ULong flags, Addr child)
{
    return flags & VKI_CLONE_CHILD_CLEARTID ? child : 0;
}

Bool msim_cleared_of_clone(UInt syscall, const UWord *args, Addr *word)
{
    const struct clone_args *more = (const struct clone_args *)args[0];
    *word = 0;
    if (syscall == __NR_clone)
        *word = chosen(args[0], args[CLONE_CHILD]);
    else if (syscall == CLONE3 && VG_(am_is_valid_for_client)(args[0], sizeof *more, VKI_PROT_READ))
        *word = chosen(more->flags, (Addr)more->child);
    return syscall == __NR_clone || syscall == CLONE3;
}

Bool msim_cleared_of_self(UInt syscall, const UWord *args, Addr *word)
{
    *word = syscall == __NR_set_tid_address ? args[0] : 0;
    return syscall == __NR_set_tid_address;
}
