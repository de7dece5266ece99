/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of calls in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/reader.h"
#include "engine/caches/sim.h"
#include "flow/epochs.h"
#include "flow/places.h"
#include "plainfile.h"

struct options {
    bool on, refused; /* refused: --calls=no */
    bool fold;
    uint64_t limit; /* in bytes; 0: a share of memory */
    bool instructions;
    struct msim_watch_names watched;
    const char *file;
    const char *plain_file; /* NULL: none */
    bool compress_strings, dump_line, combine_dumps, separate_threads;
};

struct calls {
    struct msim_setting setting;
    struct msim_machine machine; /* without companions, of which contexts have no counts */
    struct msim_follower follower;
    struct msim_inlined_counter *inlined; /* NULL: files do not show inlined calls */
    struct msim_plain plain;
    bool writes_plain;
};

static const char *set_calls(void *options, const struct msim_option *option, const char *value)
{
    struct options *calls = options;
    const char *wrong = msim_set_flag(options, option, value);
    calls->refused = !wrong && !calls->on;
    return wrong;
}

static const char *set_recursion(void *options, const struct msim_option *option, const char *value)
{
    struct options *calls = options;
    (void)option;
    calls->fold = msim_same_text(value, "fold");
    return calls->fold || msim_same_text(value, "full") ? NULL : "expected full or fold";
}

