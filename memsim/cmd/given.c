/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of given.h. */
#define _GNU_SOURCE
#include "given.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/machine/show.h"
#include "engine/machine/machines.h"
#include "engine/machine/names.h"
#include "engine/options.h"

const char msim_keep_env[] = "--keep-env=", msim_out_dir[] = "--out-dir=", msim_runs[] = "--runs=",
           msim_native[] = "--native=";

const struct msim_arg msim_run_options[] = {
    {"--for", "QUESTION", "misses, heap, startup, threads, time, ci or everything", NULL},
    {"--children", NULL, "profile the programs that COMMAND starts, too", NULL},
    {"--stable", NULL, "fix what varies between runs: environment, seeds, string functions", NULL},
    {"--keep-env", "NAME,...", "variables that --stable keeps beside those that programs need",
     NULL},
    {"--runs", "N", "run COMMAND N times, into folders of --out-dir, for memsim check", NULL},
    {"--native", "N", "also run it N times without Valgrind, and show its time beside", NULL},
    {NULL, NULL, NULL, NULL}};

static const char machines[] = "--machine=", cores[] = "--cores=", cycles[] = "--cycles=";

void msim_give(struct msim_given *to, const char *argument)
{
    MSIM_PUSH(to->argument, to->used, (char *)argument);
}

bool msim_begins(const char *option, const char *with)
{
    return !strncmp(option, with, strlen(with));
}

/* The value of the last option with this name, which counts; NULL: none. */
static const char *last_value(const struct msim_naming *naming, const char *name)
{
    const char *value = NULL;
    for (int i = 0; i < naming->options; i++)
        if (msim_begins(naming->option[i], name))
            value = naming->option[i] + strlen(name);
    return value;
}

static const char *last_cores(const struct msim_naming *naming)
{
    return last_value(naming, cores);
}

/* True: several cores are asked for. */
static bool asks_for_cores(const struct msim_naming *naming)
{
    return last_cores(naming) && strcmp(last_cores(naming), "1") != 0;
}

/* Sets what --cores=auto stands for with a machine in a file, which the tool does not see. */
static void find_cores(struct msim_given *to, const char *file, const struct msim_machine *machine,
                       const struct msim_naming *naming)
{
    uint32_t used = machine->cores.used;
    bool counts = last_cores(naming) && !strcmp(last_cores(naming), "auto");
    if (used && used <= MSIM_CORES_MAX)
        snprintf(to->cores, sizeof to->cores, "--cores=%" PRIu32, used);
    else if (counts && !used)
        msim_bad_usage("run: --cores=auto: %s does not say how many cores the machine has; give "
                       "--cores=N, N from 1 to %d",
                       file, MSIM_CORES_MAX);
    else if (counts)
        msim_bad_usage("run: --cores=auto: the machine in %s has %" PRIu32
                       " cores, and at most %d can be simulated; give --cores=N, N from 1 to %d",
                       file, used, MSIM_CORES_MAX, MSIM_CORES_MAX);
}

/* True: nothing is said of cycles, and they can be sampled. */
static bool has_usual_cycles(const struct msim_naming *naming)
{
    return !last_value(naming, cycles) && !asks_for_cores(naming);
}

/* True: neither memsim's option nor Valgrind's says whether inlined functions are recorded.  Without
 * them, what C++ and Rust programs cost would be in headers of libraries, not in the user's lines. */
static bool has_usual_inlining(const struct msim_naming *naming)
{
    return !last_value(naming, "--inline=") && !last_value(naming, "--read-inline-info=");
}

/* Does an option name values of the core, or are there cycles? */
static bool needs_core(const struct msim_naming *naming)
{
    return last_value(naming, "--core=") || last_value(naming, cycles) || has_usual_cycles(naming);
}

static bool asks_for_policies(const struct msim_naming *naming)
{
    const char *model = last_value(naming, "--model=");
    return model && !strcmp(model, "real");
}

/* A level whose shape an option gives replaces otherwise, and is neither inclusive nor exclusive; one that
 * it turns off prefetches nothing. */
static void drop_level(struct msim_machine *machine, enum msim_level level, const char *shape)
{
    machine->policy[level].text[0] = '\0';
    machine->inclusion[level] = MSIM_NEITHER;
    if (!strcmp(shape, "none") && msim_has_prefetchers(machine, level))
        machine->prefetch[msim_prefetch_place(level)][0].text[0] = '\0';
}

