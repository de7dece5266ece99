/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sweep for other programs: CSV (RFC 4180, names byte for byte) and JSON (RFC 8259, UTF-8; bytes of a
 * name that are none become U+FFFD).  Counts are whole numbers in both, up to 2^64 - 1.
 */
#include <inttypes.h>

#include "engine/machine/names.h"
#include "cmd/base/quote.h"
#include "curve.h"
#include "out.h"

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

/* Two columns more: the function and its file, both empty for the total. */
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
            msim_csv_text(to, function->function);
            fputc(',', to);
            msim_csv_text(to, function->file);
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

static void json_geometry(FILE *to, const struct msim_cell_key *key)
{
    fprintf(to, "\"size\": %" PRIu64 ", \"ways\": %" PRIu64 ", \"line\": %" PRIu64, key->size,
            key->ways, key->line);
}

static void json_misses(FILE *to, const struct msim_missed *misses)
{
    fprintf(to,
            "\"read_misses\": %" PRIu64 ", \"write_misses\": %" PRIu64
            ", \"instruction_misses\": %" PRIu64,
            misses->read, misses->write, misses->instruction);
}

static void json_cell(FILE *to, const struct msim_swept_cell *cell)
{
    fprintf(to, "{\"level\": \"%s\", ", msim_level_name(cell->key.level));
    json_geometry(to, &cell->key);
    fprintf(to, ", \"references\": %" PRIu64 ", ", cell->references);
    json_misses(to, &cell->misses);
    fputc('}', to);
}

static void json_name(FILE *to, enum msim_level level, const char *function, const char *file)
{
    fprintf(to, "{\"level\": \"%s\", \"function\": ", msim_level_name(level));
    msim_json_text(to, function);
    fputs(", \"file\": ", to);
    msim_json_text(to, file);
}

static void json_functions(FILE *to, const struct msim_swept *sweep)
{
    for (size_t end, at = 0; at < sweep->shares; at = end) {
        const struct msim_share *share = &sweep->share[at];
        end = msim_swept_function_end(sweep, at);
        fputs(at ? ",\n    " : "\n    ", to);
        json_name(to, share->key.level, share->function, share->file);
        fputs(", \"cells\": [", to);
        for (size_t i = at; i < end; i++) {
            fputs(i > at ? ",\n      {" : "\n      {", to);
            json_geometry(to, &sweep->share[i].key);
            fputs(", ", to);
            json_misses(to, &sweep->share[i].misses);
            fputc('}', to);
        }
        fputs("]}", to);
    }
}

static void json_fits(FILE *to, const struct msim_curve *curve, size_t fits)
{
    fputs("\"fits\": ", to);
    if (fits < curve->points)
        fprintf(to, "%" PRIu64, curve->cell[fits]->key.size);
    else
        fputs("null", to);
}

static void json_curve(FILE *to, const struct msim_curve *curve)
{
    fprintf(to, "\n    {\"level\": \"%s\", \"ways\": %" PRIu64 ", \"line\": %" PRIu64 ", ",
            msim_level_name(curve->level), curve->ways, curve->line);
    json_fits(to, curve, curve->fits);
    fputs(", \"functions\": [", to);
    for (size_t i = 0; i < curve->functions; i++) {
        const struct msim_curve_function *function = &curve->function[i];
        fputs(i ? ",\n      " : "\n      ", to);
        json_name(to, curve->level, function->function, function->file);
        fputs(", ", to);
        json_fits(to, curve, function->fits);
        fputc('}', to);
    }
    fputs("]}", to);
}

/* The curves refer to the cells and functions, which are all there anyway. */
static void json_curves(FILE *to, const struct msim_swept *sweep, enum msim_of of)
{
    fputs(",\n  \"curves\": [", to);
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from)) {
        struct msim_curve curve;
        msim_curve_make(&curve, sweep, from, of);
        fputs(from ? "," : "", to);
        json_curve(to, &curve);
        msim_curve_free(&curve);
    }
    fputc(']', to);
}

void msim_swept_json(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    fputs("{\n  \"command\": ", to);
    msim_json_text(to, sweep->command);
    fputs(",\n  \"machine\": ", to);
    msim_json_text(to, sweep->machine);
    fputs(",\n  \"cells\": [", to);
    for (size_t i = 0; i < sweep->cells; i++) {
        fputs(i ? ",\n    " : "\n    ", to);
        json_cell(to, &sweep->cell[i]);
    }
    fputs("],\n  \"functions\": [", to);
    json_functions(to, sweep);
    fputc(']', to);
    if (view->curve)
        json_curves(to, sweep, view->of);
    fputs("\n}\n", to);
}
