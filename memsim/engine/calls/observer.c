/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of calls in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/caches/sim.h"
#include "file.h"

struct options {
    bool on, refused; /* refused: --calls=no */
    bool fold;
    bool instructions;
    struct msim_watch_names watched;
    const char *file;
};

struct calls {
    struct msim_setting setting;
    struct msim_follower follower;
    struct msim_inlined_counter *inlined; /* NULL: files do not show inlined calls */
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
    {"--region", "<glob>", "each such function is a region; implies --calls=yes", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_REGION]), true},
    {"--from", "<glob>", "a region begins when such a function is called [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_FROM]), true},
    {"--to", "<glob>", "and ends when such a function is called [none]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_TO]), true},
    {"--toggle-collect", "<glob>", "count only in such functions [everything]", msim_add_name,
     offsetof(struct options, watched.by_action[MSIM_WATCH_TOGGLE]), true},
    {"--calls-out-file", "<file>", "calls and contexts [memsim.calls.%p]", msim_set_file,
     offsetof(struct options, file), false},
};

static const struct options usual = {.file = "memsim.calls.%p"};

static bool is_on(const void *options)
{
    const struct options *calls = options;
    return calls->on || calls->instructions || msim_watch_is_asked(&calls->watched);
}

static void needs(const void *options, struct msim_needs *needs)
{
    const struct options *calls = options;
    needs->stream = needs->misses = needs->flow = true;
    needs->instructions = calls->instructions;
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
    struct msim_follower *follower = &calls->follower;
    msim_follower_init(follower, setting->mem, setting->dict, asked->fold);
    follower->callees.instructions = asked->instructions;
    follower->callees.inlined = setting->inlined;
    msim_follower_watch(follower, setting->mem, &asked->watched, &setting->sim->parts);
    struct msim_context_observer observer = msim_follower_calls(follower);
    if (setting->inlined) {
        observer.inlined = calls->inlined = msim_get(setting->mem, sizeof *calls->inlined, 8);
        msim_inlined_init(calls->inlined, setting->mem, setting->dict);
    }
    msim_sim_attach_contexts(setting->sim, &observer);
    if (asked->watched.by_action[MSIM_WATCH_TOGGLE].used)
        msim_parts_start_off(&setting->sim->parts);
    return calls;
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

static void clear(void *self)
{
    struct calls *calls = self;
    msim_follower_clear(&calls->follower);
    if (calls->inlined)
        msim_inlined_clear(calls->inlined);
}

static void write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct calls *calls = self;
    const struct msim_setting *setting = &calls->setting;
    struct msim_calls_report report = {&calls->follower, setting->profile,
                                       setting->machine, &setting->sim->contexts.pages,
                                       calls->inlined,   &setting->sim->parts};
    msim_calls_write(&report, setting->mem, about, sink);
}

static const char *not_recorded(const void *recorded, const void *wanted)
{
    const struct options *has = recorded, *needs_it = wanted;
    if (needs_it->instructions && !has->instructions)
        return "--dump-instr=yes";
    return is_on(recorded) ? NULL : "--calls=yes";
}

static const struct msim_result_file files[] = {
    {"--calls-out-file", offsetof(struct options, file), "memsim calls", write},
};

const struct msim_observer msim_calls_observer = {
    .name = "calls",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .is_on = is_on,
    .needs = needs,
    .make = make,
    .extend = extend,
    .settle = settle,
    .clear = clear,
    .not_recorded = not_recorded,
};
