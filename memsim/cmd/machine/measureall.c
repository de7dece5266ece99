/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measures this machine and writes its description (show.h).
 *
 * It is that of the host, with the core and latencies of the shipped machine of its family.  Curves
 * are measured; what branches and widths depend on is simulated with what was known before, and
 * values are found (measure/values.h).  Then the same curves are simulated with the new file.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/temporary.h"
#include "cmd/machine/measure/report.h"
#include "cmd/machine/measure/take.h"
#include "show.h"

/* What is simulated is at most so much larger than the last cache: more shows nothing, and takes
 * long to prepare. */
enum { BEYOND = 4 };

/* What CPUID calls the processor, by the kernel; "this processor" where it does not say. */
static char *processor(void)
{
    char line[512], *name = NULL;
    FILE *from = fopen("/proc/cpuinfo", "re");
    while (from && !name && fgets(line, sizeof line, from))
        if (!strncmp(line, "model name", strlen("model name")) && strchr(line, ':')) {
            char *at = strchr(line, ':') + 1;
            at[strcspn(at, "\n")] = 0;
            name = msim_copy(at + strspn(at, " "));
        }
    if (from)
        fclose(from);
    return name ? name : msim_copy("this processor");
}

static char *today(void)
{
    char text[32];
    time_t now = time(NULL);
    struct tm local;
    strftime(text, sizeof text, "%Y-%m-%d", localtime_r(&now, &local));
    return msim_copy(text);
}

/* What is known of this machine without measuring. */
static void describe(const char *sysfs, const char *name, struct msim_described *described)
{
    struct msim_described shipped;
    struct msim_machine machine, unused;
    msim_host_describe(sysfs, &machine, described);
    if (machine.core_name) {
        msim_machine_load(machine.core_name, &shipped, &unused);
        msim_described_fill(described, &shipped);
        msim_described_free(&shipped);
    }
    free(described->name);
    described->name = msim_copy(name);
}

static void write_as(const struct msim_described *described, const char *name)
{
    struct msim_whole_file file;
    msim_whole_open(&file, name);
    msim_machine_write(described, file.to);
    msim_whole_close(&file, NULL);
}

/* What is simulated for the description, with which values are found. */
static struct msim_nominal nominal_of(const struct msim_described *described)
{
    struct msim_machine machine;
    struct msim_file_fault fault;
    struct msim_nominal nominal;
    if (!msim_described_machine(described, &machine, &fault))
        msim_bad_input("what the processor reports: %s", fault.text);
    msim_nominal_of(described, &machine.core, &nominal);
    return nominal;
}

static void calibrate(struct msim_measuring *measuring, const struct msim_described *before)
{
    char *name = msim_temporary_file("before");
    write_as(before, name);
    msim_measure_simulated(measuring, name, false, 0);
    msim_temporary_remove(name);
}

static void add_sources(struct msim_described *described, const struct msim_measure_report *report)
{
    char *text = msim_printed("measured: memsim machine measure%s, %s, %s, at %.2f GHz",
                              report->measuring->quick ? " --quick, which tells no value well" : "",
                              report->processor, report->date, report->measuring->rate);
    msim_described_source(described, text);
    free(text);
    text = msim_printed("levels marked measured have sizes by CPUID unless curves show others");
    msim_described_source(described, text);
    free(text);
    free(described->title);
    described->title = msim_printed("%s, measured on %s", report->processor, report->date);
}

/* Only where there are two cores that may be used. */
static void take_transfer(const char *sysfs, struct msim_described *described)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 2)
        return;
    described->transfer = msim_machine_measure(sysfs).cycles;
    described->transfer_trust = MSIM_TRUST_MEASURED;
}

/* What is measured while other work runs is too slow, and nobody sees it in a machine file. */
static void warn(const struct msim_measuring *measuring)
{
    if (measuring->apart <= 1 + MSIM_MEASURED_ALIKE / 100.0)
        return;
    fprintf(
        stderr,
        "memsim: something else ran on this machine: '%s' took %.2f times as long as at another "
        "time, so values may be too slow; measure again when it is quiet\n",
        msim_curve_kinds[measuring->apart_in].name, measuring->apart);
}

int msim_machine_measure_all(const char *name, const char *sysfs, bool quick, bool json,
                             const struct msim_output *output)
{
    static struct msim_measuring measuring;
    struct msim_described before, after;
    struct msim_measured_values found;
    char *its_processor = processor(), *date = today();
    msim_whole_try(name);
    describe(sysfs, "host", &before);
    describe(sysfs, "measured", &after);
    struct msim_nominal nominal = nominal_of(&before);
    measuring.quick = quick;
    for (unsigned i = 0; i < MSIM_MEASURED_CACHES; i++)
        if (nominal.size[i] > measuring.largest)
            measuring.largest = nominal.size[i];
    msim_measure_native(&measuring);
    calibrate(&measuring, &before);
    msim_values_find(measuring.curve, &nominal, &found);
    msim_described_take(&after, &found);
    if (!quick)
        take_transfer(sysfs, &after);
    struct msim_measure_report report = {&measuring, &before, &after, &found, its_processor, date};
    add_sources(&after, &report);
    write_as(&after, name);
    nominal = nominal_of(&after);
    msim_measure_simulated(&measuring, name, true, BEYOND * nominal.size[MSIM_MEASURED_CACHES - 1]);
    (json ? msim_measure_json : msim_measure_text)(&report, stdout);
    msim_measure_draw(&report, output);
    msim_described_free(&before);
    msim_described_free(&after);
    MSIM_FREE(its_processor, date);
    warn(&measuring);
    fprintf(stderr, "memsim: %s: memsim run --machine=%s --cycles=yes -- COMMAND\n", name, name);
    return msim_finish_stdout();
}
