/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of prefetcher.h, made of the rows in prefetchers.list. */
#include "prefetcher.h"

#include "engine/base/text.h"

#define ROW(name) extern const struct msim_prefetcher msim_##name##_prefetcher;
#include "prefetchers.list"
#undef ROW

#define ROW(name) &msim_##name##_prefetcher,
static const struct msim_prefetcher *const prefetchers[MSIM_PREFETCHERS + 1] = {
#include "prefetchers.list"
    NULL};
#undef ROW

#define ROW(name) #name,
const char *const msim_prefetcher_names[MSIM_PREFETCHERS + 1] = {
#include "prefetchers.list"
    NULL};
#undef ROW

const struct msim_prefetcher *msim_prefetcher_named(const char *name)
{
    unsigned number = 0;
    while (name && msim_prefetcher_names[number] &&
           !msim_same_text(msim_prefetcher_names[number], name))
        number++;
    return name ? prefetchers[number] : NULL;
}
