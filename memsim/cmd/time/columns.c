/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Choosing columns; see present.h. */
#include "present.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/columns/usual.h"

/* Appends "NAME:PTI" to the list. */
static void append(char *list, size_t room, const char *name, size_t length)
{
    size_t used = strlen(list);
    if (length == 2 && (!strncmp(name, "Cy", 2) || !strncmp(name, "Ir", 2)))
        return;
    snprintf(list + used, room - used, "%s%.*s:PTI", used ? "," : "", (int)length, name);
}

static bool has_cycles(const struct msim_counts *counts, const char *cycles)
{
    struct msim_column column;
    char *error = msim_column_make(&column, counts, cycles, "Cy", 2);
    free(error);
    if (!error)
        msim_column_free(&column);
    return !error;
}

/* The rates of the columns that annotate shows by default. */
static void choose(char *list, size_t room, const struct msim_counts *counts, const char *cycles)
{
    static struct msim_usual usual;
    msim_usual_columns(&usual, counts, cycles);
    snprintf(list, room, "%s", has_cycles(counts, cycles) ? "Cy/Ir" : "");
    if (!strcmp(usual.show, "all"))
        for (size_t i = 0; i < counts->events; i++)
            append(list, room, counts->event[i], strlen(counts->event[i]));
    else
        for (const char *at = usual.show; *at;) {
            size_t length = strcspn(at, ",");
            append(list, room, at, length);
            at += length + (at[length] == ',');
        }
    if (!*list)
        snprintf(list, room, "Ir");
}

void msim_time_columns(struct msim_columns *columns, const struct msim_counts *counts,
                       const char *show, const char *cycles)
{
    static char usual[2 * MSIM_USUAL_ROOM];
    char *error = cycles ? msim_cycles_check(cycles) : NULL;
    if (error)
        msim_bad_usage("--cycles=%s: %s", cycles, error);
    if (!show)
        choose(usual, sizeof usual, counts, cycles);
    error = msim_columns_make(columns, counts, cycles, show ? show : usual);
    if (error)
        msim_bad_usage("--show=%s: %s", show ? show : usual, error);
}
