/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The messages of message.h. */
#include "message.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "syscalls.h"

static Int guest;

void msim_pid_init(void)
{
    guest = VG_(getpid)();
}

Int msim_pid(void)
{
    return guest;
}

/* While the tool runs, signals are blocked and stay pending. */
static void drop_signal(void)
{
    enum { SIZE_SIGNAL = 25 };
    ULong signals = 1ULL << (SIZE_SIGNAL - 1);
    struct vki_timespec none = {0, 0};
    const UWord args[] = {(UWord)&signals, 0, (UWord)&none, sizeof signals};
    msim_call(__NR_rt_sigtimedwait, args, 4);
}

/* Valgrind would begin the line with this process's number. */
void msim_say(const HChar *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (VG_(getpid)() == guest) {
        VG_(vmessage)(Vg_UserMsg, format, arguments);
    } else {
        VG_(printf)("==%d== ", guest);
        VG_(vprintf)(format, arguments);
    }
    va_end(arguments);
    drop_signal();
}
