/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and checks what replacement.h says. */
#include "replacement.h"

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/policies/policy.h"
#include "levelname.h"

/* --- The option --------------------------------------------------------------------------- */

/* LEVEL:NAME; false: it is not. */
static bool take_one(struct msim_reader *text, struct msim_replacement *replacement)
{
    enum msim_level level;
    struct msim_policy_choice choice;
    struct msim_policy_name name;
    if (!msim_take_level_name(text, 0, MSIM_LEVELS, &level, &name))
        return false;
    replacement->policy[level] = name;
    return msim_policy_read(name.text, &choice);
}

const char *msim_replacement_read(const char *value, struct msim_replacement *replacement)
{
#define ROW(name) " " #name
    static const char expected[] =
        "expected none or LEVEL:NAME,...; the levels are I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB "
        "L2DTLB, the names are"
#include "engine/policies/policies.list"
        MSIM_POLICY_FORMS;
#undef ROW
    struct msim_replacement given = *replacement;
    struct msim_reader text = {value};
    if (msim_same_text(value, "none")) {
        *replacement = (struct msim_replacement){.real = given.real};
        return NULL;
    }
    do
        if (!take_one(&text, &given))
            return expected;
    while (msim_take(&text, ","));
    *replacement = given;
    return NULL;
}

/* --- What is allowed ---------------------------------------------------------------------- */

static const char *misfit(const struct msim_machine *machine, enum msim_level level,
                          const struct msim_policy_choice *policy)
{
    const char *wrong = msim_policy_refuses(policy, machine->level[level].ways);
    if (!wrong && machine->huge && msim_is_tlb(level))
        wrong = msim_policy_refuses(policy, machine->huge_level[level].ways);
    if (!wrong && policy->policy->counts_hits && (level == MSIM_ITLB || level == MSIM_DTLB))
        return "--policy: first-level TLBs have lru, fifo, random, plru, plrul, lru3plru4 or mru; "
               "mru_n and QLRU are for caches and second-level TLBs";
    return wrong;
}

/* What is built on LRU, or on references alone, is refused with others. */
static const char *refuse(const struct msim_machine *machine, enum msim_level level,
                          const struct msim_policy_choice *policy)
{
    if (!policy->policy->victim)
        return NULL;
    if (!machine->level[level].units)
        return "--policy names a level that is not simulated: give --policy=none, or the level";
    if (machine->layout)
        return "--layout-sim compares with LRU: give --layout-sim=no, or --policy=none and "
               "--model=lru";
    return misfit(machine, level, policy);
}

const char *msim_replacement_choose(const struct msim_replacement *replacement,
                                    const bool is_given[MSIM_LEVELS], struct msim_machine *machine,
                                    const char **note)
{
    static const struct msim_policy_name usual;
    const char *wrong = NULL;
    bool all_known = true;
    for (int i = 0; i < MSIM_LEVELS && !wrong; i++) {
        if (!replacement->real || is_given[i] || !machine->level[i].units)
            machine->policy[i] = usual;
        if (replacement->policy[i].text[0])
            machine->policy[i] = replacement->policy[i];
        all_known &= machine->policy[i].text[0] || !machine->level[i].units;
        struct msim_policy_choice policy = msim_policy_named(machine->policy[i].text);
        wrong = refuse(machine, (enum msim_level)i, &policy);
        if (!policy.policy->victim)
            machine->policy[i] = usual;
    }
    machine->real = replacement->real;
    if (machine->real && !all_known && !*note)
        *note = "--model=real: levels whose policy is not known have lru; files name the policies "
                "of the others";
    return wrong;
}
