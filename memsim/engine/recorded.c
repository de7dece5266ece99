/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The comparison of recorded.h. */
#include "recorded.h"

/* A need that not all traces meet, and the option that records it. */
struct need {
    size_t of; /* offset in struct msim_needs, of a bool */
    const char *with;
};

#define NEED(field, with)                                                                          \
    {                                                                                              \
        offsetof(struct msim_needs, field), with                                                   \
    }

static const struct need needs[] = {
    NEED(allocations, "--heap=yes"),       NEED(stacks, "--stacks=yes"),
    NEED(mapped, "--pages-as-heap=yes"),   NEED(flow, "--calls=yes"),
    NEED(pointers, "--objects-sim=yes"),   NEED(instructions, "--dump-instr=yes"),
    NEED(kernel, "--pagein=yes"),          NEED(milliseconds, "--time-unit=ms"),
    NEED(microseconds, "--interval=10ms"),
};

static bool has(const struct msim_needs *all, const struct need *need)
{
    return *(const bool *)((const char *)all + need->of);
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

struct msim_lacks msim_options_not_recorded(const struct msim_options *recorded,
                                            const struct msim_options *wanted)
{
    enum { NEEDS = sizeof needs / sizeof *needs };
    struct msim_lacks lacks = {.used = 0};
    bool had[NEEDS] = {false};
    for (unsigned i = 0; i < msim_observers_used; i++) {
        struct msim_needs own = needs_of(recorded, i);
        for (unsigned k = 0; k < NEEDS; k++)
            had[k] |= has(&own, &needs[k]);
    }
    if (has_cores(wanted) && !has_cores(recorded))
        msim_lacks_add(&lacks, "--cores=4");
    for (unsigned i = 0; i < msim_observers_used; i++) {
        /* One that another brings along has what that was recorded with. */
        if (!msim_options_is_asked_for(wanted, msim_observers[i]))
            continue;
        struct msim_needs own = needs_of(wanted, i);
        bool said = compare(i, recorded, wanted, &lacks);
        for (unsigned k = 0; k < NEEDS && !said; k++)
            if (has(&own, &needs[k]) && !had[k])
                msim_lacks_add(&lacks, needs[k].with);
    }
    if (!lacks.used && msim_options_inlined(wanted) && !msim_options_inlined(recorded))
        msim_lacks_add(&lacks, "--inline=yes");
    return lacks;
}
