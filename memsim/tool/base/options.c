/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes options from Valgrind; engine/options.h has their tables. */
#include "options.h"

#include "foreign.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "host/host.h"
#include "host/models.h"
#include "memory.h"
#include "message.h"

struct msim_options msim_options; /* pre_clo_init() sets the defaults */

static HChar *given;                 /* the options that a trace keeps, as lines */
static struct msim_options recorded; /* what those options alone set */

void msim_options_start(void)
{
    msim_options_init(&msim_options, &msim_tool_mem);
    msim_options_init(&recorded, &msim_tool_mem);
}

/* Prints one line with the option, its value and what is allowed; the guest is not started. */
static __attribute__((noreturn)) void refuse(const HChar *argument, const HChar *reason)
{
    VG_(fmsg)("bad option %s: %s\n", argument, reason);
    VG_(exit)(1);
}

static void keep(const HChar *argument)
{
    const HChar *before = msim_options_given();
    SizeT room = VG_(strlen)(before) + VG_(strlen)(argument) + sizeof "option: \n";
    HChar *all = VG_(malloc)("msim.options", room);
    VG_(snprintf)(all, room, "%soption: %s\n", before, argument);
    VG_(free)(given);
    given = all;
}

const HChar *msim_options_given(void)
{
    return given ? given : "";
}

void msim_options_refuse_file(const HChar *option, const HChar *name, const HChar *reason)
{
    HChar argument[VG_(strlen)(option) + VG_(strlen)(name) + 2];
    VG_(snprintf)(argument, sizeof argument, "%s=%s", option, name);
    refuse(argument, reason);
}

void msim_options_check_files(void)
{
    const struct msim_result_file *file;
    const struct msim_observer *idle = msim_options_idle(&msim_options, &file);
    HChar reason[128];
    if (!idle)
        return;
    VG_(snprintf)(reason, sizeof reason, MSIM_IDLE, idle->turned_on_by);
    msim_options_refuse_file(file->option, msim_options_file(&msim_options, idle, file), reason);
}

void msim_options_refuse(const HChar *option, const HChar *reason)
{
    SizeT length = VG_(strlen)(option);
    HChar *last = NULL;
    for (HChar *line = given; line; line = VG_(strchr)(line, '\n') + 1) {
        HChar *argument = VG_(strstr)(line, "option: ");
        if (!argument)
            break;
        argument += sizeof "option: " - 1;
        if (VG_(strncmp)(argument, option, length) == 0 && argument[length] == '=')
            last = argument;
        line = argument;
    }
    if (last)
        *VG_(strchr)(last, '\n') = 0;
    refuse(last ? last : option, reason);
}

Bool msim_options_process(const HChar *argument)
{
    const struct msim_option *option = msim_option_find(argument);
    const HChar *foreign = option ? NULL : msim_foreign_option(argument);
    if (foreign)
        refuse(argument, foreign);
    if (!option)
        return False;
    if (VG_(check_clom)(cloP, argument, option->name, True)) {
        const HChar *wrong = msim_option_set(&msim_options, option, argument);
        if (wrong)
            refuse(argument, wrong);
        if (option->study) {
            msim_option_set(&recorded, option, argument);
            keep(argument);
        }
    }
    return True;
}

void msim_options_keep_implied(void)
{
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_observer *observer = msim_observers[i];
        if (observer->recorded_with && msim_options_is_asked_for(&msim_options, observer) &&
            !msim_options_is_asked_for(&recorded, observer))
            keep(observer->recorded_with);
    }
}

/* Only the core declares it. */
extern Bool VG_(clo_read_inline_info);

/* The value of the last --read-inline-info; NULL: not given. */
static const HChar *read_inline_info(void)
{
    static const HChar option[] = "--read-inline-info=";
    for (Word i = VG_(sizeXA)(VG_(args_for_valgrind)) - 1; i >= 0; i--) {
        const HChar *argument = *(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);
        if (VG_(strncmp)(argument, option, sizeof option - 1) == 0)
            return argument + sizeof option - 1;
    }
    return NULL;
}

void msim_options_find_inline(void)
{
    const HChar *read = read_inline_info();
    if (!read || msim_options.inlined != MSIM_INLINE_AUTO)
        return;
    Bool yes = VG_(strcmp)(read, "yes") == 0;
    msim_options.inlined = yes ? MSIM_INLINE_YES : MSIM_INLINE_NO;
    keep(yes ? "--inline=yes" : "--inline=no");
}

