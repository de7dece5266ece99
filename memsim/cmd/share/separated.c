/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of separated.h, and their mapper. */
#include "separated.h"

#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/data/space/space.h"
#include "cmd/trace/crew.h"
#include "cmd/trace/simulate.h"
#include "engine/caches/mapper.h"
#include "stream/event.h"
#include "stream/hash.h"

void msim_separated_init(struct msim_separated *separated, uint64_t bytes)
{
    *separated = (struct msim_separated){
        .bytes = bytes, .lowest = UINT64_MAX, .next = MSIM_SPACE_FIRST / bytes};
}

void msim_separated_free(struct msim_separated *separated)
{
    free(separated->line);
    msim_index_free(&separated->index);
}

static uint32_t hash_of(uint64_t number)
{
    return (uint32_t)(msim_mix(number) >> 32);
}

struct key {
    const struct msim_separated *separated;
    uint64_t number;
};

static bool same(const void *context, uint32_t number)
{
    const struct key *key = context;
    return key->separated->line[number].number == key->number;
}

uint32_t msim_separated_add(struct msim_separated *separated, uint64_t address,
                            const uint32_t *start, size_t starts)
{
    uint64_t number = address / separated->bytes;
    separated->line = msim_room(separated->line, separated->lines, sizeof *separated->line);
    separated->line[separated->lines] =
        (struct msim_separated_line){number, start, starts, separated->next};
    msim_index_add(&separated->index, hash_of(number), (uint32_t)separated->lines);
    separated->next += starts;
    separated->lowest = number < separated->lowest ? number : separated->lowest;
    separated->highest = number > separated->highest ? number : separated->highest;
    return (uint32_t)++separated->lines;
}

/* The row of the line of that number.  Numbers below or above those of all lines cost a
 * comparison. */
static uint32_t row_of(const struct msim_separated *separated, uint64_t number)
{
    struct key key = {separated, number};
    if (number < separated->lowest || number > separated->highest)
        return MSIM_SEPARATED_OTHER;
    uint32_t found = msim_index_find(&separated->index, hash_of(number), same, &key);
    return found == MSIM_NOTHING ? MSIM_SEPARATED_OTHER : found + 1;
}

/* --- The mapper --------------------------------------------------------------------------- */

/* Where the next line is that is separated, or `end`: other data up to there is one piece. */
static uint64_t end_of_other(const struct msim_separated *separated, uint64_t first, uint64_t end)
{
    uint64_t number = first / separated->bytes + 1, last = (end - 1) / separated->bytes;
    while (number <= last && row_of(separated, number) == MSIM_SEPARATED_OTHER)
        number++;
    return number <= last ? number * separated->bytes : end;
}

/* The piece at `first` of a reference that ends at `end`. */
static struct msim_piece piece_at(const struct msim_separated *separated, uint64_t first,
                                  uint64_t end)
{
    uint64_t offset = first % separated->bytes, behind = separated->bytes;
    uint32_t row = row_of(separated, first / separated->bytes);
    size_t part = 0;
    if (row == MSIM_SEPARATED_OTHER)
        return (struct msim_piece){.first = first,
                                   .size = (uint32_t)(end_of_other(separated, first, end) - first)};
    const struct msim_separated_line *line = &separated->line[row - 1];
    while (part < line->starts && line->start[part] <= offset)
        part++;
    if (part < line->starts)
        behind = line->start[part];
    struct msim_piece piece = {.first = first, .row = row};
    if (part)
        piece.first = (line->to + part - 1) * separated->bytes + offset;
    piece.size = (uint32_t)(end - first < behind - offset ? end - first : behind - offset);
    return piece;
}

/* Other data that is in several lines stays one reference.  If a reference of thousands of bytes
 * has too many pieces, its end stays where it is. */
static unsigned map(void *self, const struct msim_segment *segment,
                    const struct msim_access *access, uint64_t first, uint32_t size,
                    struct msim_piece *piece)
{
    const struct msim_separated *separated = self;
    uint64_t end = first + size;
    unsigned used = 0;
    (void)segment;
    for (; first != end; first += piece[used - 1].size) {
        struct msim_piece next = piece_at(separated, first, end);
        if (used == MSIM_PIECES - 1)
            next = (struct msim_piece){.first = first, .size = (uint32_t)(end - first)};
        next.kind = msim_access_kind(access);
        piece[used++] = next;
    }
    return used;
}

static void event(void *self, const uint64_t *record)
{
    (void)self;
    if (msim_event_of(*record) == MSIM_EVENT_MAP && msim_space_is_in(record[1], record[2]))
        msim_bad_input("the program has memory at the addresses that the parts of lines get (from "
                       "0x%llx on)",
                       (unsigned long long)MSIM_SPACE_FIRST);
}

struct msim_mapper msim_separated_mapper(struct msim_separated *separated)
{
    return (struct msim_mapper){
        .map = map, .event = event, .self = separated, .rows = (uint32_t)separated->lines + 1};
}

/* Replays a trace with separated lines (separated.h), and counts the misses by coherence that are
 * left. */

struct counting {
    struct msim_separated *separated;
    const struct msim_separated_trace *trace;
    uint64_t *misses; /* in memory that processes share */
};

/* The run's misses are counted unit by unit, as those of the file are, in a row after those of the
 * mapper. */
struct run {
    struct msim_profile *profile;
    uint32_t row;
};

static void count_miss(void *self, const struct msim_sharing *sharing)
{
    const struct run *run = self;
    if (sharing->miss != MSIM_SHARING_NONE)
        msim_profile_row(run->profile, run->row)->count[sharing->kind][MSIM_TRUE_SHARED]++;
}

static uint64_t misses_of(const struct msim_row *row)
{
    uint64_t misses = 0;
    for (int kind = MSIM_READ; kind <= MSIM_WRITE; kind++)
        misses += row->count[kind][MSIM_TRUE_SHARED] + row->count[kind][MSIM_FALSE_SHARED];
    return misses;
}

static void replay(void *self, unsigned task, volatile uint64_t *part)
{
    static const struct msim_observer *const none[] = {NULL};
    struct counting *counting = self;
    const struct msim_separated_trace *trace = counting->trace;
    struct msim_options options;
    struct msim_player *player = msim_player_open(trace->name, trace->partial);
    struct msim_study *study =
        msim_simulated(player, &options, none, trace->operands, (char **)trace->operand);
    struct msim_mapper mapper = msim_separated_mapper(counting->separated);
    struct run run = {&study->profile, mapper.rows++};
    struct msim_sharing_observer observer = {.shared = count_miss, .self = &run};
    (void)task;
    msim_sim_attach_mapper(study->sim, &mapper);
    msim_sim_attach_sharing(study->sim, &observer);
    msim_player_run(player, study, NULL, part);
    for (uint32_t i = 0; i < mapper.rows; i++)
        counting->misses[i] = misses_of(msim_profile_row(&study->profile, i));
}

const uint64_t *msim_separated_count(struct msim_separated *separated,
                                     const struct msim_separated_trace *trace)
{
    struct counting counting = {separated, trace,
                                msim_shared((separated->lines + 2) * sizeof *counting.misses)};
    struct msim_crew crew = {.tasks = 1,
                             .jobs = 1,
                             .what = "counting the gain",
                             .whole = msim_trace_bytes(trace->name),
                             .run = replay,
                             .self = &counting,
                             .again = true};
    msim_crew_run(&crew);
    return counting.misses;
}
