/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The run in one line for each thing that is shown, from its first instruction to its last:
 *
 *                    most  0                            24.1M
 *     Cy/Ir          2.91  ▂▂▂▂▇▇▇▇▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂
 *     D1m           40.13      ████
 *     heap        3.2 MiB  ▁▂▃▄▅▆▇█▇▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆
 *     phase                1111222233333333333333333333333333
 *
 * A block's height is the value's share of the largest one; only a 0 is blank.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/columns/value.h"
#include "phases.h"
#include "present.h"

enum { NAME = 12, MOST = 11, LEFT = NAME + MOST + 4, HEIGHTS = 8 };

static const char *const blocks[HEIGHTS + 1] = {" ",
                                                "\xe2\x96\x81",
                                                "\xe2\x96\x82",
                                                "\xe2\x96\x83",
                                                "\xe2\x96\x84",
                                                "\xe2\x96\x85",
                                                "\xe2\x96\x86",
                                                "\xe2\x96\x87",
                                                "\xe2\x96\x88"};

struct strip {
    const struct msim_time_view *view;
    size_t pieces;
    double *value; /* of each piece */
    FILE *to;
};

/* "1" to "9", "a" to "z", "A" to "Z", or "*": how a strip shows phase or part `number`. */
static char letter_of(size_t number, bool digits)
{
    if (digits && number < 9)
        return (char)('1' + number);
    number -= digits ? 9 : 0;
    if (number < 26)
        return (char)('a' + number);
    return number < 52 ? (char)('A' + number - 26) : '*';
}

static struct msim_time_piece piece_of(const struct strip *strip, size_t number)
{
    return msim_time_piece(strip->view->timed, number, strip->pieces);
}

/* Begins a line: a name of at most NAME letters, and the largest value. */
static void put_head(const struct strip *strip, const char *name, const char *most)
{
    size_t length = msim_utf8_length(name);
    msim_utf8_put(strip->to, name, NAME);
    fprintf(strip->to, "%*s %*s  ", (int)(length < NAME ? NAME - length : 0), "", MOST, most);
}

/* Ends the line with the blocks. */
static void put_blocks(const struct strip *strip)
{
    double most = 0;
    size_t end = 0;
    for (size_t i = 0; i < strip->pieces; i++) {
        most = strip->value[i] > most ? strip->value[i] : most;
        end = strip->value[i] > 0 ? i + 1 : end;
    }
    for (size_t i = 0; i < end; i++) {
        double part = strip->value[i] > 0 ? strip->value[i] / most * HEIGHTS : 0;
        size_t height = (size_t)(part + 0.5);
        fputs(blocks[height || part <= 0 ? height : 1], strip->to);
    }
    fputc('\n', strip->to);
}

static size_t highest(const struct strip *strip)
{
    size_t found = 0;
    for (size_t i = 1; i < strip->pieces; i++)
        if (strip->value[i] > strip->value[found])
            found = i;
    return found;
}

static void put_column(const struct strip *strip, const struct msim_column *column)
{
    int64_t sum[MSIM_EVENTS_MAX];
    for (size_t i = 0; i < strip->pieces; i++) {
        struct msim_time_piece piece = piece_of(strip, i);
        strip->value[i] = msim_time_height(strip->view->timed, column, &piece);
    }
    struct msim_time_piece most = piece_of(strip, highest(strip));
    size_t row = msim_time_highest(strip->view->timed, column, &most);
    bool rate = column->kind != MSIM_COLUMN_COUNT;
    msim_time_sum(strip->view->timed, rate ? most.row : row, rate ? most.end : row + 1, sum);
    put_head(strip, column->name, msim_value_exact(column, sum).text);
    put_blocks(strip);
}

static void put_heap(const struct strip *strip)
{
    for (size_t i = 0; i < strip->pieces; i++) {
        struct msim_time_piece piece = piece_of(strip, i);
        strip->value[i] = (double)msim_beside_heap(strip->view->beside, piece.from, piece.to);
    }
    put_head(strip, "heap", msim_human_short(strip->value[highest(strip)], true).text);
    put_blocks(strip);
}

