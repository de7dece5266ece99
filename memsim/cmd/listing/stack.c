/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bars of simulated cycles; see stack.h. */
#include "stack.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/columns/column.h"
#include "cmd/columns/value.h"

enum { BAR = 40, BAR_NARROW = 20, WIDE = 80, INDENT = 9 };
static const double least_share = 0.95; /* percent, of what is said in words */

/* --- Parts -------------------------------------------------------------------------------- */

/* "cycles of the front end": "front end" */
static void name_part(struct msim_stack_part *part, const struct msim_counts *counts,
                      const char *event)
{
    static const char *const left_out[] = {"cycles ", "of ", "the "};
    char phrase[sizeof part->name];
    const char *at = phrase;
    msim_event_phrase(counts, event, false, phrase, sizeof phrase);
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (!strncmp(at, left_out[i], strlen(left_out[i])))
            at += strlen(left_out[i]);
    strcpy(part->name, at);
}

void msim_stack_init(struct msim_stack *stack, const struct msim_counts *counts, size_t width,
                     bool colour)
{
    *stack = (struct msim_stack){.width = width, .colour = colour};
    for (size_t i = 0; i < counts->events && !counts->base; i++) {
        char letter = msim_event_part(counts->event[i]);
        if (!letter || stack->parts == MSIM_STACK_PARTS)
            continue;
        struct msim_stack_part *part = &stack->part[stack->parts++];
        *part = (struct msim_stack_part){.event = i, .letter = letter};
        name_part(part, counts, counts->event[i]);
    }
}

msim_wide msim_stack_cycles(const struct msim_stack *stack, const int64_t *count)
{
    msim_wide sum = 0;
    for (size_t i = 0; i < stack->parts; i++)
        sum += count[stack->part[i].event];
    return sum;
}

/* --- Bars --------------------------------------------------------------------------------- */

/* The part that the middle of letter `at` of `bar` lies in. */
static size_t part_at(const struct msim_stack *stack, const int64_t *count, msim_wide whole,
                      size_t at, size_t bar)
{
    msim_wide before = 0;
    for (size_t i = 0; i < stack->parts; i++) {
        before += count[stack->part[i].event];
        if ((msim_wide)(2 * at + 1) * whole < before * (msim_wide)(2 * bar))
            return i;
    }
    return stack->parts - 1;
}

static void begin_colour(size_t part, FILE *to)
{
    static const char *const colours[] = {"42", "43",  "46",  "45",  "106", "104",
                                          "41", "101", "103", "105", "102"};
    fprintf(to, "\033[30;%sm", colours[part % (sizeof colours / sizeof *colours)]);
}

static void print_bar(struct msim_stack *stack, const int64_t *count, msim_wide whole, size_t bar,
                      FILE *to)
{
    size_t before = stack->parts;
    fputc('[', to);
    for (size_t at = 0; at < bar; at++) {
        size_t part = part_at(stack, count, whole, at, bar);
        if (stack->colour && part != before)
            begin_colour(part, to);
        fputc(stack->part[part].letter, to);
        stack->part[part].shown = true;
        before = part;
    }
    fputs(stack->colour ? "\033[0m]" : "]", to);
}

/* The largest part that is smaller than `than` or, if it is as large, comes after it. */
static size_t next_largest(const struct msim_stack *stack, const int64_t *count, size_t than)
{
    size_t best = stack->parts;
    for (size_t i = 0; i < stack->parts; i++) {
        int64_t now = count[stack->part[i].event];
        int64_t last = than < stack->parts ? count[stack->part[than].event] : INT64_MAX;
        bool follows = now < last || (now == last && (than == stack->parts || i > than));
        if (follows && (best == stack->parts || now > count[stack->part[best].event]))
            best = i;
    }
    return best;
}

/* "  memory 91%, page walks 9%" */
static void print_shares(const struct msim_stack *stack, const int64_t *count, msim_wide whole,
                         size_t room, FILE *to)
{
    size_t part = next_largest(stack, count, stack->parts), used = 0;
    for (; part < stack->parts; part = next_largest(stack, count, part)) {
        char text[sizeof stack->part->name + 16];
        double share = 100 * (double)count[stack->part[part].event] / (double)whole;
        int length = snprintf(text, sizeof text, "%s%s %.0f%%", used ? ", " : "  ",
                              stack->part[part].name, share);
        if (share < least_share || used + (size_t)length > room)
            return;
        fputs(text, to);
        used += (size_t)length;
    }
}

void msim_stack_print(struct msim_stack *stack, const char *before, size_t indent,
                      const int64_t *count, FILE *to)
{
    msim_wide whole = msim_stack_cycles(stack, count);
    size_t bar = stack->width && stack->width < WIDE ? BAR_NARROW : BAR;
    size_t used = indent + bar + 2;
    if (whole <= 0)
        return;
    fprintf(to, "%-*s", (int)indent, before);
    print_bar(stack, count, whole, bar, to);
    print_shares(stack, count, whole,
                 !stack->width         ? SIZE_MAX
                 : stack->width > used ? stack->width - used
                                       : 0,
                 to);
    fputc('\n', to);
}

void msim_stack_legend(struct msim_stack *stack, FILE *to)
{
    static const char begin[] = "In bars: ";
    size_t used = 0;
    for (size_t i = 0; i < stack->parts; i++) {
        struct msim_stack_part *part = &stack->part[i];
        if (!part->shown)
            continue;
        size_t length = strlen(part->name) + 4;
        bool wraps = used && stack->width && used + length > stack->width;
        fprintf(to, "%s%*s", wraps ? ",\n" : used ? ", " : begin, wraps ? INDENT : 0, "");
        used = (wraps ? INDENT : used ? used : INDENT) + length;
        if (stack->colour)
            begin_colour(i, to);
        fprintf(to, "%c%s %s", part->letter, stack->colour ? "\033[0m" : "", part->name);
        part->shown = false;
    }
    if (used)
        fputc('\n', to);
}