static const struct msim_option rows[] = {
    {"--calls", "no|yes", "count for each calling context [no]", set_calls,
     offsetof(struct options, on), true},
    {"--dump-instr", "no|yes", "and for each instruction; implies --calls=yes [no]", msim_set_flag,
     offsetof(struct options, instructions), true},
    {"--recursion", "full|fold", "a context for each recursive call, or one [full]", set_recursion,
     0, true},
    {"--calls-limit", "<size>", "memory for contexts, then fold [an eighth of all]", msim_set_limit,
     offsetof(struct options, limit), true},
    {"--region", "<glob>", "each such function is a region; implies --calls=yes", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_REGION]), true},
    {"--from", "<glob>", "a region begins when such a function is called [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_FROM]), true},
    {"--to", "<glob>", "and ends when such a function is called [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_TO]), true},
    {"--toggle-collect", "<glob>", "count only in such functions [everything]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_TOGGLE]), true},
    {"--zero-before", "<glob>", "forget all counts where it is called [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_ZERO_BEFORE]), true},
    {"--dump-before", "<glob>", "a dump where it is called [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_DUMP_BEFORE]), true},
    {"--dump-after", "<glob>", "a dump where it is left [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_DUMP_AFTER]), true},
    {"--calls-out-file", "<file>", "calls and contexts [memsim.calls.%p]", msim_set_file,
     offsetof(struct options, file), false},
    {"--callgrind-out-file", "<file>", "as Callgrind writes them; implies --calls=yes [none]",
     msim_set_file, offsetof(struct options, plain_file), false},
    {"--compress-strings", "yes|no", "there, number names when they are first used [yes]",
     msim_set_flag, offsetof(struct options, compress_strings), false},
    {"--dump-line", "yes|no", "there, line numbers; no needs --dump-instr=yes [yes]", msim_set_flag,
     offsetof(struct options, dump_line), false},
    {"--combine-dumps", "yes|no", "there, all dumps in one file [no]", msim_set_flag,
     offsetof(struct options, combine_dumps), false},
    {"--separate-threads", "no|yes", "there, each thread in files of its own [no]", msim_set_flag,
     offsetof(struct options, separate_threads), true},
};

static const struct options usual = {
    .file = "memsim.calls.%p", .compress_strings = true, .dump_line = true};

static bool is_on(const void *options)
{
    const struct options *calls = options;
    return calls->on || calls->instructions || calls->plain_file ||
           msim_watch_is_asked(&calls->watched);
}

static bool separates(const struct options *calls)
{
    return calls->separate_threads && calls->plain_file;
}

static const char *named(const void *options, unsigned number, const char **option)
{
    return msim_watch_name(&((const struct options *)options)->watched, number, option);
}

static void needs(const void *options, struct msim_needs *needs)
{
    const struct options *calls = options;
    needs->named = (struct msim_named_functions){named, options};
    needs->stream = needs->misses = needs->flow = true;
    needs->instructions = calls->instructions;
    needs->threads = separates(calls);
    if (calls->watched.by_action[MSIM_WATCH_TOGGLE].used)
        needs->awaits = "--toggle-collect";
}

/* What a context takes at most, with what finds it; and what is counted for it besides.  Misses in
 * inlined calls, which may be counted in another process, have a bound of their own: what is beyond
 * it is the context's, as what is not inlined. */
static void bound(struct calls *calls, uint64_t limit)
{
    enum { FINDING = 16, SPARSE = 4, WRITING = 44, LEAST = 4096 };
    struct msim_contexts *contexts = &calls->setting.sim->contexts;
    struct msim_bound *bound = &calls->follower.tree.bound;
    bound->limit = contexts->limit = limit;
    bound->each =
        sizeof(struct msim_context) + FINDING + sizeof(struct msim_context_misses) + SPARSE;
    if (msim_machine_cores(calls->setting.machine) > 1)
        bound->each += sizeof(struct msim_context_shared) + SPARSE;
    msim_bound_count(bound, &contexts->refs_in_parts.table,
                     2 * (sizeof(struct msim_pair_row) + FINDING)); /* it may miss, too */
    if (!calls->inlined)
        return;
    msim_bound_count(bound, &calls->inlined->runs.table,
                     sizeof(struct msim_pair_times) + FINDING + WRITING);
    msim_bound_count(bound, &calls->inlined->references.table,
                     sizeof(struct msim_pair_row) + FINDING);
    uint64_t most = limit / 4 / (sizeof(struct msim_pair_row) + FINDING) + LEAST;
    if (most < calls->inlined->misses.table.most)
        calls->inlined->misses.table.most = (uint32_t)most;
}

/* A watched function begins or ends, and a part with it. */
static void end_part(void *self, enum msim_watch_action action, uint32_t name,
                     uint64_t instructions)
{
    struct calls *calls = self;
    struct msim_sim *sim = calls->setting.sim;
    enum msim_epoch_end end = action == MSIM_WATCH_ZERO_BEFORE   ? MSIM_EPOCH_FORGOTTEN
                              : action == MSIM_WATCH_DUMP_BEFORE ? MSIM_EPOCH_BEFORE
                                                                 : MSIM_EPOCH_AFTER;
    msim_epoch_end(&calls->follower, &sim->contexts, end, name, instructions);
    if (end == MSIM_EPOCH_FORGOTTEN)
        msim_parts_forget(&sim->parts, instructions);
    else
        msim_open_dump(&sim->parts.open, name);
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct options *asked = options;
    if (asked->refused) {
        *refusal = (struct msim_refusal){"--calls", "no",
                                         "the other options need calls (--dump-instr, --region, "
                                         "...); leave out --calls=no, or these"};
        return NULL;
    }
    if (asked->watched.by_action[MSIM_WATCH_TO].used &&
        !asked->watched.by_action[MSIM_WATCH_FROM].used) {
        *refusal = (struct msim_refusal){"--to", NULL, "expected --from=FUNCTION with it"};
        return NULL;
    }
    struct calls *calls = msim_get(setting->mem, sizeof *calls, 8);
    calls->setting = *setting;
    calls->machine = *setting->machine;
    calls->machine.layout = MSIM_LAYOUT_NO;
    struct msim_follower *follower = &calls->follower;
    msim_follower_init(follower, setting->mem, setting->dict, asked->fold);
    msim_epochs_init(follower, setting->mem);
    follower->callees.instructions = asked->instructions;
    follower->callees.inlined = setting->inlined;
    msim_follower_watch(follower, setting->mem, &asked->watched, &setting->sim->parts);
    calls->plain =
        (struct msim_plain){asked->compress_strings, asked->instructions && !asked->dump_line,
                            asked->combine_dumps, separates(asked)};
    if (calls->plain.threads)
        msim_open_divide(&setting->sim->parts.open);
    calls->writes_plain = asked->plain_file != NULL;
    follower->watch.dump = end_part;
    follower->watch.self = calls;
    if (setting->inlined) {
        calls->inlined = msim_get(setting->mem, sizeof *calls->inlined, 8);
        msim_inlined_init(calls->inlined, setting->mem, setting->dict);
    }
    bound(calls, asked->limit ? asked->limit : msim_usual_limit(setting));
    return calls;
}

static void contexts(void *self, struct msim_context_observer *contexts)
{
    struct calls *calls = self;
    *contexts = msim_follower_calls(&calls->follower);
    msim_follower_show_places(contexts);
    contexts->inlined = calls->inlined;
}

static void extend(void *self)
{
    struct calls *calls = self;
    msim_callees_extend(&calls->follower.callees);
    if (calls->inlined)
        msim_inlined_extend(calls->inlined);
}

static uint32_t settled(const void *tree, uint32_t context)
{
    return msim_tree_settled(tree, context);
}

static void settle(void *self)
{
    struct calls *calls = self;
    if (calls->inlined && calls->follower.tree.waiting)
        msim_inlined_settle(calls->inlined, settled, &calls->follower.tree);
    msim_tree_settle(&calls->follower.tree);
}

static void save_memory(void *self)
{
    struct calls *calls = self;
    msim_tree_save_memory(&calls->follower.tree);
    calls->setting.sim->contexts.limit = calls->follower.tree.bound.limit;
}

static void clear(void *self)
{
    struct calls *calls = self;
    msim_follower_clear(&calls->follower);
    msim_epochs_clear(&calls->follower);
    if (calls->inlined)
        msim_inlined_clear(calls->inlined);
}

static struct msim_calls_report report_of(const struct calls *calls)
{
    const struct msim_setting *setting = &calls->setting;
    return (struct msim_calls_report){
        &calls->follower,    &calls->follower.tree,         setting->profile,
        &calls->machine,     &setting->sim->contexts.pages, calls->inlined,
        &setting->sim->parts};
}

static void write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    struct calls *calls = self;
    struct msim_calls_report report = report_of(calls);
    struct msim_follower all = calls->follower;
    if (msim_epochs(&calls->follower) > 1)
        all = msim_epoch_all(&calls->follower, calls->setting.mem);
    report.follower = &all;
    msim_calls_write(&report, calls->setting.mem, about, sink);
}

static void write_part(void *self, uint32_t part, const struct msim_about *about,
                       const struct msim_sink *sink)
{
    const struct calls *calls = self;
    struct msim_calls_report report = report_of(calls);
    msim_plain_write(&report, &calls->plain, part, calls->setting.mem, about, sink);
}

static void write_last(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    write_part(self, 0, about, sink);
}

static void summary(const void *self, const struct msim_lines *lines)
{
    const struct calls *calls = self;
    struct msim_calls_report report = report_of(calls);
    if (calls->writes_plain)
        msim_plain_summary(&report, lines);
    msim_watch_summary(&calls->follower.watch, &calls->follower.callees, lines);
    msim_bound_summary(&calls->follower.tree.bound, lines);
}

/* Each dump has a file of its own, and each thread. */
static uint32_t further(const void *self)
{
    const struct calls *calls = self;
    struct msim_calls_report report = report_of(calls);
    return msim_plain_files(&report, &calls->plain);
}

static bool further_name(const void *self, uint32_t number, struct msim_text *name)
{
    const struct calls *calls = self;
    struct msim_calls_report report = report_of(calls);
    return msim_plain_name(&report, &calls->plain, number, calls->setting.mem, name);
}

static void not_recorded(const void *recorded, const void *wanted, struct msim_lacks *lacks)
{
    const struct options *has = recorded, *needs_it = wanted;
    if (needs_it->instructions && !has->instructions)
        msim_lacks_add(lacks, "--dump-instr=yes");
}

static const struct msim_trace_need records[] = {
    {offsetof(struct msim_needs, flow), "--calls=yes"},
    {offsetof(struct msim_needs, instructions), "--dump-instr=yes"},
};

static const struct msim_result_file files[] = {
    {"--calls-out-file", offsetof(struct options, file), "memsim calls", write,
     "which calls cost most"},
    {"--callgrind-out-file", offsetof(struct options, plain_file), "callgrind_annotate", write_last,
     "which calls cost most"},
};

const struct msim_observer msim_calls_observer = {
    .name = "calls",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .turned_on_by = "--calls=yes",
    .is_on = is_on,
    .refused = offsetof(struct options, refused),
    .needs = needs,
    .make = make,
    .extend = extend,
    .contexts = contexts,
    .save_memory = save_memory,
    .settle = settle,
    .clear = clear,
    .summary = summary,
    .further = further,
    .further_name = further_name,
    .write_further = write_part,
    .recorded_with = "--calls=yes",
    .records = records,
    .records_used = sizeof records / sizeof *records,
    .not_recorded = not_recorded,
};
