/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exports a sweep as CSV (RFC 4180, names byte for byte) or JSON (RFC 8259; bytes of a name that
 * are not UTF-8 become U+FFFD).  In both, counts are whole numbers up to 2^64 - 1.
 */
#include "export.h"

#include <inttypes.h>

#include "cmd/base/quote.h"
#include "cmd/files/json.h"
#include "curve.h"
#include "engine/machine/names.h"

enum { MEMBER = 2, ROW = 4, CELL = 6 }; /* indents of JSON */

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_key(FILE *to, const struct msim_cell_key *key)
{
    fprintf(to, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", msim_level_name(key->level), key->size,
            key->ways, key->line);
}

static void csv_misses(FILE *to, const struct msim_missed *misses)
{
    fprintf(to, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, misses->read, misses->write,
            misses->instruction);
}

static void csv_cell(FILE *to, const struct msim_swept_cell *cell, const char *end)
{
    csv_key(to, &cell->key);
    fprintf(to, "%" PRIu64 ",", cell->references);
    csv_misses(to, &cell->misses);
    fputs(end, to);
}

/* Adds two columns, the function and its file, both empty for the total. */
static void csv_curve(FILE *to, const struct msim_curve *curve)
{
    for (size_t i = 0; i < curve->points; i++)
        csv_cell(to, curve->cell[i], ",,\r\n");
    for (size_t f = 0; f < curve->functions; f++)
        for (size_t i = 0; i < curve->points; i++) {
            const struct msim_curve_function *function = &curve->function[f];
            if (!function->at[i])
                continue;
            csv_key(to, &curve->cell[i]->key);
            fprintf(to, "%" PRIu64 ",", curve->cell[i]->references);
            csv_misses(to, function->at[i]);
            fputc(',', to);
            msim_csv_quote(to, function->function);
            fputc(',', to);
            msim_csv_quote(to, function->file);
            fputs("\r\n", to);
        }
}

void msim_swept_csv(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    fprintf(to, "level,size,ways,line,references,read misses,write misses,instruction misses%s\r\n",
            view->curve ? ",function,file" : "");
    if (!view->curve) {
        for (size_t i = 0; i < sweep->cells; i++)
            csv_cell(to, &sweep->cell[i], "\r\n");
        return;
    }
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from)) {
        struct msim_curve curve;
        msim_curve_make(&curve, sweep, from, view->of);
        csv_curve(to, &curve);
        msim_curve_free(&curve);
    }
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void json_geometry(struct msim_json *json, const struct msim_cell_key *key)
{
    msim_json_number(json, "size", key->size);
    msim_json_number(json, "ways", key->ways);
    msim_json_number(json, "line", key->line);
}

static void json_misses(struct msim_json *json, const struct msim_missed *misses)
{
    msim_json_number(json, "read_misses", misses->read);
    msim_json_number(json, "write_misses", misses->write);
    msim_json_number(json, "instruction_misses", misses->instruction);
}

static void json_cell(struct msim_json *json, const struct msim_swept_cell *cell)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "level", msim_level_name(cell->key.level));
    json_geometry(json, &cell->key);
    msim_json_number(json, "references", cell->references);
    json_misses(json, &cell->misses);
    msim_json_end(json);
}

/* Begins a function's object; the caller adds the counts. */
static void json_function(struct msim_json *json, enum msim_level level, const char *function,
                          const char *file)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "level", msim_level_name(level));
    msim_json_text(json, "function", function);
    msim_json_text(json, "file", file);
}

static void json_functions(struct msim_json *json, const struct msim_swept *sweep)
{
    msim_json_list(json, "functions", ROW);
    for (size_t end, at = 0; at < sweep->shares; at = end) {
        const struct msim_share *share = &sweep->share[at];
        end = msim_swept_function_end(sweep, at);
        json_function(json, share->key.level, share->function, share->file);
        msim_json_list(json, "cells", CELL);
        for (size_t i = at; i < end; i++) {
            msim_json_object(json, NULL, MSIM_JSON_INLINE);
            json_geometry(json, &sweep->share[i].key);
            json_misses(json, &sweep->share[i].misses);
            msim_json_end(json);
        }
        msim_json_end(json);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_fits(struct msim_json *json, const struct msim_curve *curve, size_t fits)
{
    if (fits < curve->points)
        msim_json_number(json, "fits", curve->cell[fits]->key.size);
    else
        msim_json_null(json, "fits");
}

static void json_curve(struct msim_json *json, const struct msim_curve *curve)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "level", msim_level_name(curve->level));
    msim_json_number(json, "ways", curve->ways);
    msim_json_number(json, "line", curve->line);
    json_fits(json, curve, curve->fits);
    msim_json_list(json, "functions", CELL);
    for (size_t i = 0; i < curve->functions; i++) {
        const struct msim_curve_function *function = &curve->function[i];
        json_function(json, curve->level, function->function, function->file);
        json_fits(json, curve, function->fits);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_end(json);
}

/* Writes the curves, which refer to the cells and functions written before. */
static void json_curves(struct msim_json *json, const struct msim_swept *sweep, enum msim_of of)
{
    msim_json_list(json, "curves", ROW);
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from)) {
        struct msim_curve curve;
        msim_curve_make(&curve, sweep, from, of);
        json_curve(json, &curve);
        msim_curve_free(&curve);
    }
    msim_json_end(json);
}

void msim_swept_json(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    struct msim_json json = msim_json_report(to, "sweep", MEMBER);
    msim_json_text(&json, "command", sweep->command);
    msim_json_text(&json, "machine", sweep->machine);
    msim_json_list(&json, "cells", ROW);
    for (size_t i = 0; i < sweep->cells; i++)
        json_cell(&json, &sweep->cell[i]);
    msim_json_end(&json);
    json_functions(&json, sweep);
    if (view->curve)
        json_curves(&json, sweep, view->of);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}
