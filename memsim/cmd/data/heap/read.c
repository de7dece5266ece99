/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads files in Massif's format.
 *
 *     desc: OPTIONS
 *     cmd: COMMAND
 *     time_unit: i
 *     #-----------
 *     snapshot=0
 *     #-----------
 *     time=0
 *     mem_heap_B=0
 *     mem_heap_extra_B=0
 *     mem_stacks_B=0
 *     heap_tree=empty|detailed|peak
 *     n1: 1000 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *      n0: 1000 0x109168: main (prog.c:12)
 *
 * The first number of a node is how many nodes are directly below it.
 */
#include "set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

enum { MOST_UNIT = 16 };

struct reader {
    struct msim_heaped *heap;
    struct msim_line_reader lines;
    uint64_t *below; /* by depth: the nodes still to come below the current node above it */
    size_t depths;
};

/* --- the head --------------------------------------------------------------------------------- */

/* Reads a line "KEY: TEXT". */
static bool take_head(struct reader *reader, const char *key, const char **text)
{
    size_t length = strlen(key);
    const char *line = msim_line_reader_next(&reader->lines);
    if (!line)
        return MSIM_WRONG(reader, "expected '%s ...', found the end of the file", key);
    if (strncmp(line, key, length) != 0)
        return MSIM_WRONG(reader, "expected '%s ...', found '%.40s'", key, line);
    *text = line + length + (line[length] == ' ');
    return true;
}

