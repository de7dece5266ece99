/* SPDX-License-Identifier: GPL-2.0-or-later */
/* See forms.h. */
#include "forms.h"

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

void msim_overwrite(struct msim_bytes *of, bool aligned)
{
    size_t width = (size_t)1 << msim_any(4), step = aligned ? width : 1;
    if (of->size < width)
        return;
    size_t at = msim_any((of->size - width) / step + 1) * step;
    const uint64_t values[] = {0,
                               1,
                               of->size,
                               of->size - 1,
                               of->size + 1,
                               msim_any(of->size),
                               UINT64_MAX,
                               UINT64_MAX - of->size,
                               INT64_MAX,
                               UINT32_MAX,
                               msim_any(64),
                               msim_any(256),
                               msim_any(0)};
    uint64_t value = values[msim_any(sizeof values / sizeof *values)];
    memcpy(of->at + at, &value, width);
}

void msim_check_error(const struct msim_file_error *error)
{
    if (!error->line || !error->text[0])
        msim_fuzz_fail("an error without a reason or a line");
    for (const char *c = error->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            msim_fuzz_fail("an error with a control character");
}

static char *text;
static size_t text_size;

FILE *msim_text_begin(void)
{
    FILE *to = open_memstream(&text, &text_size);
    if (!to)
        msim_fuzz_fail("no memory");
    return to;
}

void msim_text_end(FILE *to, bool colours)
{
    fclose(to);
    for (size_t i = 0; i < text_size; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < ' ' && c != '\n' && !(colours && c == 033)) || c == 0x7f)
            msim_fuzz_fail("a control character in the text");
    }
    free(text);
}

void msim_some_columns(struct msim_columns *columns, const struct msim_counts *counts)
{
    static const char *const lists[] = {"all",       "Ir",    "D1m/D,Ir", "D1mr:PTI", "Cy,all",
                                        "Dr+Ir,LLm", "Cy/Ir", "L1m",      "a,b"};
    free(msim_columns_make(columns, counts, msim_any(2) ? NULL : "Ir:1000000,D1mr:7",
                           lists[msim_any(sizeof lists / sizeof *lists)]));
    if (!columns->columns)
        free(msim_columns_make(columns, counts, NULL, "all"));
}

bool msim_same_events(const struct msim_counts *a, const struct msim_counts *b)
{
    bool same = a->events == b->events;
    for (size_t i = 0; same && i < a->events; i++)
        same = !strcmp(a->event[i], b->event[i]);
    return same;
}
