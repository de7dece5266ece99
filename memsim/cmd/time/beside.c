/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds and reads the files of present.h. */
#include "present.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/data/heap/set.h"
#include "cmd/data/pages/read.h"
#include "cmd/files/lines.h"
#include "engine/base/sort.h"

enum { HEAP, PAGES };

struct finding {
    struct msim_beside *beside;
    const struct msim_timed *timed;
    bool is_named; /* by an option: what is wrong ends the command */
};

/* Keeps a note on why a file is left out, or ends the command. */
static void leave_out(const struct finding *finding, int which, const char *name, const char *why)
{
    char **note = &finding->beside->note[which];
    if (finding->is_named)
        msim_bad_input("%s %s", name, why);
    *note = msim_printed("%s is left out: it %s", name, why);
}

/* --- The axis ----------------------------------------------------------------------------- */

/* The instructions that began before the clock of the rows showed this; spread evenly within a
 * row. */
static uint64_t at_clock(const struct msim_timed *timed, uint64_t clock)
{
    size_t from = msim_keys_below(timed->row, timed->rows, sizeof *timed->row,
                                  offsetof(struct msim_timed_row, clock), clock);
    if (from == timed->rows)
        return from ? timed->row[from - 1].to : 0;
    const struct msim_timed_row *row = &timed->row[from];
    uint64_t before = from ? row[-1].clock : 0;
    double length = (double)(row->clock - before);
    double part = length > 0 ? (double)(clock - (clock > before ? before : clock)) / length : 1;
    return row->from + (uint64_t)(part * (double)(row->to - row->from));
}

/* --- The heap ----------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct msim_beside_point *one = a, *other = b;
    return (one->at > other->at) - (one->at < other->at);
}

static void take_heap(const struct finding *finding, const struct msim_heaped *heap)
{
    struct msim_beside *beside = finding->beside;
    const struct msim_timed *timed = finding->timed;
    bool clock = timed->unit && !strcmp(heap->unit, msim_timed_units[timed->unit]);
    const char *command = heap->command + strspn(heap->command, " \t");
    if (strcmp(command, timed->command) != 0) {
        leave_out(finding, HEAP, heap->name, "is of another command");
    } else if (strcmp(heap->unit, "i") != 0 && !clock) {
        leave_out(finding, HEAP, heap->name,
                  "has another unit of time than instructions; --time-unit=i makes one that fits");
    } else {
        beside->heap = msim_zeroed(heap->snapshots, sizeof *beside->heap);
        beside->heaps = heap->snapshots;
        for (size_t i = 0; i < heap->snapshots; i++)
            beside->heap[i] = (struct msim_beside_point){
                clock ? at_clock(timed, heap->snapshot[i].time) : heap->snapshot[i].time,
                msim_heaped_total(&heap->snapshot[i])};
        qsort(beside->heap, beside->heaps, sizeof *beside->heap, by_place);
    }
}

static void read_heap(const struct finding *finding, const char *name, char *bytes, size_t size)
{
    struct msim_heaped heap = {0};
    if (msim_heaped_read(&heap, name, bytes, size))
        take_heap(finding, &heap);
    else if (finding->is_named)
        msim_bad_file(&heap.error);
    else
        leave_out(finding, HEAP, name, "is not a heap profile");
    msim_heaped_free(&heap);
}

/* --- Page-ins ----------------------------------------------------------------------------- */

