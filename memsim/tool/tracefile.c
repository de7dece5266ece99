/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace file of tracefile.h. */
#include "tracefile.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "engine/machine/oneline.h"
#include "stream/trace/write.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"
#include "tool/base/options.h"
#include "tool/base/syscalls.h"
#include "tool/files/filename.h"
#include "tool/files/outfile.h"

enum { NOTE_AT = 1 << 30, CUT_LEAST = 1 << 16, CUT_PART = 16 };

static const HChar lost[] = "so there is no trace";

/* In memory that another process may use (outside/). */
static struct trace {
    Bool on;
    const struct msim_dict *dict;
    struct msim_dict seen; /* the size of the dictionary at the last chunk */
    struct msim_outfile file;
    struct msim_trace_writer writer;
    ULong first_block; /* where the first block after the header begins */
    ULong last_block;  /* where the last one begins */
    HChar *usual_name;
    Bool reported, noted_size, noted_cut;
} * trace;

/* A file that cannot be continued keeps its present name. */
static void report_error(void)
{
    struct msim_outfile file = trace->file;
    trace->reported = True;
    if (file.partial)
        file.name = file.partial;
    HChar usable[VG_(strlen)(file.name) + 64];
    VG_(snprintf)
    (usable, sizeof usable, "the trace ends there; this uses it: memsim replay --partial %s",
     file.name);
    if (trace->last_block > trace->first_block)
        file.loss = usable;
    else if (file.partial)
        msim_outfile_remove(file.partial);
    msim_outfile_report(&file);
}

static void note_size(void)
{
    if (trace->file.bytes < NOTE_AT || trace->noted_size)
        return;
    trace->noted_size = True;
    if (VG_(clo_verbosity) > 0)
        msim_say("note: the trace '%s' has passed 1 GB; --trace-limit=SIZE ends it at a size\n",
                 trace->file.partial ? trace->file.partial : trace->file.name);
}

static void note_cut(void)
{
    if (!trace->writer.cut || trace->noted_cut)
        return;
    trace->noted_cut = True;
    if (VG_(clo_verbosity) > 0)
        msim_say("note: the trace '%s' ends at --trace-limit=%llu; the program runs on\n",
                 trace->usual_name, (ULong)msim_options.trace_limit);
}

void msim_tracefile_tell(void)
{
    if (!msim_tracefile_is_on())
        return;
    if (trace->file.error && !trace->reported)
        report_error();
    note_size();
    note_cut();
}

/* --- A full disk -------------------------------------------------------------------------- */

static void cut(ULong bytes)
{
    msim_truncate(trace->file.fd, (Off64T)bytes);
    trace->file.bytes = bytes;
    if (trace->last_block > bytes)
        trace->last_block = bytes;
}

/* The other files are small, and worth more than the end of a trace, which is useful without it.  A
 * checkpoint does not shorten the trace. */
static Bool make_room(ULong device, Bool result)
{
    struct vg_stat stat;
    if (!msim_tracefile_is_on() || !trace->file.bytes || (!result && !trace->file.error) ||
        VG_(fstat)(trace->file.fd, &stat) != 0 || !VKI_S_ISREG(stat.mode) || stat.dev != device)
        return False;
    ULong bytes = trace->file.bytes, less = bytes / CUT_PART;
    if (less < CUT_LEAST)
        less = CUT_LEAST;
    if (!trace->file.error)
        trace->file.error = VKI_ENOSPC;
    cut(less + trace->first_block < bytes ? bytes - less : 0);
    if (!trace->file.bytes)
        trace->reported = False; /* an earlier message may have named the file */
    return True;
}

/* --- Writing ------------------------------------------------------------------------------ */

static void put(void *self, const char *bytes, size_t count)
{
    (void)self;
    if (trace->file.error)
        return;
    trace->last_block = trace->file.bytes;
    trace->file.sink.put(trace->file.sink.self, bytes, count);
    if (trace->file.error && trace->first_block) /* an incomplete block only takes space */
        cut(trace->last_block);
}

