/* SPDX-License-Identifier: GPL-2.0-or-later */
/* See summary.h. */
#include "summary.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 100 };

void msim_mend_summary(struct msim_bytes *of)
{
    long long sum[EVENTS_MAX] = {0};
    int most = 0, used = 0;
    char line[64 + EVENTS_MAX * 21], *end = NULL;
    for (char *at = of->at; at && *at; at = end ? end + 1 : NULL) {
        end = strchr(at, '\n');
        if (!strncmp(at, "summary:", 8)) {
            of->size = (size_t)(at - of->at);
            break;
        }
        if (!strncmp(at, "events:", 7))
            for (char *c = at + 7; most < EVENTS_MAX && c < (end ? end : at + 7); c++)
                most += c[0] != ' ' && c[-1] == ' ';
        if (*at < '0' || *at > '9')
            continue;
        strtoull(at, &at, 10);
        for (int i = 0; i < EVENTS_MAX && *at == ' '; i++) {
            long long value = strtoll(at, &at, 10);
            sum[i] += value > -1000000000000 && value < 1000000000000 ? value : 0;
        }
    }
    used = snprintf(line, sizeof line, "summary:");
    for (int i = 0; i < most; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, " %lld", sum[i]);
    line[used++] = '\n';
    msim_replace(of, of->size, 0, line, (size_t)used);
}
