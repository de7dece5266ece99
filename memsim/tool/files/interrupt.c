/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The handler of interrupt.h. */
#include "interrupt.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "tool/base/message.h"
#include "tool/base/syscalls.h"

static const vki_sigset_t only_interrupt = {{1UL << (VKI_SIGINT - 1)}};

static struct {
    Bool on;
    UInt times; /* how many times it came */
    void (*end)(const HChar *partial);
    const HChar *name, *partial; /* of the file that is being written */
    vki_sigaction_toK_t action_before;
    vki_sigset_t mask_before;
} interrupt;

static Word set_action(const vki_sigaction_toK_t *action, vki_sigaction_toK_t *before)
{
    const UWord args[] = {VKI_SIGINT, (UWord)action, (UWord)before, sizeof action->sa_mask};
    return msim_call(__NR_rt_sigaction, args, 4);
}

static void set_handler(void (*handler)(Int), vki_sigaction_toK_t *before)
{
    vki_sigaction_toK_t action;
    VG_(memset)(&action, 0, sizeof action);
    action.ksa_handler = handler;
    action.sa_flags = VKI_SA_RESTART | VKI_SA_RESTORER;
    action.sa_restorer = msim_interrupt_return;
    set_action(&action, before);
}

/* Ends the process by the signal, as others see it. */
static void end(void)
{
    const UWord myself[] = {(UWord)VG_(getpid)(), VKI_SIGINT}, status[] = {1};
    interrupt.end(interrupt.partial);
    set_handler(VKI_SIG_DFL, NULL);
    msim_call(__NR_kill, myself, 2);
    VG_(sigprocmask)(VKI_SIG_UNBLOCK, &only_interrupt, NULL);
    msim_call(__NR_exit_group, status, 1);
}

static void handle(Int number)
{
    (void)number;
    if (interrupt.times++ > 0)
        end();
    else if (interrupt.name)
        msim_say("writing '%s'; Ctrl-C again to end without it\n", interrupt.name);
    else
        msim_say("writing the results; Ctrl-C again to end without them\n");
}

/* A signal that came before does not count for this. */
static void drop_pending(void)
{
    struct vki_timespec none = {0, 0};
    const UWord args[] = {(UWord)&only_interrupt, 0, (UWord)&none, sizeof only_interrupt};
    msim_call(__NR_rt_sigtimedwait, args, 4);
}

void msim_interrupt_on(void (*end)(const HChar *partial))
{
    interrupt.end = end;
    interrupt.times = 0;
    interrupt.name = interrupt.partial = NULL;
    set_handler(handle, &interrupt.action_before);
    interrupt.on = interrupt.action_before.ksa_handler != VKI_SIG_IGN;
    if (!interrupt.on) {
        set_action(&interrupt.action_before, NULL);
        return;
    }
    drop_pending();
    VG_(sigprocmask)(VKI_SIG_UNBLOCK, &only_interrupt, &interrupt.mask_before);
}

void msim_interrupt_off(void)
{
    if (!interrupt.on)
        return;
    VG_(sigprocmask)(VKI_SIG_SETMASK, &interrupt.mask_before, NULL);
    set_action(&interrupt.action_before, NULL);
    interrupt.on = False;
}

/* The handler must not see one file's name with another one's partial name. */
void msim_interrupt_writing(const HChar *name, const HChar *partial)
{
    interrupt.partial = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    interrupt.name = name;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    interrupt.partial = partial;
}
