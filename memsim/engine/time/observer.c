/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of time in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "intervals.h"

struct options {
    bool on;
    uint64_t length; /* of an interval */
    enum msim_interval_unit unit;
    uint32_t most;
    const char *file;
};

/* --- Options ------------------------------------------------------------------------------ */

/* Reads a number with K, M or G: powers of 1000, of bytes powers of 1024. */
static const char *read_length(const char *value, struct options *time)
{
    static const char wrong[] = "expected a number from 1 and i, ms or B: 1000000, 1M, 10ms, 64KB";
    static const char scales[] = "KMG", *const units[] = {"i", "ms", "B"};
    uint32_t number, power = 0;
    if (!msim_read_whole(&value, &number) || !number)
        return wrong;
    for (uint32_t i = 0; *value && i < 3 && !power; i++)
        power = *value == scales[i] ? i + 1 : 0;
    value += power != 0;
    time->unit = MSIM_INTERVAL_INSTRUCTIONS;
    for (uint32_t unit = 0; *value && unit < 3; unit++)
        if (msim_same_text(value, units[unit])) {
            time->unit = (enum msim_interval_unit)unit;
            value = "";
        }
    if (*value)
        return wrong;
    time->length = number;
    for (; power; power--)
        time->length *= time->unit == MSIM_INTERVAL_BYTES ? 1024 : 1000;
    return NULL;
}

static const char *set_interval(void *options, const struct msim_option *option, const char *value)
{
    struct options *time = options;
    (void)option;
    time->on = !msim_same_text(value, "none");
    return time->on ? read_length(value, time) : NULL;
}

static const char *set_most(void *options, const struct msim_option *option, const char *value)
{
    struct options *time = options;
    (void)option;
    return msim_set_number(&time->most, value, 10, 1000000, "expected a number from 10 to 1000000");
}

static const struct msim_option rows[] = {
    {"--interval", "<N>[i|ms|B]|none", "all events for every N instructions, ms or bytes [none]",
     set_interval, 0, true},
    {"--max-intervals", "<10..1000000>", "joins intervals when there are as many [100000]",
     set_most, 0, true},
    {"--time-out-file", "<file>", "all events over time [memsim.time.%p]", msim_set_file,
     offsetof(struct options, file), false},
};

static const struct options usual = {.most = 100000, .file = "memsim.time.%p"};

/* --- Observing ---------------------------------------------------------------------------- */

static void needs(const void *options, struct msim_needs *needs)
{
    const struct options *time = options;
    needs->stream = needs->misses = true;
    needs->allocations = time->unit == MSIM_INTERVAL_BYTES;
    needs->microseconds = needs->mappings = time->unit == MSIM_INTERVAL_MS;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct options *time = options;
    struct msim_intervals *intervals = msim_get(setting->mem, sizeof *intervals, 64);
    struct msim_interval_rows empty;
    (void)refusal;
    msim_interval_rows_init(&empty, setting->mem, time->length, time->most);
    msim_intervals_init(intervals, setting->mem, setting->machine, setting->sim, &empty,
                        time->unit);
    return intervals;
}

static const struct msim_trace_need records[] = {
    {offsetof(struct msim_needs, microseconds), "--interval=10ms"},
};

static const struct msim_result_file files[] = {
    {"--time-out-file", offsetof(struct options, file), "memsim time", msim_intervals_file,
     "what happens when"},
};

const struct msim_observer msim_time_observer = {
    .name = "time",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .turned_on_by = "--interval=N",
    .on = offsetof(struct options, on),
    .needs = needs,
    .make = make,
    .extend = msim_intervals_extend,
    .event = msim_intervals_event,
    .ran = msim_intervals_ran,
    .clear = msim_intervals_clear,
    .records = records,
    .records_used = 1,
};
