/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The facts of facts.h. */
#include "facts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "ending.h"
#include "engine/base/fingerprint.h"
#include "tool/code/buildid.h"
#include "tool/events/allocfns.h"
#include "tool/inputs/start.h"

/* Only the core declares it. */
extern void VG_(machine_get_VexArchInfo)(VexArch *arch, VexArchInfo *info);

static struct {
    struct msim_dict *dict;
    Bool started;
    Addr entry;          /* of the program; 0: it has begun */
    const HChar *loader; /* its path; NULL: no object */
    UInt epoch;          /* of the debug information that was searched */
} facts;

void msim_facts_init(struct msim_dict *dict)
{
    facts.dict = dict;
}

static void put(enum msim_fact fact, const HChar *text)
{
    static const HChar form[] = MSIM_FINGERPRINT "%s: %s";
    const HChar *name = msim_fact_name(fact);
    SizeT room = sizeof form + VG_(strlen)(name) + VG_(strlen)(text);
    HChar *line = VG_(malloc)("msim.facts", room);
    VG_(snprintf)(line, (Int)room, form, name, text);
    msim_dict_string(facts.dict, line);
    VG_(free)(line);
}

/* --- Objects ------------------------------------------------------------------------------ */

/* The path of the object that is mapped at the address; NULL: none. */
static const HChar *object_at(Addr at)
{
    const NSegment *segment = VG_(am_find_nsegment)(at);
    return segment && segment->kind == SkFileC ? VG_(am_get_filename)(segment) : NULL;
}

/* "BUILDID PATH" of the object that contains the code. */
static void put_object(enum msim_fact fact, Addr code)
{
    HChar id[MSIM_BUILD_ID_ROOM];
    const HChar *path = object_at(code);
    if (!path)
        return;
    if (!msim_build_id(code, id))
        VG_(strcpy)(id, "none");
    SizeT room = sizeof id + VG_(strlen)(path) + 2;
    HChar *text = VG_(malloc)("msim.facts", room);
    VG_(snprintf)(text, (Int)room, "%s %s", id, path);
    put(fact, text);
    VG_(free)(text);
}

/* --- The start ---------------------------------------------------------------------------- */

static UWord entry_of(const struct msim_start *start, UWord type)
{
    for (UWord i = 0; i < start->entries; i++)
        if (start->entry[2 * i] == type)
            return start->entry[2 * i + 1];
    return 0;
}

static void put_environment(const struct msim_start *start)
{
    HChar text[32];
    SizeT bytes = 0;
    for (UWord i = 0; i < start->variables; i++)
        bytes += VG_(strlen)(start->variable[i]) + 1;
    VG_(snprintf)(text, sizeof text, "%lu B", bytes);
    put(MSIM_FACT_ENVIRONMENT, text);
}

static void put_processor(void)
{
    VexArch arch;
    VexArchInfo info;
    VG_(machine_get_VexArchInfo)(&arch, &info);
    put(MSIM_FACT_PROCESSOR, LibVEX_ppVexHwCaps(arch, info.hwcaps));
}

static void put_start(const struct msim_start *start)
{
    const HChar *loader = object_at(entry_of(start, MSIM_AT_BASE));
    facts.entry = entry_of(start, MSIM_AT_ENTRY);
    facts.loader = loader ? VG_(strdup)("msim.facts", loader) : NULL;
    put(MSIM_FACT_MEMSIM, MEMSIM_VERSION);
    put(MSIM_FACT_VALGRIND, MEMSIM_VALGRIND_VERSION);
    put_object(MSIM_FACT_PROGRAM, entry_of(start, MSIM_AT_ENTRY));
    put_processor();
    put_environment(start);
}

/* --- While it runs ------------------------------------------------------------------------ */

static Bool begins(const HChar *text, const HChar *start)
{
    return text && VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

/* glibc's name of itself, and musl's two. */
static Bool is_libc(const DebugInfo *info)
{
    const HChar *name = VG_(DebugInfo_get_soname)(info);
    return begins(name, "libc.so") || begins(name, "libc.musl");
}

static void look_for_libc(void)
{
    const DebugInfo *info = NULL;
    while ((info = VG_(next_DebugInfo)(info)) != NULL)
        if (is_libc(info))
            put_object(MSIM_FACT_LIBC, VG_(DebugInfo_get_text_avma)(info));
}

static void see_allocator(DiEpoch epoch, Addr at)
{
    const HChar *name, *object;
    if (!VG_(get_fnname_if_entry)(epoch, at, &name) || !msim_allocfns_is_malloc(name))
        return;
    object = object_at(at);
    if (object && (!facts.loader || !VG_STREQ(object, facts.loader)))
        put_object(MSIM_FACT_ALLOCATOR, at);
}

Bool msim_facts_code(Addr at)
{
    DiEpoch epoch = VG_(current_DiEpoch)();
    if (!facts.started) {
        struct msim_start start = msim_start_find(VG_(get_SP)(VG_(get_running_tid)()));
        facts.started = True;
        put_start(&start);
    }
    if (facts.epoch != epoch.n)
        look_for_libc();
    facts.epoch = epoch.n;
    see_allocator(epoch, at);
    Bool is_entry = at == facts.entry;
    if (is_entry)
        facts.entry = 0;
    return is_entry;
}

void msim_facts_end(void)
{
    HChar text[MSIM_ENDING_ROOM];
    msim_ending(text);
    put(MSIM_FACT_ENDED, text);
}