static void drop_levels(struct msim_machine *machine, const struct msim_naming *naming)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        for (int i = 0; i < naming->options; i++) {
            const char *option = naming->option[i], *name = msim_level_name((enum msim_level)level);
            size_t length = strlen(name);
            if (!strncmp(option, "--", 2) && !strncmp(option + 2, name, length) &&
                option[2 + length] == '=')
                drop_level(machine, (enum msim_level)level, option + 3 + length);
        }
}

static void add_machine(struct msim_given *to, const char *file, const struct msim_naming *naming)
{
    struct msim_described described;
    struct msim_machine machine;
    char *flag[MSIM_FLAGS_MAX + MSIM_CORES_FLAGS + MSIM_WRITING_FLAGS + 3];
    msim_machine_load(file, &described, &machine);
    drop_levels(&machine, naming);
    unsigned flags = msim_machine_flags(&machine, flag);
    if (asks_for_cores(naming))
        flags += msim_cores_flags(&machine, flag + flags);
    if (needs_core(naming))
        flag[flags++] = msim_core_flag(&machine);
    if (asks_for_policies(naming) && msim_policy_flag(&machine))
        flag[flags++] = msim_policy_flag(&machine);
    if (asks_for_policies(naming) && !asks_for_cores(naming) && msim_prefetch_flag(&machine))
        flag[flags++] = msim_prefetch_flag(&machine);
    if (asks_for_policies(naming) && !asks_for_cores(naming))
        flags += msim_writing_flags(&machine, flag + flags);
    for (unsigned i = 0; i < flags; i++)
        msim_give(to, flag[i]);
    find_cores(to, file, &machine, naming);
    char *note = msim_described_note(&described);
    if (note)
        msim_warn("note: %s", note);
    free(note);
    msim_described_free(&described);
}

/* The command that shows the file which this option names; NULL: it names none. */
const char *msim_viewer_of(const char *option)
{
    if (msim_begins(option, "--trace-file="))
        return "memsim replay";
    const struct msim_option *known = msim_option_find(option);
    const struct msim_result_file *file = known ? msim_option_file(known) : NULL;
    return file ? file->viewer : NULL;
}

/* Files that the user names stay where they are named, although other results go to a folder of the
 * run's own. */
static void add_file(struct msim_given *to, char *option)
{
    const char *name = strchr(option, '=') + 1;
    char *here = getcwd(NULL, 0), *whole;
    if (!here || *name == '/' || !*name || !strcmp(name, "none") || !strncmp(name, "%q", 2)) {
        msim_give(to, option);
        free(here);
        return;
    }
    size_t room = strlen(option) + 2 * strlen(here) + 2, used = (size_t)(name - option);
    whole = msim_zeroed(room, 1);
    memcpy(whole, option, used);
    for (const char *at = here; *at; at++) {
        whole[used++] = *at;
        if (*at == '%')
            whole[used++] = '%';
    }
    snprintf(whole + used, room - used, "/%s", name);
    msim_give(to, whole);
    free(here);
}

/* --stable and what belongs to it, and what is about several runs, are not passed on. */
static bool is_own(const struct msim_naming *naming, const char *option)
{
    return !strcmp(option, "--stable") || msim_begins(option, msim_keep_env) ||
           msim_begins(option, msim_runs) || msim_begins(option, msim_native) ||
           (naming->runs && msim_begins(option, msim_out_dir));
}

/* If several machines are given, the last one counts. */
void msim_give_options(struct msim_given *to, const struct msim_naming *naming)
{
    const char *machine = last_value(naming, machines);
    bool by_name = machine && (!strcmp(machine, "host") || msim_named_machine(machine));
    if (machine && !by_name)
        add_machine(to, machine, naming);
    if (naming->stable && !asks_for_cores(naming)) /* what follows may turn it off */
        msim_give(to, "--layout-sim=misses");
    if (has_usual_cycles(naming))
        msim_give(to, "--cycles=sampled");
    if (has_usual_inlining(naming))
        msim_give(to, "--inline=yes");
    for (int i = 0; i < naming->options; i++) {
        char *option = naming->option[i];
        if (!strcmp(option, "--children"))
            msim_give(to, "--trace-children=yes");
        else if (is_own(naming, option))
            continue;
        else if (!naming->out_dir && msim_viewer_of(option) && i >= naming->presets)
            add_file(to, option);
        else if (machine && !by_name && !strcmp(option, "--cores=auto"))
            msim_give(to,
                      to->cores[0] ? to->cores : "--cores=1"); /* then another --cores follows */
        else if (by_name || !msim_begins(option, machines))
            msim_give(to, option);
    }
}
