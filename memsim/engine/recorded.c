/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The comparison of recorded.h. */
#include "recorded.h"

static bool has(const struct msim_needs *all, size_t need)
{
    return *(const bool *)((const char *)all + need);
}

static bool has_cores(const struct msim_options *options)
{
    return options->machine.given.cores.used > 1;
}

/* What observer number `i` needs. */
static struct msim_needs needs_of(const struct msim_options *options, unsigned i)
{
    if (msim_options_ask_for(options, msim_observers[i]))
        return msim_options_needs(options, msim_observers[i]);
    return (struct msim_needs){.stream = false};
}

/* What the observer itself says; true: it lacks something, which its needs need not say again. */
static bool compare(unsigned i, const struct msim_options *recorded,
                    const struct msim_options *wanted, struct msim_lacks *lacks)
{
    const struct msim_observer *observer = msim_observers[i];
    unsigned before = lacks->used;
    bool was_made = msim_options_ask_for(recorded, observer);
    const void *had = was_made ? recorded->own[i] : observer->options.usual;
    if (!was_made && observer->recorded_with)
        msim_lacks_add(lacks, observer->recorded_with);
    if (observer->not_recorded)
        observer->not_recorded(had, wanted->own[i], lacks);
    return lacks->used > before || (!was_made && observer->recorded_with);
}

/* True: it was recorded for some observer. */
static bool was_recorded(const struct msim_options *recorded, size_t need)
{
    for (unsigned i = 0; i < msim_observers_used; i++) {
        struct msim_needs own = needs_of(recorded, i);
        if (has(&own, need))
            return true;
    }
    return false;
}

/* Adds what has been recorded for no observer, with the options of those that have it recorded. */
static void add_needs(const struct msim_options *recorded, const struct msim_needs *wanted,
                      struct msim_lacks *lacks)
{
    for (unsigned i = 0; i < msim_observers_used; i++)
        for (unsigned k = 0; k < msim_observers[i]->records_used; k++) {
            const struct msim_trace_need *of = &msim_observers[i]->records[k];
            if (has(wanted, of->need) && !was_recorded(recorded, of->need))
                msim_lacks_add(lacks, of->with);
        }
}

struct msim_lacks msim_options_not_recorded(const struct msim_options *recorded,
                                            const struct msim_options *wanted)
{
    struct msim_lacks lacks = {.used = 0};
    if (has_cores(wanted) && !has_cores(recorded))
        msim_lacks_add(&lacks, "--cores=4");
    for (unsigned i = 0; i < msim_observers_used; i++) {
        /* One that another brings along has what that was recorded with. */
        if (!msim_options_is_asked_for(wanted, msim_observers[i]))
            continue;
        struct msim_needs own = needs_of(wanted, i);
        if (!compare(i, recorded, wanted, &lacks))
            add_needs(recorded, &own, &lacks);
    }
    if (!lacks.used && msim_options_inlined(wanted) && !msim_options_inlined(recorded))
        msim_lacks_add(&lacks, "--inline=yes");
    return lacks;
}