/* Page-ins of the last instruction are in the last piece. */
static void put_pages(const struct strip *strip)
{
    for (size_t i = 0; i < strip->pieces; i++) {
        struct msim_time_piece piece = piece_of(strip, i);
        uint64_t to = i + 1 == strip->pieces ? UINT64_MAX : piece.to;
        strip->value[i] = (double)msim_beside_pages(strip->view->beside, piece.from, to);
    }
    put_head(strip, "page-ins", msim_human_count((uint64_t)strip->value[highest(strip)]).text);
    put_blocks(strip);
}

static void put_phases(const struct strip *strip)
{
    const struct msim_phases *phases = strip->view->phases;
    put_head(strip, "phase", "");
    for (size_t i = 0, phase = 0; i < strip->pieces; i++) {
        struct msim_time_piece piece = piece_of(strip, i);
        size_t row = msim_time_row_at(strip->view->timed, piece.from / 2 + piece.to / 2);
        while (phase + 1 < phases->phases && phases->phase[phase].end <= row)
            phase++;
        fputc(letter_of(phase, true), strip->to);
    }
    fputc('\n', strip->to);
}

/* Under the strip, what its letters mean. */
static void put_legend(const struct strip *strip, const size_t *number, size_t used)
{
    for (size_t i = 0; i < used; i++) {
        char name[1024];
        msim_time_part_name(strip->view->timed, number[i], name, sizeof name);
        fprintf(strip->to, "%*s%c  ", LEFT - 2, "", letter_of(i, false));
        msim_utf8_put(strip->to, name, strip->pieces);
        fputc('\n', strip->to);
    }
}

/* Parts have letters in the order in which they come, as far as there are letters. */
static void put_parts(const struct strip *strip)
{
    const struct msim_timed *timed = strip->view->timed;
    enum { LETTERS = 52 };
    size_t number[LETTERS], used = 0, end = 0;
    char *line = msim_zeroed(strip->pieces + 1, 1);
    for (size_t i = 0; i < strip->pieces; i++) {
        struct msim_time_piece piece = piece_of(strip, i);
        size_t part = msim_time_part(timed, piece.row, piece.end), k = 0;
        while (k < used && number[k] != part)
            k++;
        if (k == used && used < LETTERS && part < timed->parts)
            number[used++] = part;
        line[i] = part == timed->parts ? ' ' : letter_of(k, false);
        end = part == timed->parts ? end : i + 1;
    }
    line[end] = 0;
    put_head(strip, "region", "");
    fprintf(strip->to, "%s\n", line);
    put_legend(strip, number, used);
    free(line);
}

static void put_axis(const struct strip *strip)
{
    const struct msim_timed *timed = strip->view->timed;
    struct msim_human last = msim_human_short((double)msim_time_last(timed), false);
    struct msim_human first = msim_human_short((double)msim_time_first(timed), false);
    size_t used = strlen(first.text) + strlen(last.text);
    put_head(strip, "", "most");
    fprintf(strip->to, "%s%*s%s\n", first.text,
            (int)(strip->pieces > used ? strip->pieces - used : 1), "", last.text);
}

void msim_time_strips(const struct msim_time_view *view, FILE *to)
{
    struct strip strip = {.view = view, .pieces = view->width - LEFT, .to = to};
    uint64_t length = msim_time_last(view->timed) - msim_time_first(view->timed);
    if (length < strip.pieces)
        strip.pieces = (size_t)length;
    strip.value = msim_zeroed(strip.pieces, sizeof *strip.value);
    fputc('\n', to);
    put_axis(&strip);
    for (size_t i = 0; i < view->show->columns; i++)
        put_column(&strip, &view->show->column[i]);
    if (view->beside->heaps)
        put_heap(&strip);
    if (view->beside->pages)
        put_pages(&strip);
    if (view->timed->parts)
        put_parts(&strip);
    put_phases(&strip);
    free(strip.value);
}
