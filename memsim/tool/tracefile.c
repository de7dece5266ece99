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
#include "tool/base/options.h"
#include "tool/base/outfile.h"

static struct {
    Bool on;
    struct msim_outfile file;
    struct msim_trace_writer writer;
    Off64T bytes;      /* written so far */
    Off64T last_block; /* where the last block begins */
    HChar *usual_name;
} trace;

static void put(void *self, const char *bytes, size_t count)
{
    (void)self;
    if (trace.file.error)
        return;
    trace.last_block = trace.bytes;
    trace.file.sink.put(trace.file.sink.self, bytes, count);
    trace.bytes += (Off64T)count;
    if (trace.file.error)
        msim_outfile_report(&trace.file);
}

static const struct msim_sink sink = {put, NULL};

static Bool open_file(void)
{
    HChar *name = VG_(expand_file_name)("--trace-file", msim_options.trace_file);
    trace.on = msim_outfile_open(&trace.file, name);
    VG_(free)(name);
    if (!trace.on)
        return False;
    msim_outfile_hide(&trace.file);
    trace.file.loss = "the trace ends there; memsim replay --partial uses what there is";
    trace.usual_name = trace.file.name;
    trace.bytes = 0;
    return True;
}

static void append(void *self, const char *bytes, size_t count)
{
    XArray *text = self;
    VG_(addBytesToXA)(text, bytes, (Word)count);
}

static void put_header(struct msim_text *text, const HChar *command,
                       const struct msim_machine *base)
{
    msim_put(text, "memsim: " MEMSIM_VERSION "\npid: ");
    msim_put_number(text, (uint64_t)VG_(getpid)());
    msim_put(text, "\ncommand: ");
    msim_put_name(text, command);
    msim_put(text, "\nbase: ");
    msim_put_machine(text, base);
    msim_put(text, "\n");
    msim_put(text, msim_options_given());
}

void msim_tracefile_start(const struct msim_dict *dict, const HChar *command,
                          const struct msim_machine *base)
{
    if (!msim_options.trace_file || !open_file())
        return;
    XArray *header = VG_(newXA)(VG_(malloc), "msim.trace", VG_(free), 1);
    struct msim_sink to_header = {append, header};
    struct msim_text text;
    msim_text_init(&text, &to_header);
    put_header(&text, command, base);
    msim_text_flush(&text);
    append(header, "", 1);
    msim_trace_init(&trace.writer, &msim_tool_mem, dict, &sink);
    msim_trace_header(&trace.writer, VG_(indexXA)(header, 0));
    VG_(deleteXA)(header);
}

Bool msim_tracefile_is_on(void)
{
    return trace.on;
}

void msim_tracefile_chunk(const uint64_t *words, const uint64_t *end)
{
    if (trace.on && !trace.file.error)
        msim_trace_chunk(&trace.writer, words, end);
}

/* Uses a new descriptor, because the inherited one shares its file position with the parent. */
static void copy_from(Int parent, Off64T bytes)
{
    static HChar buffer[64 * 1024];
    HChar path[64];
    VG_(snprintf)(path, sizeof path, "/proc/self/fd/%d", parent);
    Int from = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    while (from >= 0 && bytes > 0) {
        Int want = bytes < (Off64T)sizeof buffer ? (Int)bytes : (Int)sizeof buffer;
        Int got = VG_(read)(from, buffer, want);
        if (got <= 0)
            break;
        put(NULL, buffer, (size_t)got);
        bytes -= got;
    }
    if (from >= 0)
        VG_(close)(from);
    if (bytes > 0) {
        trace.file.error = VKI_EIO;
        msim_outfile_report(&trace.file);
    }
}

void msim_tracefile_in_child(void)
{
    Int parent = trace.file.fd;
    Off64T bytes = trace.bytes;
    if (!trace.on || trace.file.error)
        return;
    if (open_file()) {
        copy_from(parent, bytes);
        msim_trace_mark(&trace.writer, MSIM_MARK_FORK_CLEAR, NULL, 0);
    }
    VG_(close)(parent);
}

void msim_tracefile_finish(const HChar *end, HChar *(*rename)(HChar *name))
{
    if (!trace.on || trace.file.error)
        return;
    msim_trace_end(&trace.writer, end);
    if (rename)
        trace.file.name = rename(VG_(strdup)("msim.trace", trace.usual_name));
    msim_outfile_name(&trace.file);
}

void msim_tracefile_resume(void)
{
    if (!trace.on || trace.file.error)
        return;
    if (trace.file.partial)
        VG_(rename)(trace.file.name, trace.file.partial);
    trace.file.name = trace.usual_name;
    trace.bytes = trace.last_block; /* removes the end */
    trace.writer.totals.blocks--;
    VG_(lseek)(trace.file.fd, trace.bytes, VKI_SEEK_SET);
}
