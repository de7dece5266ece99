/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks over a list of records that is larger than a first-level cache. */
#include <stdlib.h>

#include "rebuilt.h"

enum { RECORDS = 40000, WALKS = 3 };

struct record {
    uint32_t next, value;
#if SLOW == 9
    uint32_t unused; /* a field that nobody uses makes the list longer */
#endif
};

uint64_t list_walk(void)
{
    struct record *record = calloc(RECORDS, sizeof *record);
    uint64_t sum = 0;
    if (!record)
        abort();
    for (uint32_t i = 0; i < RECORDS; i++)
        record[i].next = (i + 7919) % RECORDS;
    for (int walk = 0; walk < WALKS; walk++)
        for (uint32_t i = 0, at = 0; i < RECORDS; i++) {
            record[at].value += i; /* slow 9 */
            sum += record[at].value;
            at = record[at].next;
        }
    free(record);
    return sum;
}
