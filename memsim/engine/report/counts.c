/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counts: what each source line executed, read, wrote and missed, as the simulator counts it.
 *
 * The profile itself belongs to the study, because everything that is simulated or counted goes
 * there; this observer writes it.
 */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/caches/sim.h"
#include "report.h"

struct options {
    bool on;      /* it is */
    bool objects; /* function names carry their object file */
    bool threads; /* counts are divided by thread, and so is what others observe */
    const char *file;
};

struct counts {
    const struct msim_mem *mem;
    const struct msim_profile *profile;
    const struct msim_machine *machine;
    bool inlined;
    struct msim_parts *parts;
    bool objects;
    const struct msim_more_lines *more; /* MSIM_MORE_LINES of them; NULL: none */
    struct msim_sim *sim;               /* NULL: nothing is simulated */
};

static void needs(const void *options, struct msim_needs *needs)
{
    const struct options *counts = options;
    needs->objects = counts->objects;
    needs->layout = true;
    if (counts->threads)
        needs->stream = needs->misses = needs->threads = true;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct options *asked = options;
    (void)refusal;
    struct counts *counts = msim_get(setting->mem, sizeof *counts, 8);
    *counts = (struct counts){setting->mem,
                              setting->profile,
                              setting->machine,
                              setting->inlined,
                              setting->sim ? &setting->sim->parts : NULL,
                              asked->objects,
                              setting->sim ? setting->sim->more : NULL,
                              setting->sim};
    if (asked->threads)
        msim_open_divide(&setting->sim->parts.open);
    return counts;
}

static void write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct counts *counts = self;
    struct msim_report report = {counts->profile, counts->machine, about,        counts->inlined,
                                 counts->parts,   counts->objects, counts->more, counts->sim};
    msim_report_file(&report, counts->mem, sink);
}

/* Instrumentation or collection that never begins leaves files that look as if the program did
 * nothing. */
static void say_if_nothing(const struct counts *counts, const struct msim_lines *lines)
{
    const struct msim_row total = msim_profile_total(counts->profile);
    struct msim_line line;
    if (!msim_row_is_zero(&total))
        return;
    msim_line_init(&line, lines);
    msim_put(&line.text,
             "warning: nothing was counted: instrumentation and collection were never on at the "
             "same time; look at --instr-atstart, --collect-atstart, --toggle-collect and the "
             "program's client requests");
    msim_line_end(&line);
}

static void summary(const void *self, const struct msim_lines *lines)
{
    const struct counts *counts = self;
    struct msim_report report = {.profile = counts->profile,
                                 .machine = counts->machine,
                                 .parts = counts->parts,
                                 .sim = counts->sim};
    msim_report_summary(&report, lines);
    if (counts->sim && counts->sim->outer.prefetches)
        msim_outer_summary(&counts->sim->outer, lines);
    msim_report_regions(&report, counts->mem, lines);
    say_if_nothing(counts, lines);
}

static const struct msim_option rows[] = {
    {"--objects", "no|yes", "add the executable or library to names [no]", msim_set_flag,
     offsetof(struct options, objects), true},
    {"--threads", "no|yes", "count for each thread, and each of its regions [no]", msim_set_flag,
     offsetof(struct options, threads), true},
    {"--memsim-out-file", "<file>", "counts per source line [memsim.out.%p]", msim_set_file,
     offsetof(struct options, file), false},
};

static const struct options usual = {.on = true, .file = "memsim.out.%p"};

static const struct msim_result_file files[] = {
    {"--memsim-out-file", offsetof(struct options, file), "memsim annotate", write,
     "which lines cost most"},
};

const struct msim_observer msim_counts_observer = {
    .name = "counts",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .on = offsetof(struct options, on),
    .needs = needs,
    .make = make,
    .summary = summary,
};
