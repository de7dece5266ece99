/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of prefetcher.h, made of the rows in prefetchers.list. */
#include "prefetcher.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "engine/base/text.h"

#define ROW(name) extern const struct msim_prefetcher msim_##name##_prefetcher;
#include "prefetchers.list"
#undef ROW

static const struct {
    const char *name;
    const struct msim_prefetcher *prefetcher;
} rows[] = {
#define ROW(name) {#name, &msim_##name##_prefetcher},
#include "prefetchers.list"
#undef ROW
};

#define ROW(name) " " #name
const char msim_prefetchers_expected[] = "the prefetchers are"
#include "prefetchers.list"
    MSIM_PREFETCHER_FORMS;
#undef ROW

bool msim_prefetcher_read(const char *name, struct msim_prefetcher_choice *choice)
{
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct msim_prefetcher *prefetcher = rows[i].prefetcher;
        struct msim_reader text = {name};
        uint64_t ahead = prefetcher->usual;
        if (!msim_take(&text, rows[i].name))
            continue;
        if (prefetcher->most && msim_take(&text, ":") &&
            (!msim_take_number(&text, &ahead) || ahead < prefetcher->least ||
             ahead > prefetcher->most))
            return false;
        *choice = (struct msim_prefetcher_choice){prefetcher, (uint32_t)ahead};
        if (!*text.at)
            return true;
    }
    return false;
}

const char *msim_prefetcher_refuses(const struct msim_prefetcher_choice *choice,
                                    enum msim_level level)
{
    if (level != MSIM_D1 && level != MSIM_L2 && level != MSIM_L3)
        return "--prefetch: the levels with prefetchers are D1, L2 and L3";
    if (choice->prefetcher->by_instruction && level != MSIM_D1)
        return "--prefetch: stride is for D1, as only there it is known which instruction asks: "
               "give "
               "D1:stride, or L2:streamer";
    return NULL;
}
