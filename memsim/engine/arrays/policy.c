/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of policy.h, made of the rows in policies.list. */
#include "policy.h"

#include <stddef.h>

#include "engine/base/text.h"

#define ROW(name) extern const struct msim_policy msim_##name##_policy;
#include "policies.list"
#undef ROW

const struct msim_policy msim_LRU_policy = {.victim = NULL};

#define ROW(name) &msim_##name##_policy,
static const struct msim_policy *const policies[MSIM_POLICIES] = {
#include "policies.list"
};
#undef ROW

#define ROW(name) #name,
const char *const msim_policy_names[MSIM_POLICIES + 1] = {
#include "policies.list"
    NULL};
#undef ROW

const struct msim_policy *msim_policy_named(const char *name)
{
    unsigned number = 0;
    while (name && number + 1 < MSIM_POLICIES && !msim_same_text(msim_policy_names[number], name))
        number++;
    return policies[number];
}
