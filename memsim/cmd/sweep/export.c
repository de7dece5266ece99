/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exports a sweep as CSV (RFC 4180, names byte for byte) or JSON (RFC 8259; bytes of a name that
 * are not UTF-8 become U+FFFD).  In both, counts are whole numbers up to 2^64 - 1.
 */
#include "present.h"

#include "cmd/listing/export.h"
#include "curve.h"
#include "engine/machine/names.h"

enum { MEMBER = 2, ROW = 4, CELL = 6 }; /* indents of JSON */

/* A curve has a function and its file, too, in CSV. */
static const char cell_fields[] =
    "level,size,ways,line,references,read misses,write misses,instruction misses";
static const char curve_fields[] =
    "level,size,ways,line,references,read misses,write misses,instruction misses,function,file";
static const char share_fields[] = "size,ways,line,read misses,write misses,instruction misses";

static void put_geometry(struct msim_export *out, const struct msim_cell_key *key)
{
    msim_export_number(out, key->size);
    msim_export_number(out, key->ways);
    msim_export_number(out, key->line);
}

static void put_misses(struct msim_export *out, const struct msim_missed *misses)
{
    msim_export_number(out, misses->read);
    msim_export_number(out, misses->write);
    msim_export_number(out, misses->instruction);
}

/* A row, but for its function. */
static void put_cell(struct msim_export *out, const struct msim_swept_cell *cell,
                     const struct msim_missed *misses)
{
    msim_export_row(out);
    msim_export_text(out, msim_level_name(cell->key.level));
    put_geometry(out, &cell->key);
    msim_export_number(out, cell->references);
    put_misses(out, misses);
}

static void put_cells(struct msim_export *out, const struct msim_swept *sweep)
{
    for (size_t i = 0; i < sweep->cells; i++) {
        put_cell(out, &sweep->cell[i], &sweep->cell[i].misses);
        msim_export_end(out);
    }
    msim_export_done(out);
}

/* --- CSV ---------------------------------------------------------------------------------- */

/* The total has no function. */
static void put_curve(struct msim_export *out, const struct msim_curve *curve)
{
    for (size_t i = 0; i < curve->points; i++) {
        put_cell(out, curve->cell[i], &curve->cell[i]->misses);
        msim_export_none(out);
        msim_export_none(out);
        msim_export_end(out);
    }
    for (size_t f = 0; f < curve->functions; f++)
        for (size_t i = 0; i < curve->points; i++) {
            const struct msim_curve_function *function = &curve->function[f];
            if (!function->at[i])
                continue;
            put_cell(out, curve->cell[i], function->at[i]);
            msim_export_text(out, function->function);
            msim_export_text(out, function->file);
            msim_export_end(out);
        }
}

void msim_swept_csv(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    struct msim_export out = msim_export_csv(to, view->curve ? curve_fields : cell_fields, NULL);
    if (!view->curve) {
        put_cells(&out, sweep);
        return;
    }
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from)) {
        struct msim_curve curve;
        msim_curve_make(&curve, sweep, from, view->of);
        put_curve(&out, &curve);
        msim_curve_free(&curve);
    }
}

/* --- JSON --------------------------------------------------------------------------------- */

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
        const struct msim_function_share *share = &sweep->share[at];
        end = msim_swept_function_end(sweep, at);
        json_function(json, share->key.level, share->function, share->file);
        struct msim_export out = msim_export_json(json, "cells", CELL, share_fields, NULL);
        for (size_t i = at; i < end; i++) {
            msim_export_row(&out);
            put_geometry(&out, &sweep->share[i].key);
            put_misses(&out, &sweep->share[i].misses);
            msim_export_end(&out);
        }
        msim_export_done(&out);
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
    struct msim_export out = msim_export_json(&json, "cells", ROW, cell_fields, NULL);
    put_cells(&out, sweep);
    json_functions(&json, sweep);
    if (view->curve)
        json_curves(&json, sweep, view->of);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}
