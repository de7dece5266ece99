/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program asked its allocator for: a table of calls and a histogram of sizes, as memusage
 * prints them, and what was never freed.
 */
#include "present.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/utf8.h"

enum { INDENT = 2, GAP = 2, COLUMNS = 3, BAR = 50, NARROWEST = 7, NAME_LEAST = 20, PERCENT = 9 };

/* --- calls ------------------------------------------------------------------------------------ */

static uint64_t field(const struct msim_alloc_call *call, size_t column)
{
    const uint64_t fields[COLUMNS] = {call->calls, call->bytes, call->failed};
    return fields[column];
}

static void measure(const struct msim_allocated *alloc, const char *const *head, size_t *width,
                    size_t *label)
{
    *label = NARROWEST;
    for (size_t column = 0; column < COLUMNS; column++)
        width[column] = strlen(head[column]);
    for (size_t i = 0; i < alloc->calls; i++) {
        const struct msim_alloc_call *call = &alloc->call[i];
        size_t length = call->calls ? strlen(call->function) : 0;
        *label = length > *label && length <= NAME_LEAST ? length : *label;
        for (size_t column = 0; column < COLUMNS; column++) {
            size_t wide = strlen(msim_human_count(field(call, column)).text);
            width[column] = wide > width[column] ? wide : width[column];
        }
    }
}

static void put_calls(const struct msim_allocated *alloc, FILE *to)
{
    static const char *const head[COLUMNS] = {"total calls", "total memory", "failed calls"};
    size_t width[COLUMNS], label, called = 0;
    for (size_t i = 0; i < alloc->calls; i++)
        called += alloc->call[i].calls > 0;
    if (!called) {
        fputs("\nno allocation function was called\n", to);
        return;
    }
    measure(alloc, head, width, &label);
    fprintf(to, "\n%*s", (int)(INDENT + label), "");
    for (size_t column = 0; column < COLUMNS; column++)
        fprintf(to, "%*s%*s", GAP, "", (int)width[column], head[column]);
    fputc('\n', to);
    for (size_t i = 0; i < alloc->calls; i++) {
        const struct msim_alloc_call *call = &alloc->call[i];
        if (!call->calls)
            continue;
        size_t length = strlen(call->function);
        fprintf(to, "%*s", INDENT, "");
        msim_utf8_put(to, call->function, label);
        fprintf(to, "%*s", length < label ? (int)(label - length) : 0, "");
        for (size_t column = 0; column < COLUMNS; column++)
            fprintf(to, "%*s%*s", GAP, "", (int)width[column],
                    msim_human_count(field(call, column)).text);
        const uint64_t *fact = alloc->fact[MSIM_FACT_REALLOC];
        if (!strcmp(call->function, "realloc") && alloc->known[MSIM_FACT_REALLOC])
            fprintf(to, "%*s(nomove: %s, dec: %s, free: %s)", GAP, "",
                    msim_human_count(fact[0]).text, msim_human_count(fact[1]).text,
                    msim_human_count(fact[2]).text);
        fputc('\n', to);
    }
}

/* --- sizes ------------------------------------------------------------------------------------ */

static void put_size(const char *name, uint64_t count, uint64_t all, uint64_t most, size_t width,
                     const struct msim_heaped_view *view, FILE *to)
{
    size_t used = INDENT + 11 + GAP + width + PERCENT + GAP;
    size_t room = view->width > used + 1 ? view->width - used : 1;
    double bar = (double)count / (double)most * (double)(room < BAR ? room : BAR);
    fprintf(to, "%*s%11s%*s%*s%*s", INDENT, "", name, GAP, "", (int)width,
            msim_human_count(count).text, PERCENT, msim_heaped_percent(count, all).text);
    for (size_t i = 0; i < (size_t)(bar + 0.5); i++)
        fputs(i ? "=" : "  =", to);
    fputc('\n', to);
}

static void put_sizes(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                      FILE *to)
{
    uint64_t all = alloc->large, most = alloc->large;
    for (size_t i = 0; i < alloc->sizes; i++) {
        all += alloc->size[i].count;
        most = alloc->size[i].count > most ? alloc->size[i].count : most;
    }
    if (!all)
        return;
    size_t width = strlen(msim_human_count(most).text);
    fputs("\nblock sizes that were asked for\n\n", to);
    for (size_t i = 0; i < alloc->sizes; i++) {
        char name[64];
        uint64_t least = alloc->size[i].least;
        snprintf(name, sizeof name, "%" PRIu64 "-%" PRIu64, least, least + MSIM_SIZE_BUCKET - 1);
        if (alloc->size[i].count)
            put_size(name, alloc->size[i].count, all, most, width, view, to);
    }
    if (alloc->large)
        put_size("large", alloc->large, all, most, width, view, to);
}

/* --- never freed ------------------------------------------------------------------------------ */

static void put_facts(const struct msim_allocated *alloc, FILE *to)
{
    const uint64_t *peak = alloc->fact[MSIM_FACT_PEAK], *left = alloc->fact[MSIM_FACT_LEFT];
    const uint64_t *foreign = alloc->fact[MSIM_FACT_FOREIGN],
                   *missed = alloc->fact[MSIM_FACT_MISSED];
    fputc('\n', to);
    if (alloc->known[MSIM_FACT_PEAK])
        fprintf(to, "largest heap: %s bytes; largest stacks: %s bytes\n",
                msim_human_count(peak[0]).text, msim_human_count(peak[1]).text);
    if (alloc->known[MSIM_FACT_LEFT])
        fprintf(to, "never freed: %s block%s, %s bytes\n", msim_human_count(left[0]).text,
                left[0] == 1 ? "" : "s", msim_human_count(left[1]).text);
    if (alloc->known[MSIM_FACT_FOREIGN] && *foreign)
        fprintf(to, "frees of addresses without a live block: %s\n",
                msim_human_count(*foreign).text);
    if (alloc->known[MSIM_FACT_MISSED] && *missed)
        fprintf(to, "frees that were not seen: %s\n", msim_human_count(*missed).text);
}

void msim_heaped_usage(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to)
{
    put_calls(alloc, to);
    put_facts(alloc, to);
    put_sizes(alloc, view, to);
}