/* Times of page-ins count from the first one. */
static void take_pages(const struct finding *finding, const struct msim_paged *paged)
{
    struct msim_beside *beside = finding->beside;
    const struct msim_timed *timed = finding->timed;
    uint64_t first = timed->rows ? timed->row[0].from : 0;
    if (paged->command[0] && strcmp(paged->command, timed->command) != 0) {
        leave_out(finding, PAGES, paged->name, "is of another command");
    } else if (paged->microseconds && timed->unit != MSIM_TIMED_MS) {
        leave_out(
            finding, PAGES, paged->name,
            "has another unit of time than instructions; --pagein-time=i makes one that fits");
    } else {
        beside->page = msim_zeroed(paged->pages, sizeof *beside->page);
        beside->pages = paged->pages;
        for (size_t i = 0; i < paged->pages; i++) {
            uint64_t time = paged->page[i].time;
            beside->page[i] = paged->microseconds         ? at_clock(timed, time / 1000)
                              : time > UINT64_MAX - first ? UINT64_MAX
                                                          : first + time;
        }
        qsort(beside->page, beside->pages, sizeof *beside->page, msim_by_key);
    }
}

static void read_pages(const struct finding *finding, const char *name, char *bytes, size_t size)
{
    struct msim_paged paged;
    if (msim_paged_read(&paged, name, bytes, size, NULL))
        take_pages(finding, &paged);
    else if (finding->is_named)
        msim_bad_file(&paged.error);
    else
        leave_out(finding, PAGES, name, "is not a list of page-ins");
    msim_paged_free(&paged);
}

/* --- Finding ------------------------------------------------------------------------------ */

/* The name with ".time" replaced by `other` where a point follows or it ends, from malloc; NULL: it
 * has none. */
static char *name_beside(const char *name, const char *other)
{
    static const char own[] = ".time";
    const char *slash = strrchr(name, '/'), *found = NULL, *after;
    for (const char *at = slash ? slash : name; (at = strstr(at, own)) != NULL; at++) {
        after = at + strlen(own);
        found = !*after || *after == '.' ? at : found;
    }
    return found ? msim_printed("%.*s%s%s", (int)(found - name), name, other, found + strlen(own))
                 : NULL;
}

static void find(struct finding *finding, const char *given, const char *kind, bool alone,
                 void (*take)(const struct finding *, const char *, char *, size_t))
{
    size_t size;
    finding->is_named = given;
    char *beside = given || alone ? NULL : name_beside(finding->timed->name, kind);
    const char *name = given ? given : beside;
    char *bytes = given    ? msim_need_all(given, &size)
                  : beside ? msim_read_all(beside, &size)
                           : NULL;
    if (bytes)
        take(finding, name, bytes, size);
    free(beside);
}

void msim_beside_find(struct msim_beside *beside, const struct msim_timed *timed, const char *heap,
                      const char *pages, bool alone)
{
    struct finding finding = {.beside = beside, .timed = timed};
    *beside = (struct msim_beside){0};
    find(&finding, heap, ".heap", alone, read_heap);
    find(&finding, pages, ".pagein", alone, read_pages);
}

void msim_beside_free(struct msim_beside *beside)
{
    MSIM_FREE(beside->heap, beside->page, beside->note[HEAP], beside->note[PAGES]);
    *beside = (struct msim_beside){0};
}

/* --- Values ------------------------------------------------------------------------------- */

/* How many points of the heap are at or before this instruction. */
static size_t points_until(const struct msim_beside *beside, uint64_t at)
{
    return msim_keys_up_to(beside->heap, beside->heaps, sizeof *beside->heap,
                           offsetof(struct msim_beside_point, at), at);
}

uint64_t msim_beside_heap(const struct msim_beside *beside, uint64_t from, uint64_t to)
{
    size_t first = points_until(beside, from);
    uint64_t most = first ? beside->heap[first - 1].bytes : 0;
    for (size_t i = first; i < beside->heaps && beside->heap[i].at < to; i++)
        most = beside->heap[i].bytes > most ? beside->heap[i].bytes : most;
    return most;
}

static size_t pages_before(const struct msim_beside *beside, uint64_t at)
{
    return msim_keys_below(beside->page, beside->pages, sizeof *beside->page, 0, at);
}

uint64_t msim_beside_pages(const struct msim_beside *beside, uint64_t from, uint64_t to)
{
    return pages_before(beside, to) - pages_before(beside, from);
}
