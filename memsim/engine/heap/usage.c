/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of usage.h. */
#include "usage.h"

const char *msim_heap_call_name(enum msim_heap_call call)
{
    static const char *const names[MSIM_HEAP_CALLS] = {
        "malloc", "calloc", "realloc", "free",       "aligned", "new",         "delete",
        "other",  "map",    "unmap",   "other-free", "request", "request-free"};
    return names[call];
}

static void count_size(struct msim_usage *usage, uint64_t bytes)
{
    if (bytes / MSIM_BUCKET < MSIM_BUCKETS)
        usage->sizes[bytes / MSIM_BUCKET]++;
    else
        usage->large++;
}

void msim_usage_request(struct msim_usage *usage, enum msim_heap_call call, uint64_t bytes,
                        bool failed)
{
    usage->call[call].calls++;
    usage->call[call].failed += failed;
    usage->call[call].bytes += bytes == UINT64_MAX ? 0 : bytes;
    count_size(usage, bytes);
}

void msim_usage_resize(struct msim_usage *usage, enum msim_heap_call call, uint64_t before,
                       uint64_t bytes, bool moved, bool failed)
{
    uint64_t more = bytes != UINT64_MAX && bytes > before ? bytes - before : 0;
    msim_usage_request(usage, call, bytes, failed);
    usage->call[call].bytes -= (bytes == UINT64_MAX ? 0 : bytes) - more;
    if (call != MSIM_HEAP_REALLOC)
        return;
    usage->nomove += !failed && !moved;
    usage->dec += !failed && bytes < before;
}

void msim_usage_free(struct msim_usage *usage, enum msim_heap_call call, uint64_t bytes)
{
    usage->call[call].calls++;
    usage->freed += call == MSIM_HEAP_REALLOC;
    if (call == MSIM_HEAP_REALLOC)
        call = MSIM_HEAP_FREE;
    else if (call == MSIM_HEAP_OTHER)
        call = MSIM_HEAP_OTHER_FREE;
    usage->call[call].bytes += bytes;
}

/* --- The table ---------------------------------------------------------------------------- */

static const char *const headings[] = {"calls", "bytes", "failed"};

enum { COLUMNS = sizeof headings / sizeof *headings, LABEL = 9, LABEL_LONG = 12, NARROWEST = 7 };

static uint64_t column(const struct msim_usage *usage, unsigned call, unsigned which)
{
    const uint64_t counts[COLUMNS] = {usage->call[call].calls, usage->call[call].bytes,
                                      usage->call[call].failed};
    return counts[which];
}

static void put_right(struct msim_text *text, const char *string, unsigned width)
{
    unsigned used = 0;
    for (const char *at = string; *at; at++)
        used++;
    for (; used < width; used++)
        msim_put(text, " ");
    msim_put(text, string);
}

static void put_left(struct msim_text *text, const char *string, unsigned width)
{
    unsigned used = 0;
    for (const char *at = string; *at; at++)
        used++;
    msim_put(text, string);
    for (; used < width; used++)
        msim_put(text, " ");
}

static void put_reallocs(const struct msim_usage *usage, struct msim_text *text)
{
    const char *const names[] = {"  (nomove ", ", dec ", ", free "};
    const uint64_t counts[] = {usage->nomove, usage->dec, usage->freed};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        msim_put(text, names[i]);
        msim_put_grouped(text, counts[i], 0);
    }
    msim_put(text, ")");
}

static void put_row(const struct msim_usage *usage, struct msim_line *line, unsigned call,
                    unsigned label, const unsigned *widths)
{
    unsigned before = label + 3; /* what is in brackets */
    put_left(&line->text, msim_heap_call_name((enum msim_heap_call)call), label);
    for (unsigned which = 0; which < COLUMNS; which++) {
        before += 2 + widths[which];
        msim_put(&line->text, "  ");
        msim_put_grouped(&line->text, column(usage, call, which), widths[which]);
    }
    if (call == MSIM_HEAP_REALLOC)
        put_reallocs(usage, &line->text);
    msim_line_wrap(line, before);
}

void msim_usage_table(const struct msim_usage *usage, struct msim_line *line)
{
    unsigned widths[COLUMNS] = {NARROWEST, NARROWEST, NARROWEST};
    uint64_t calls = 0;
    unsigned label = LABEL;
    for (unsigned call = 0; call < MSIM_HEAP_CALLS; call++) {
        calls += usage->call[call].calls;
        if (usage->call[call].calls && call > MSIM_HEAP_UNMAP)
            label = LABEL_LONG;
        for (unsigned which = 0; which < COLUMNS; which++) {
            unsigned width = msim_grouped_width(column(usage, call, which));
            widths[which] = width > widths[which] ? width : widths[which];
        }
    }
    if (!calls)
        return;
    put_left(&line->text, "", label);
    for (unsigned which = 0; which < COLUMNS; which++) {
        msim_put(&line->text, "  ");
        put_right(&line->text, headings[which], widths[which]);
    }
    msim_line_end(line);
    for (unsigned call = 0; call < MSIM_HEAP_CALLS; call++)
        if (usage->call[call].calls)
            put_row(usage, line, call, label, widths);
}

/* --- The file ----------------------------------------------------------------------------- */

static void put_words(struct msim_text *text, const char *what, const uint64_t *numbers,
                      unsigned count)
{
    msim_put(text, "desc: ");
    msim_put(text, what);
    for (unsigned i = 0; i < count; i++) {
        msim_put(text, " ");
        msim_put_number(text, numbers[i]);
    }
    msim_put(text, "\n");
}

void msim_usage_describe(const struct msim_usage *usage, struct msim_text *text)
{
    for (unsigned call = 0; call < MSIM_HEAP_CALLS; call++) {
        msim_put(text, "desc: call ");
        msim_put(text, msim_heap_call_name((enum msim_heap_call)call));
        for (unsigned which = 0; which < COLUMNS; which++) {
            msim_put(text, " ");
            msim_put_number(text, column(usage, call, which));
        }
        msim_put(text, "\n");
    }
    put_words(text, "realloc", (const uint64_t[]){usage->nomove, usage->dec, usage->freed}, 3);
    put_words(text, "foreign-frees", &usage->foreign, 1);
    put_words(text, "missed-frees", &usage->missed, 1);
    for (uint64_t i = 0; i < MSIM_BUCKETS; i++)
        if (usage->sizes[i])
            put_words(text, "size", (const uint64_t[]){i * MSIM_BUCKET, usage->sizes[i]}, 2);
    if (usage->large)
        put_words(text, "size large", &usage->large, 1);
}