static const struct msim_sink sink = {put, NULL};

static Bool open_file(void)
{
    HChar *name = msim_filename("--trace-file", msim_options.trace_file);
    trace->on = msim_outfile_open(&trace->file, name, -1, lost);
    VG_(free)(name);
    trace->file.gives_way = True;
    trace->usual_name = trace->on ? trace->file.name : NULL;
    return trace->on;
}

static Bool hide_file(void)
{
    trace->on = msim_outfile_hide(&trace->file);
    return trace->on;
}

static void append(void *self, const char *bytes, size_t count)
{
    XArray *text = self;
    VG_(addBytesToXA)(text, bytes, (Word)count);
}

static void put_header(struct msim_text *text, const HChar *command,
                       const struct msim_machine *base, bool has_core)
{
    msim_put(text, "memsim: " MEMSIM_VERSION "\npid: ");
    msim_put_number(text, (uint64_t)msim_pid());
    msim_put(text, "\ncommand: ");
    msim_put_name(text, command);
    msim_put(text, "\nbase: ");
    if (has_core)
        msim_put_machine_and_core(text, base);
    else /* a trace has the same text as without cores of its own */
        msim_put_machine(text, base);
    msim_put(text, "\n");
    msim_put(text, msim_options_given());
}

void msim_tracefile_start(const struct msim_dict *dict, const HChar *command,
                          const struct msim_machine *base, const struct msim_needs *needs)
{
    if (!msim_options.trace_file)
        return;
    trace = msim_get(&msim_tool_mem, sizeof *trace, 64);
    trace->dict = dict;
    msim_outfile_make_room(make_room);
    if (!open_file() || !hide_file())
        return;
    msim_dict_view(&trace->seen, dict);
    XArray *header = VG_(newXA)(VG_(malloc), "msim.trace", VG_(free), 1);
    struct msim_sink to_header = {append, header};
    struct msim_text text;
    msim_text_init(&text, &to_header);
    bool has_core = needs->operations || msim_core_is_given(&msim_options.machine.core);
    put_header(&text, command, base, has_core);
    msim_text_flush(&text);
    append(header, "", 1);
    msim_trace_init(&trace->writer, &msim_tool_mem, &trace->seen, &sink);
    trace->writer.limit = msim_options.trace_limit;
    trace->writer.has_calls = needs->flow;
    trace->writer.has_tasks = true;
    trace->writer.functions = needs->flow;
    trace->writer.operations = needs->operations;
    trace->writer.branches = needs->branches;
    trace->writer.whole_sites = needs->inlined || needs->instructions;
    msim_trace_header(&trace->writer, VG_(indexXA)(header, 0));
    trace->first_block = trace->file.bytes;
    VG_(deleteXA)(header);
    msim_tracefile_tell();
}

Bool msim_tracefile_is_on(void)
{
    return trace && trace->on;
}

static Bool is_growing(void)
{
    return msim_tracefile_is_on() && !trace->file.error;
}

void msim_tracefile_chunk(const uint64_t *words, const uint64_t *end,
                          const struct msim_dict_counts *counts)
{
    if (!is_growing() || trace->writer.cut)
        return;
    msim_dict_show(&trace->seen, counts);
    msim_trace_chunk(&trace->writer, words, end);
}

/* --- Fork --------------------------------------------------------------------------------- */

static void copy_from(Int parent, ULong bytes)
{
    static HChar buffer[64 * 1024];
    ULong done = 0;
    while (done < bytes && !trace->file.error) {
        ULong left = bytes - done;
        UInt want = left < sizeof buffer ? (UInt)left : (UInt)sizeof buffer;
        Int got = msim_read_at(parent, buffer, want, (Off64T)done);
        if (got <= 0)
            break;
        put(NULL, buffer, (size_t)got);
        done += (ULong)got;
    }
    if (done < bytes && !trace->file.error)
        trace->file.error = VKI_EIO;
}

