/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing what files say of their runs; see fingerprint.h. */
#include "fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/counts/unlike.h"
#include "engine/base/fingerprint.h"

/* How a description is compared.  OBJECT: a build id and a path; the path is compared only without
 * a build id, and the program itself, which may be another build, is the same as the other one.
 * END: as WHOLE, but known only at the end. */
enum way { WHOLE, OBJECT, END, IGNORED, FORBIDDEN };

static const char old_file[] =
    "the file is of an older memsim or of another tool, which does not say this: run again";

static const struct rule {
    const char *name;
    enum way way;
    const char *advice;
} rules[] = {
    {"memsim", WHOLE, "run both with the same memsim"},
    {"Valgrind", WHOLE, "run both with the same Valgrind"},
    {"Processor", WHOLE, "run both on processors with the same features, as programs see them"},
    {"Environment", WHOLE, "run both with memsim run --stable"},
    {"libc", OBJECT, "run both with the same C library, in the same container for example"},
    {"Allocator", OBJECT, "run both with the same allocator"},
    {"Ended", END, "compare runs that end alike: one that failed did less; see what it printed"},
    {"Program", IGNORED, NULL},
    {"Est. cycles", IGNORED, NULL}, /* formulas, which change no count */
    {"Cycles", IGNORED, NULL},
    {"Incomplete", FORBIDDEN, "it did not get to its end, so counts are missing: run again"},
    {"Cores", WHOLE, "simulate the same cores in both runs: --cores=N, --pin="},
    {"", WHOLE, "simulate the same machine in both runs: --machine=NAME"},
};

/* The first rules are of what all files have. */
enum { NEEDED = 4 };

static const struct rule *rule_of(const char *name)
{
    const struct rule *rule = rules;
    while (*rule->name && strcmp(rule->name, name) != 0)
        rule++;
    return rule;
}

/* --- what a file says ------------------------------------------------------------------------- */

/* The part of "BUILDID PATH" that is compared; the program's is "program". */
static size_t compared(const struct msim_counts_source *source, const char **text)
{
    const char *program = msim_fact_name(MSIM_FACT_PROGRAM);
    size_t length = strcspn(*text, " ");
    program = msim_counts_described(source, program, strlen(program));
    if (program && !strcmp(program, *text)) {
        *text = "program";
        return strlen(*text);
    }
    return length == 4 && !strncmp(*text, "none", length) ? strlen(*text) : length;
}

/* All texts of that name, joined; NULL: none.  From malloc.  `key`: only what is
 * compared. */
static char *texts_of(const struct msim_counts_source *source, const char *name, bool key)
{
    size_t length = strlen(name), used = 0, room = 1;
    char *joined = NULL;
    for (size_t i = 0; i < source->descs; i++)
        room += strlen(source->desc[i].text) + strlen("program, ");
    for (size_t i = 0; i < source->descs; i++) {
        const char *text = source->desc[i].text;
        if (msim_counts_desc_name(text) != length || strncmp(text, name, length) != 0)
            continue;
        text += length + 2;
        size_t part = key && rule_of(name)->way == OBJECT ? compared(source, &text) : strlen(text);
        joined = joined ? joined : msim_zeroed(room, 1);
        if (used)
            used = (size_t)(stpcpy(joined + used, ", ") - joined);
        memcpy(joined + used, text, part);
        used += part;
    }
    return joined;
}

static bool is_same(const struct msim_counts_source *base, const struct msim_counts_source *fresh,
                    const char *name)
{
    char *old = texts_of(base, name, true), *new = texts_of(fresh, name, true);
    bool same = old && new && !strcmp(old, new);
    MSIM_FREE(old, new);
    return same;
}

/* --- reasons ---------------------------------------------------------------------------------- */

static bool is_known(const struct msim_reasons *reasons, const char *name)
{
    for (size_t i = 0; i < reasons->reasons; i++)
        if (!strcmp(reasons->reason[i].name, name))
            return true;
    return false;
}

/* Compares the descriptions of that name, once. */
static void compare(struct msim_reasons *reasons, const struct msim_counts_source *base,
                    const struct msim_counts_source *fresh, const char *name)
{
    const struct rule *rule = rule_of(name);
    if (rule->way == IGNORED || is_known(reasons, name) ||
        (rule->way != FORBIDDEN && is_same(base, fresh, name)))
        return;
    MSIM_PUSH(reasons->reason, reasons->reasons,
              (struct msim_reason){msim_copy(name), texts_of(base, name, false),
                                   texts_of(fresh, name, false), rule->advice});
}

static void compare_all(struct msim_reasons *reasons, const struct msim_counts_source *base,
                        const struct msim_counts_source *fresh,
                        const struct msim_counts_source *names)
{
    for (size_t i = 0; i < names->descs; i++) {
        char *name = msim_copy(names->desc[i].text);
        size_t length = msim_counts_desc_name(name);
        name[length] = 0;
        if (length)
            compare(reasons, base, fresh, name);
        free(name);
    }
}

static void free_reason(struct msim_reason *reason)
{
    MSIM_FREE(reason->name, reason->base, reason->fresh);
}

/* Of a file that lacks what all have now, one reason says enough. */
static void join_missing(struct msim_reasons *reasons)
{
    size_t kept = 0;
    bool any = false;
    for (size_t i = 0; i < reasons->reasons; i++) {
        struct msim_reason *reason = &reasons->reason[i];
        bool missing = rule_of(reason->name) < &rules[NEEDED] && (!reason->base || !reason->fresh);
        enum way way = rule_of(reason->name)->way;
        bool follows = missing || way == OBJECT || way == END;
        if (any && follows && (!reason->base || !reason->fresh)) {
            free_reason(reason);
            continue;
        }
        any |= missing;
        if (missing)
            reason->advice = old_file;
        reasons->reason[kept++] = *reason;
    }
    reasons->reasons = kept;
}

void msim_reasons_find(struct msim_reasons *reasons, const struct msim_side *base,
                       const struct msim_side *fresh)
{
    const struct msim_counts_source *old = &base->counts.source[0], *new = &fresh->counts.source[0];
    *reasons = (struct msim_reasons){0};
    for (size_t i = 0; i < NEEDED; i++)
        compare(reasons, old, new, rules[i].name);
    compare_all(reasons, old, new, old);
    compare_all(reasons, old, new, new);
    join_missing(reasons);
}

void msim_reasons_free(struct msim_reasons *reasons)
{
    for (size_t i = 0; i < reasons->reasons; i++)
        free_reason(&reasons->reason[i]);
    free(reasons->reason);
    *reasons = (struct msim_reasons){0};
}
