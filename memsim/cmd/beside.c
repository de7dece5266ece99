/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What native runs took, beside the simulated cycles, and as a file (repeat.h). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/columns/column.h"
#include "cmd/counts/read.h"
#include "cmd/files/output.h"
#include "repeat.h"

static const char *const names[MSIM_COUNTERS] = {"cycles", "instructions", "cache misses",
                                                 "branch misses"};

/* Of the simulated process; NAN: not known. */
struct simulated {
    double cycles, instructions;
};

static struct simulated read_simulated(const char *file)
{
    struct simulated its = {NAN, NAN};
    if (!file || access(file, R_OK) != 0)
        return its;
    struct msim_counts counts = {.no_lines = true};
    msim_counts_load(&counts, file, false, NULL);
    for (size_t i = 0; i < counts.events; i++) {
        double count = (double)counts.total[i];
        if (!strcmp(counts.event[i], "Ir"))
            its.instructions = count;
        else if (msim_event_is_cycles(counts.event[i]))
            its.cycles = isnan(its.cycles) ? count : its.cycles + count;
    }
    msim_counts_free(&counts);
    return its;
}

/* --- Text ------------------------------------------------------------------------------------ */

static void put(const char *what, double native, const char *how, double simulated)
{
    fprintf(stderr, "memsim:   %-13s %16s%s", what, msim_human_count((uint64_t)native).text, how);
    if (!isnan(simulated) && native > 0)
        fprintf(stderr, "; simulated %s, %.2f times that",
                msim_human_count((uint64_t)simulated).text, simulated / native);
    fputc('\n', stderr);
}

static void put_counters(const struct msim_native_run *run, const struct simulated *its)
{
    const double beside[MSIM_COUNTERS] = {its->cycles, its->instructions, NAN, NAN};
    if (!run->is_counted)
        return;
    for (int i = 0; i < MSIM_COUNTERS; i++)
        put(names[i], (double)run->counter[i], ", counted by the processor", beside[i]);
}

static void put_least(const struct msim_native_runs *runs, const struct simulated *its)
{
    const struct msim_native_run *run = &runs->run[msim_native_least(runs)];
    double user = msim_native_user(runs), rate = msim_native_rate(runs);
    double all = (double)(run->user + run->system);
    char how[80];
    fprintf(stderr, "memsim: natively, the least of %zu runs without Valgrind:\n", runs->runs);
    fprintf(stderr, "memsim:   %.3f s user and %.3f s system; %s, ", user / 1e6, (all - user) / 1e6,
            msim_human_things(run->minor + run->major, "page fault", "page faults").text);
    fprintf(
        stderr, "%s\n",
        msim_human_things(run->waits + run->preempted, "context switch", "context switches").text);
    snprintf(how, sizeof how, ", the user's time at %.2f GHz", rate);
    put("user cycles", user * rate * 1000, how, its->cycles);
    put_counters(run, its);
    if (isnan(its->cycles))
        fputs("memsim: no cycles were simulated beside these: memsim run --cycles=yes "
              "--native=N -- COMMAND\n",
              stderr);
}

/* A run that ended otherwise is not what was simulated. */
static void warn_of_status(const struct msim_native_runs *runs, int status)
{
    for (size_t i = 0; i < runs->runs; i++)
        if (runs->run[i].status != status) {
            msim_warn("note: native run %zu ended with status %d, and the simulated one with %d: "
                      "they did not do the same",
                      i + 1, runs->run[i].status, status);
            return;
        }
}

/* --- The file -------------------------------------------------------------------------------- */

static void put_run(const struct msim_native_runs *runs, size_t number, FILE *to)
{
    const struct msim_native_run *run = &runs->run[number];
    fprintf(to, "%s\t%d\t%" PRIu64 "\t%" PRIu64 "\t%.3f",
            number < runs->before ? "before" : "after", run->status, run->user, run->system,
            runs->rate[number]);
    fprintf(to, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, run->minor, run->major,
            run->waits, run->preempted);
    for (int i = 0; i < MSIM_COUNTERS; i++)
        if (run->is_counted)
            fprintf(to, "\t%" PRIu64, run->counter[i]);
        else
            fputs("\t-", to);
    fputc('\n', to);
}

static void write_file(const struct msim_native_runs *runs, const char *folder, pid_t pid,
                       const struct simulated *its)
{
    struct msim_whole_file file;
    char *name = msim_printed("%s/memsim.native.%ld", folder, (long)pid);
    msim_whole_open(&file, name);
    fputs("# memsim native 1\n", file.to);
    if (!isnan(its->cycles))
        fprintf(file.to, "# simulated cycles: %.0f\n", its->cycles);
    fputs("when\tstatus\tuser_us\tsystem_us\tclock_ghz\tminor_faults\tmajor_faults\twaits"
          "\tpreempted",
          file.to);
    for (int i = 0; i < MSIM_COUNTERS; i++)
        fprintf(file.to, "\t%.*s%s", (int)strcspn(names[i], " "), names[i],
                strchr(names[i], ' ') ? "_misses" : "");
    fputc('\n', file.to);
    for (size_t i = 0; i < runs->runs; i++)
        put_run(runs, i, file.to);
    msim_whole_close(&file, NULL);
    fprintf(stderr, "memsim: %s: all native runs\n", name);
    free(name);
}

void msim_native_end(struct msim_native_runs *runs, const char *folder, pid_t pid,
                     const char *counts, int status)
{
    msim_native_rest(runs);
    struct simulated its = read_simulated(counts);
    put_least(runs, &its);
    warn_of_status(runs, status);
    if (folder && access(folder, W_OK) == 0)
        write_file(runs, folder, pid, &its);
}
