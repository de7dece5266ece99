/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of the source lines that do something of their own, such as prefetch: those with most of it
 * first, each with what became of it in a line of text and, where there is something to say, one more.
 * In JSON all of them are there, with their counts.
 */
#pragma once

#include "cmd/listing/export.h"
#include "present.h"

enum { MSIM_ISSUER_EVENTS = 12, MSIM_ISSUER_SETS = 2 };

struct msim_issuer {
    uint32_t file, number;
    uint32_t known; /* a bit for each event that the file has */
    int64_t of[MSIM_ISSUER_EVENTS];
};

/* A kind of list. */
struct msim_issuers {
    const char *title;         /* of the text */
    const char *list, *fields; /* of JSON, after "file,line," */
    /* Columns; those in one place of several sets are added up. Lines with none of the first are not
     * in the list, and files without it have none. */
    const char *names[MSIM_ISSUER_SETS][MSIM_ISSUER_EVENTS];
    char *(*say)(const struct msim_issuer *line); /* from malloc */
    char *(*advise)(
        const struct msim_issuer *line); /* from malloc; NULL: there is nothing to say */
    void (*put_values)(const struct msim_issuer *line, struct msim_export *out);
};

void msim_issuers_text(const struct msim_issuers *kind, const struct msim_view *view, FILE *to);
void msim_issuers_json(const struct msim_issuers *kind, const struct msim_view *view,
                       struct msim_json *json);

extern const struct msim_issuers msim_prefetch_lines; /* prefetches.c */
extern const struct msim_issuers msim_past_lines;     /* past.c */