/* Arguments may contain newlines, so the command ends only before the unit. */
static bool take_unit(struct reader *reader)
{
    static const char key[] = "time_unit:";
    struct msim_heaped *heap = reader->heap;
    char *line = msim_line_reader_next(&reader->lines);
    for (; line && strncmp(line, key, strlen(key)) != 0;
         line = msim_line_reader_next(&reader->lines)) {
        if (line[0] == '#' || !strncmp(line, "snapshot=", 9) || !strncmp(line, "events:", 7))
            return MSIM_WRONG(reader, "expected '%s i|ms|B', found '%.40s'", key, line);
        for (char *before = line - 1; !*before; before--)
            *before = ' ';
    }
    if (!line)
        return MSIM_WRONG(reader, "expected '%s i|ms|B', found the end of the file", key);
    heap->unit = line + strlen(key) + (line[strlen(key)] == ' ');
    size_t letters = strspn(heap->unit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return (letters && letters <= MOST_UNIT && !heap->unit[letters]) ||
           MSIM_WRONG(reader, "expected '%s i|ms|B', found '%.40s'", key, line);
}

/* --- trees ------------------------------------------------------------------------------------ */

static void expect_below(struct reader *reader, size_t depth, uint64_t nodes)
{
    if (depth == reader->depths) {
        reader->below = msim_room(reader->below, depth, sizeof *reader->below);
        reader->depths++;
    }
    reader->below[depth] = nodes;
}

/* Reads "n2: 1000 TEXT" at that depth. */
static bool take_node(struct reader *reader, size_t depth)
{
    struct msim_heaped *heap = reader->heap;
    struct msim_heaped_node node = {.depth = depth};
    uint64_t children;
    char *line = msim_line_reader_next(&reader->lines);
    if (!line)
        return MSIM_WRONG(reader, "the file is cut short in a tree: expected a node at depth %zu",
                          depth);
    size_t blanks = strspn(line, " ");
    char *text = line + blanks;
    if (text[0] != 'n')
        return MSIM_WRONG(reader, "expected a node, 'nCHILDREN: BYTES PLACE', found '%.40s'", line);
    if (blanks != depth)
        return MSIM_WRONG(reader, "expected %zu blanks before this node, found %zu", depth, blanks);
    char *count = msim_cut_word(&text) + 1;
    size_t length = strlen(count);
    if (!length || count[length - 1] != ':')
        return MSIM_WRONG(reader, "expected 'nCHILDREN:' of a node, found '%.40s'", count - 1);
    count[length - 1] = 0;
    if (!msim_line_reader_number(&reader->lines, "children", count, &children) ||
        !msim_line_reader_number(&reader->lines, "bytes", msim_cut_word(&text), &node.bytes))
        return false;
    node.text = text;
    expect_below(reader, depth, children);
    MSIM_PUSH(heap->node, heap->nodes, node);
    return true;
}

static bool take_tree(struct reader *reader, struct msim_heaped_snapshot *snapshot)
{
    snapshot->node = reader->heap->nodes;
    if (!take_node(reader, 0))
        return false;
    for (size_t depth = 0;;) {
        while (!reader->below[depth] && depth > 0)
            depth--;
        if (!reader->below[depth])
            break;
        reader->below[depth]--;
        if (!take_node(reader, ++depth))
            return false;
    }
    snapshot->nodes = reader->heap->nodes - snapshot->node;
    return true;
}

/* --- snapshots -------------------------------------------------------------------------------- */

/* Reads a line "KEY=TEXT", after any lines of "#---". */
static bool take_field(struct reader *reader, const char *key, const char **text)
{
    size_t length = strlen(key);
    const char *line = msim_line_reader_next(&reader->lines);
    while (line && line[0] == '#')
        line = msim_line_reader_next(&reader->lines);
    if (!line)
        return MSIM_WRONG(reader, "the file is cut short: expected '%s=...'", key);
    if (strncmp(line, key, length) != 0 || line[length] != '=')
        return MSIM_WRONG(reader, "expected '%s=...', found '%.40s'", key, line);
    *text = line + length + 1;
    return true;
}

static bool take_count(struct reader *reader, const char *key, uint64_t *number)
{
    const char *text;
    return take_field(reader, key, &text) &&
           msim_line_reader_number(&reader->lines, key, text, number);
}

static bool take_sizes(struct reader *reader, struct msim_heaped_snapshot *snapshot)
{
    if (!take_count(reader, "mem_heap_B", &snapshot->heap) ||
        !take_count(reader, "mem_heap_extra_B", &snapshot->extra) ||
        !take_count(reader, "mem_stacks_B", &snapshot->stacks))
        return false;
    return (snapshot->extra <= UINT64_MAX - snapshot->heap &&
            snapshot->stacks <= UINT64_MAX - snapshot->heap - snapshot->extra) ||
           MSIM_WRONG(reader, "expected a sum of heap, extra heap and stacks below 2^64");
}

static bool take_snapshot(struct reader *reader)
{
    struct msim_heaped *heap = reader->heap;
    struct msim_heaped_snapshot snapshot = {0};
    uint64_t number, before = heap->snapshots ? heap->snapshot[heap->snapshots - 1].time : 0;
    const char *tree;
    if (!take_count(reader, "snapshot", &number))
        return false;
    if (number != heap->snapshots)
        return MSIM_WRONG(reader, "expected 'snapshot=%zu', found 'snapshot=%" PRIu64 "'",
                          heap->snapshots, number);
    if (!take_count(reader, "time", &snapshot.time))
        return false;
    if (snapshot.time < before)
        return MSIM_WRONG(reader,
                          "expected a time of at least %" PRIu64 ", that of the snapshot before, "
                          "found %" PRIu64,
                          before, snapshot.time);
    if (!take_sizes(reader, &snapshot) || !take_field(reader, "heap_tree", &tree))
        return false;
    if (!strcmp(tree, "detailed"))
        snapshot.tree = MSIM_DETAILED;
    else if (!strcmp(tree, "peak"))
        snapshot.tree = MSIM_PEAK;
    else if (strcmp(tree, "empty") != 0)
        return MSIM_WRONG(reader, "heap_tree: expected empty, detailed or peak, found '%.40s'",
                          tree);
    if (snapshot.tree && !take_tree(reader, &snapshot))
        return false;
    MSIM_PUSH(heap->snapshot, heap->snapshots, snapshot);
    return true;
}

/* If several snapshots are marked as the peak, the largest of them is. */
static size_t find_peak(const struct msim_heaped *heap)
{
    size_t peak = 0;
    for (size_t i = 1; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *best = &heap->snapshot[peak], *next = &heap->snapshot[i];
        bool marked = next->tree == MSIM_PEAK, was = best->tree == MSIM_PEAK;
        if (marked != was ? marked : msim_heaped_total(next) > msim_heaped_total(best))
            peak = i;
    }
    return peak;
}

bool msim_heaped_read(struct msim_heaped *heap, const char *name, char *bytes, size_t size)
{
    *heap = (struct msim_heaped){.name = name, .bytes = bytes};
    struct reader reader = {.heap = heap};
    msim_line_reader_open(&reader.lines, name, bytes, size, &heap->error);
    bool good = take_head(&reader, "desc:", &heap->desc) &&
                take_head(&reader, "cmd:", &heap->command) && take_unit(&reader);
    if (good && msim_line_reader_ended(&reader.lines))
        good = MSIM_WRONG(&reader, "the file is cut short: it has no snapshot");
    while (good && !msim_line_reader_ended(&reader.lines))
        good = take_snapshot(&reader);
    free(reader.below);
    if (good)
        heap->peak = find_peak(heap);
    return good;
}
