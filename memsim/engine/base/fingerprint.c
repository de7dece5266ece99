/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The facts of fingerprint.h. */
#include "fingerprint.h"

#include <stddef.h>

#include "stream/dict.h"
#include "text.h"

static const char *const names[MSIM_FACTS] = {"memsim",    "Valgrind",  "Program",     "libc",
                                              "Processor", "Allocator", "Environment", "Ended"};

const char *msim_fact_name(enum msim_fact fact)
{
    return names[fact];
}

/* What follows `start` in `text`; NULL: it begins otherwise. */
static const char *after(const char *text, const char *start)
{
    for (; *start; start++, text++)
        if (*text != *start)
            return NULL;
    return text;
}

/* The text of the fact that the line states; NULL: it states another. */
static const char *text_of(const char *line, enum msim_fact fact)
{
    const char *rest = after(line, names[fact]);
    return rest ? after(rest, ": ") : NULL;
}

enum msim_fact msim_fact_of(const char *line)
{
    enum msim_fact fact = 0;
    while (fact < MSIM_FACTS && !text_of(line, fact))
        fact++;
    return fact;
}

/* The fact's line in a string of the dictionary; NULL: the string is not a fact. */
static const char *line_of(const struct msim_dict *dict, uint32_t string, enum msim_fact fact)
{
    const char *line = after(msim_dict_text(dict, string), MSIM_FINGERPRINT);
    return line && text_of(line, fact) ? line : NULL;
}

/* A replay counts with a simulator that may be of another version than the recorder. */
static void put_version(struct msim_text *text, const char *recorder)
{
    if (msim_same_text(recorder, MEMSIM_VERSION))
        return;
    msim_put(text, ", replayed by " MEMSIM_VERSION);
}

void msim_put_fingerprint(struct msim_text *text, const char *start, const struct msim_dict *dict)
{
    for (enum msim_fact fact = 0; fact < MSIM_FACTS; fact++)
        for (uint32_t i = 0; i < dict->strings.used; i++) {
            const char *line = line_of(dict, i, fact);
            if (!line)
                continue;
            msim_put(text, start);
            msim_put_name(text, line);
            if (fact == MSIM_FACT_MEMSIM)
                put_version(text, text_of(line, fact));
            msim_put(text, "\n");
        }
}

/* FNV-1a, of 64 bits. */
static void mix(void *self, const char *bytes, size_t count)
{
    uint64_t *hash = self;
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
}

uint64_t msim_fingerprint_hash(const struct msim_dict *dict)
{
    static const uint64_t start = UINT64_C(0xcbf29ce484222325);
    uint64_t hash = start;
    struct msim_sink sink = {mix, &hash};
    struct msim_text text;
    msim_text_init(&text, &sink);
    msim_put_fingerprint(&text, "", dict);
    msim_text_flush(&text);
    return hash == start ? 0 : hash;
}