/* No records of this process fit into the limit. */
static void drop(void)
{
    trace->on = False;
    VG_(close)(trace->file.fd);
    if (trace->file.partial)
        msim_outfile_remove(trace->file.partial);
    if (VG_(clo_verbosity) > 0)
        msim_say("note: --trace-limit was reached before this process began: it has no trace\n");
}

/* The parent's file belongs to the parent alone. */
static void leave_ended(void)
{
    if (trace->on)
        VG_(close)(trace->file.fd);
    trace->on = False;
    if (VG_(clo_verbosity) > 0)
        msim_say("note: the trace had ended before this process began: it has no trace\n");
}

void msim_tracefile_in_child(void)
{
    if (trace && !is_growing())
        leave_ended();
    if (!is_growing())
        return;
    Int parent = trace->file.fd;
    ULong bytes = trace->file.bytes;
    trace->reported = trace->noted_size = trace->noted_cut = False;
    Bool opened = open_file();
    if (opened)
        copy_from(parent, bytes);
    VG_(close)(parent);
    if (!opened || !hide_file())
        return;
    msim_trace_mark(&trace->writer, MSIM_MARK_FORK_CLEAR, NULL, 0);
    if (trace->writer.cut)
        drop();
    msim_tracefile_tell();
}

/* --- The end ------------------------------------------------------------------------------ */

void msim_tracefile_finish(const HChar *end, HChar *(*rename)(HChar *name))
{
    HChar cut[64];
    msim_tracefile_tell(); /* what the trace made room for was written last */
    if (!is_growing())
        return;
    struct msim_dict_counts counts = msim_dict_counts(trace->dict);
    msim_dict_show(&trace->seen, &counts);
    VG_(snprintf)(cut, sizeof cut, "cut: %llu\n", (ULong)msim_options.trace_limit);
    msim_trace_end(&trace->writer, trace->writer.cut ? cut : end);
    msim_tracefile_tell();
    if (rename)
        trace->file.name = rename(VG_(strdup)("msim.trace", trace->usual_name));
    SizeT room = trace->file.partial ? VG_(strlen)(trace->file.partial) + 32 : 1;
    HChar whole[room];
    VG_(snprintf)(whole, room, "it is complete, as '%s'", trace->file.partial);
    trace->file.loss = whole;
    msim_outfile_name(&trace->file);
    trace->file.loss = lost;
}

void msim_tracefile_lost(void)
{
    if (!msim_tracefile_is_on() || !trace->file.partial || trace->reported)
        return;
    trace->reported = True;
    if (trace->last_block > trace->first_block)
        msim_say("what there is of the trace: memsim replay --partial %s\n", trace->file.partial);
    else
        msim_outfile_remove(trace->file.partial);
}

void msim_tracefile_interrupted(void)
{
    if (!is_growing())
        return;
    trace->file.error = VKI_EINTR;
    msim_tracefile_tell();
}

void msim_tracefile_resume(void)
{
    if (!is_growing())
        return;
    if (trace->file.partial)
        msim_outfile_rename(trace->file.name, trace->file.partial);
    trace->file.name = trace->usual_name;
    trace->file.bytes = trace->writer.bytes = trace->last_block; /* removes the end */
    trace->writer.totals.blocks--;
    VG_(lseek)(trace->file.fd, (Off64T)trace->file.bytes, VKI_SEEK_SET);
}

void msim_tracefile_rewind(void)
{
    if (!is_growing())
        return;
    msim_truncate(trace->file.fd, (Off64T)trace->file.bytes);
    VG_(lseek)(trace->file.fd, (Off64T)trace->file.bytes, VKI_SEEK_SET);
}

void msim_tracefile_before_loss(void)
{
    if (!is_growing() || !trace->file.partial || !msim_outfile_name(&trace->file))
        return;
    VG_(free)(trace->file.partial);
    trace->file.partial = NULL;
}