void msim_options_read_inline(void)
{
    const HChar *read = read_inline_info();
    if (read && VG_(strcmp)(read, "no") == 0)
        msim_options_refuse("--inline", "--read-inline-info=no leaves out what it needs");
    VG_(clo_read_inline_info) = True;
}

Bool msim_options_is_last(const HChar *argument)
{
    for (Word i = VG_(sizeXA)(VG_(args_for_valgrind)) - 1; i >= 0; i--) {
        const HChar *other = *(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);
        if (msim_option_find(other))
            return other == argument;
    }
    return False;
}

static void print(void *self, const char *bytes, size_t count)
{
    (void)self;
    for (size_t i = 0; i < count; i++)
        VG_(printf)("%c", bytes[i]);
}

void msim_options_usage(void)
{
    struct msim_sink sink = {print, NULL};
    struct msim_text text;
    msim_text_init(&text, &sink);
    msim_options_help(&text);
    msim_put(&text, "  Levels that are not given are those of the machine, or of the host if no "
                    "machine\n  is named.\n");
    msim_text_flush(&text);
}

void msim_options_debug_usage(void)
{
    VG_(printf)("    (none)\n");
}

/* Prints the levels that are neither from options nor from the host. */
static void note_replaced(const struct msim_machine *machine, unsigned replaced)
{
    const struct msim_model_machine of = msim_host_model_machine();
    HChar names[96];
    SizeT used = 0;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if ((replaced >> level & 1) && !msim_options.machine.is_given[level] &&
            machine->level[level].units)
            used += VG_(snprintf)(names + used, sizeof names - used, " %s", msim_level_name(level));
    if (!used)
        return;
    msim_say("note: this processor does not report%s\n", names);
    msim_say("... they are %s%s%s\n", of.name ? "those of " : "typical ones",
             of.name ? of.name : "", of.name && of.nearest ? ", the nearest machine" : "");
}

/* Says so if what is simulated is that of the nearest machine. */
static void note_nearest(const struct msim_machine *machine)
{
    struct msim_cycles cycles;
    const struct msim_model_machine of = msim_host_model_machine();
    const struct msim_model model = msim_host_model();
    bool simulated = msim_cycles_init(&cycles, machine) && cycles.simulated && machine->core_name &&
                     of.name && VG_STREQ(machine->core_name, of.name);
    if (!of.name || !of.nearest || !(simulated || machine->real))
        return;
    msim_say("note: nobody described this processor (family %u, model %u)\n", model.family,
             model.model);
    msim_say("... it is taken for the nearest, %s; memsim machine measure describes it\n", of.name);
}

static const HChar *note; /* what msim_options_simulated() chose */
static unsigned replaced; /* levels that the host does not report */

/* Sets how many cores the host has; unknown: 0. */
static void count_cores(struct msim_machine *base)
{
    HChar online[1024];
    Int fd = VG_(fd_open)("/sys/devices/system/cpu/online", VKI_O_RDONLY, 0);
    if (fd < 0)
        return;
    Int got = VG_(read)(fd, online, sizeof online - 1);
    VG_(close)(fd);
    online[got > 0 ? got : 0] = 0;
    base->cores.used = msim_host_cores(online);
}

void msim_options_simulated(struct msim_machine *machine, struct msim_machine *base)
{
    replaced = msim_host_machine(base);
    if (msim_options.machine.given.cores.used > 1)
        count_cores(base);
    else /* a trace has the same text as without cores */
        base->cores = (struct msim_cores){.used = 0};
    *machine = *base;
    const HChar *wrong = msim_machine_choose(&msim_options.machine, machine, &note);
    if (!wrong)
        return;
    VG_(fmsg)("bad options: %s\n", wrong);
    VG_(exit)(1);
}

void msim_options_notes(const struct msim_machine *machine)
{
    const HChar *approximated = msim_machine_note(&msim_options.machine);
    if (VG_(clo_verbosity) == 0)
        return;
    if (approximated)
        msim_say("note: %s\n", approximated);
    if (note)
        msim_say("note: %s\n", note);
    if (msim_options.machine.named)
        return;
    note_replaced(machine, replaced);
    note_nearest(machine);
}
