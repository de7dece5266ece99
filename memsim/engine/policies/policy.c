/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of policy.h, made of the rows in policies.list. */
#include "policy.h"

#include <stddef.h>

#include "engine/base/text.h"

#define ROW(name) extern const struct msim_policy msim_##name##_policy;
#include "policies.list"
#undef ROW

const struct msim_policy msim_lru_policy = {.victim = NULL};

static const struct {
    const char *name;
    const struct msim_policy *policy;
} rows[] = {
#define ROW(name) {#name, &msim_##name##_policy},
#include "policies.list"
#undef ROW
};

#define ROW(name) " " #name
const char msim_policies_expected[] = "the policies are"
#include "policies.list"
    MSIM_POLICY_FORMS;
#undef ROW

bool msim_policy_read(const char *name, struct msim_policy_choice *choice)
{
    *choice = (struct msim_policy_choice){rows[0].policy, 0};
    if (!*name)
        return true;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        choice->policy = rows[i].policy;
        if (rows[i].policy->reads ? rows[i].policy->reads(name, &choice->parameter)
                                  : msim_same_text(rows[i].name, name))
            return true;
    }
    return false;
}

struct msim_policy_choice msim_policy_named(const char *name)
{
    struct msim_policy_choice choice;
    msim_policy_read(name, &choice);
    return choice;
}

const char *msim_policy_refuses(const struct msim_policy_choice *choice, uint32_t ways)
{
    const struct msim_policy *policy = choice->policy;
    if (policy->hit && ways > MSIM_STATE_WAYS)
        return "a policy that keeps a state has 1 to 32 ways: give fewer ways, or lru, fifo, "
               "random or plru";
    return policy->refuses ? policy->refuses(choice->parameter, ways) : NULL;
}
