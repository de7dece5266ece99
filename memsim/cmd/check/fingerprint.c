/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing what files say of their runs; see fingerprint.h. */
#include "fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/counts/unlike.h"

static const char same_machine[] = "simulate the same machine in both runs: --machine=NAME";
static const char old_file[] =
    "the file is of an older memsim or of another tool, which does not say this: run again";

/* What is known of a description, by the beginning of its name. */
static const struct rule {
    const char *name;
    enum { WHOLE, FIRST_WORD, IGNORED, FORBIDDEN } compare; /* FIRST_WORD: a build id */
    const char *advice;
} rules[] = {
    {"Program", IGNORED, NULL},
    {"Est. cycles", IGNORED, NULL}, /* a formula, which changes no count */
    {"Incomplete", FORBIDDEN, "the process was killed, so counts are missing: run again"},
    {"libc", FIRST_WORD, "run both with the same C library, in the same container for example"},
    {"Allocator", FIRST_WORD, "run both with the same allocator"},
    {"Processor", WHOLE, "run both on processors with the same features, as programs see them"},
    {"Environment", WHOLE, "run both with memsim run --stable"},
    {"Valgrind", WHOLE, "run both with the same Valgrind"},
    {"memsim", WHOLE, "run both with the same memsim"},
    {"", WHOLE, same_machine},
};

/* Descriptions that a file must have, or nothing is known of its run. */
static const char *const needed[] = {"memsim", "Valgrind", "libc", "Processor", "Environment"};

static const struct rule *rule_of(const char *name, size_t length)
{
    const struct rule *rule = rules;
    while (*rule->name && (strlen(rule->name) != length || strncmp(rule->name, name, length) != 0))
        rule++;
    return rule;
}

static void add(struct msim_reasons *reasons, const char *name, size_t length, const char *base,
                const char *fresh, const char *advice)
{
    reasons->reason = msim_room(reasons->reason, reasons->reasons, sizeof *reasons->reason);
    reasons->reason[reasons->reasons++] = (struct msim_reason){name, length, base, fresh, advice};
}

static bool is_same(const char *a, const char *b, bool first_word)
{
    size_t length = first_word ? strcspn(a, " ") : strlen(a);
    if (first_word && length != strcspn(b, " "))
        return false;
    return !strncmp(a, b, first_word ? length : length + 1);
}

static void compare(struct msim_reasons *reasons, const char *name, size_t length, const char *base,
                    const char *fresh)
{
    const struct rule *rule = rule_of(name, length);
    if (rule->compare == IGNORED)
        return;
    if (rule->compare != FORBIDDEN && base && fresh &&
        is_same(base, fresh, rule->compare == FIRST_WORD))
        return;
    add(reasons, name, length, base, fresh, rule->advice);
}

/* Compares the descriptions of one side with those of the other; with `missing`, only those that the
 * other one lacks. */
static void compare_all(struct msim_reasons *reasons, const struct msim_counts_source *base,
                        const struct msim_counts_source *fresh, bool missing)
{
    const struct msim_counts_source *names = missing ? fresh : base;
    for (size_t i = 0; i < names->descs; i++) {
        const char *name = names->desc[i].text;
        size_t length = msim_counts_desc_name(name);
        const char *old = msim_counts_described(base, name, length);
        if (length && !(missing && old))
            compare(reasons, name, length, old, msim_counts_described(fresh, name, length));
    }
}

/* Of a file that lacks what all have now, one reason says enough. */
static bool is_missing(const struct msim_reason *reason)
{
    const struct rule *rule = rule_of(reason->name, reason->length);
    return *rule->name && rule->compare != FORBIDDEN && (!reason->base || !reason->fresh);
}

static void join_missing(struct msim_reasons *reasons)
{
    size_t kept = 0;
    bool any = false;
    for (size_t i = 0; i < reasons->reasons; i++) {
        bool missing = is_missing(&reasons->reason[i]);
        if (missing && any)
            continue;
        any |= missing;
        if (missing)
            reasons->reason[i].advice = old_file;
        reasons->reason[kept++] = reasons->reason[i];
    }
    reasons->reasons = kept;
}

void msim_reasons_find(struct msim_reasons *reasons, const struct msim_side *base,
                       const struct msim_side *fresh)
{
    const struct msim_counts_source *old = &base->counts.source[0], *new = &fresh->counts.source[0];
    *reasons = (struct msim_reasons){0};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        size_t length = strlen(needed[i]);
        if (!msim_counts_described(old, needed[i], length) &&
            !msim_counts_described(new, needed[i], length))
            add(reasons, needed[i], length, NULL, NULL, old_file);
    }
    compare_all(reasons, old, new, false);
    compare_all(reasons, old, new, true);
    join_missing(reasons);
}

void msim_reasons_free(struct msim_reasons *reasons)
{
    free(reasons->reason);
    *reasons = (struct msim_reasons){0};
}
