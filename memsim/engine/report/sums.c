/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sums of sums.h. */
#include "sums.h"

static void put(void *self, const char *bytes, size_t count)
{
    struct msim_sums *sums = self;
    sums->bytes += count;
    sums->crc = msim_crc(&sums->tables, sums->crc, bytes, count);
    if (sums->to)
        sums->to->put(sums->to->self, bytes, count);
}

struct msim_sink msim_sums_start(struct msim_sums *sums, const struct msim_sink *to)
{
    sums->to = to;
    sums->bytes = 0;
    sums->crc = 0;
    msim_crc_init(&sums->tables);
    return (struct msim_sink){put, sums};
}
