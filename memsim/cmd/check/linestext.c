/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines that changed, as text: where they are, their functions, and what changed.
 *
 * Names take what numbers leave, and stay different; events that there is no room for are named.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/names/labels.h"
#include "present.h"

/* PLACE, FUNCTION: columns of names, if there is room; LEAST: of both, otherwise. */
enum { NUMBER = 14, LESS = 11, PLACE = 46, FUNCTION = 30, LEAST = 36, NOTE = 10 };

struct listing {
    const struct msim_check *check;
    size_t lines, event[MSIM_EVENTS_MAX], events, shown; /* events that there is room for */
    size_t names;                                        /* columns of both names */
    int number;
    struct msim_labels place, function;
};

/* Decides how wide everything is. */
static void fit(struct listing *listing)
{
    size_t width = listing->check->width, wide = PLACE + 1 + FUNCTION;
    listing->number = NUMBER;
    listing->names = wide;
    listing->shown = listing->events;
    if (!width || wide + listing->events * (NUMBER + 1) + NOTE <= width)
        return;
    listing->number = LESS;
    while (listing->shown > 1 && LEAST + listing->shown * (LESS + 1) + NOTE > width)
        listing->shown--;
    size_t numbers = listing->shown * (LESS + 1) + NOTE;
    listing->names = width > numbers + LEAST ? width - numbers : LEAST;
    listing->names = listing->names < wide ? listing->names : wide;
}

static size_t place_width(const struct listing *listing)
{
    return listing->names * PLACE / (PLACE + FUNCTION + 1);
}

static void add_names(struct listing *listing)
{
    for (size_t i = 0; i < listing->lines; i++) {
        const struct msim_change *change = &listing->check->changes.change[i];
        char place[4 * 400];
        msim_check_place(change, place, sizeof place);
        msim_labels_next(&listing->place, 0);
        msim_labels_put(&listing->place, MSIM_LABEL_PATH, "%s", place);
        msim_labels_next(&listing->function, 0);
        msim_labels_put(&listing->function, MSIM_LABEL_NAME, "%s", change->function);
    }
    msim_labels_fit(&listing->place, place_width(listing));
    msim_labels_fit(&listing->function, listing->names - place_width(listing) - 1);
}

static void put_padded(const char *text, size_t width, FILE *to)
{
    size_t length = msim_utf8_length(text);
    fprintf(to, "%s%*s", text, (int)(width > length ? width - length : 0), "");
}

static void put_change(const struct listing *listing, size_t line, FILE *to)
{
    const struct msim_judged_value plain = {.kind = MSIM_COLUMN_COUNT};
    const struct msim_change *change = &listing->check->changes.change[line];
    put_padded(msim_labels_text(&listing->place, line), place_width(listing), to);
    fputc(' ', to);
    put_padded(msim_labels_text(&listing->function, line),
               listing->names - place_width(listing) - 1, to);
    for (size_t i = 0; i < listing->shown; i++) {
        size_t event = listing->event[i];
        long double by = (long double)change->fresh[event] - (long double)change->base[event];
        fprintf(to, " %*s", listing->number, by != 0 ? msim_check_growth(&plain, by).text : ".");
    }
    fputs(change->added ? "  new" : change->gone ? "  gone" : "", to);
    fputs(change->conflict ? "  conflict" : "", to);
    fputc('\n', to);
}

static void put_left_out(const struct listing *listing, FILE *to)
{
    const struct msim_check *check = listing->check;
    if (listing->shown == listing->events)
        return;
    char *text = msim_copy("(no room for");
    for (size_t i = listing->shown; i < listing->events; i++) {
        char *more = msim_printed("%s %s", text, check->sides.common.name[listing->event[i]]);
        free(text);
        text = more;
    }
    char *all = msim_printed("%s: --width)", text);
    msim_wrap(to, all, 0, 1, check->width);
    MSIM_FREE(text, all);
}

static void put_small(const struct msim_check *check, FILE *to)
{
    size_t small = check->changes.small;
    if (!small)
        return;
    char *text = msim_printed("Not listed: %zu line%s that changed by less than a tenth of what "
                              "budgets allow",
                              small, small > 1 ? "s" : "");
    msim_wrap(to, text, 0, 0, check->width);
    free(text);
}

void msim_check_put_changes(const struct msim_check *check, FILE *to)
{
    const struct msim_changes *changes = &check->changes;
    size_t left = msim_check_left(check);
    struct listing listing = {.check = check, .lines = changes->changes - left};
    listing.events = msim_check_events(check, listing.lines, listing.event);
    if (!changes->changes) {
        fprintf(to, "\nNo source line does %smore or less than before.\n",
                changes->small ? "much " : "");
        put_small(check, to);
        return;
    }
    fit(&listing);
    add_names(&listing);
    fprintf(to, "\n%-*s", (int)listing.names, "Lines that changed");
    for (size_t i = 0; i < listing.shown; i++)
        fprintf(to, " %*s", listing.number, check->sides.common.name[listing.event[i]]);
    fputc('\n', to);
    msim_check_rule(check, to);
    for (size_t i = 0; i < listing.lines; i++)
        put_change(&listing, i, to);
    put_left_out(&listing, to);
    if (left)
        fprintf(to, "... and %zu more; --lines=N shows N\n", left);
    put_small(check, to);
    msim_check_explain_changes(check, to);
    msim_labels_free(&listing.place);
    msim_labels_free(&listing.function);
}
