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
static const char *const names[MSIM_PREFETCHERS + 1] = {
#include "prefetchers.list"
    NULL};
#undef ROW

/* MSIM_PREFETCHERS: none of this name. */
static unsigned number_of(const char *name)
{
    unsigned number = 0;
    while (names[number] && !msim_same_text(names[number], name))
        number++;
    return number;
}

const char *msim_prefetcher_name(const char *name)
{
    return names[number_of(name)];
}

const struct msim_prefetcher *msim_prefetcher_named(const char *name)
{
    return name ? prefetchers[number_of(name)] : NULL;
}
