/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports instructions with their counts as JSON or CSV; docs/format.md describes both. */
#include <inttypes.h>
#include <string.h>

#include "asm.h"
#include "cmd/base/quote.h"
#include "cmd/listing/about.h"
#include "cmd/listing/values.h"

enum { MEMBER = 2, ROW = 4, INNER = 6 }; /* indents of JSON */

static const char *known(const char *name)
{
    return strcmp(name, "???") != 0 ? name : NULL;
}

/* The text of an instruction, with its target: "jne 1150 <f+0x17>"; NULL: it is not disassembled. */
static const char *text_of(const struct msim_asm_listing *listing, const struct msim_asm_row *row,
                           char *text, size_t size)
{
    char place[MSIM_ASM_PLACE];
    const struct msim_asm_instruction *is = &row->instruction;
    if (!row->known)
        return NULL;
    msim_asm_place(listing, is->target, place);
    if (!is->is_branch)
        snprintf(text, size, "%s", is->text);
    else
        snprintf(text, size, "%-6s %" PRIx64 "%s%s%s", is->text, is->target, *place ? " <" : "",
                 place, *place ? ">" : "");
    return text;
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void json_name(struct msim_json *json, const char *key, const char *name)
{
    if (name)
        msim_json_text(json, key, name);
    else
        msim_json_null(json, key);
}

static void json_calls(struct msim_json *json, const struct msim_asm *of,
                       const struct msim_asm_row *row)
{
    msim_json_list(json, "calls", MSIM_JSON_INLINE);
    for (size_t i = row->first_call; i < row->end_call; i++) {
        const struct msim_calls_cost *call = &of->calls->cost[of->order[i]];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "function", msim_calls_name(of->calls, call->callee));
        msim_json_number(json, "calls", call->calls);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_instruction(struct msim_json *json, const struct msim_asm_listing *listing,
                             const struct msim_asm_row *row)
{
    const struct msim_asm *of = listing->of;
    char text[600];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_value(json, "address", "\"0x%" PRIx64 "\"", row->address);
    json_name(json, "text", text_of(listing, row, text, sizeof text));
    json_name(json, "file", row->line ? of->calls->file.name[row->file] : NULL);
    msim_json_number(json, "line", row->line);
    json_calls(json, of, row);
    if (row->count)
        msim_json_values(json, &of->view->show, "values", row->count);
    else
        msim_json_null(json, "values");
    msim_json_end(json);
}

static void json_function(struct msim_json *json, const struct msim_asm_listing *listing)
{
    const struct msim_asm *of = listing->of;
    uint32_t function = listing->function->function;
    msim_json_object(json, NULL, INNER);
    json_name(json, "function", known(msim_calls_name(of->calls, function)));
    json_name(json, "file", known(msim_calls_file(of->calls, function)));
    json_name(json, "object", known(msim_calls_object(of->calls, function)));
    json_name(json, "build-id", msim_calls_build_id(of->calls, function));
    json_name(json, "not-disassembled", listing->why);
    msim_json_values(json, &of->view->show, "values", listing->function->total);
    msim_json_list(json, "instructions", INNER + 2);
    for (size_t i = 0; i < listing->rows; i++)
        json_instruction(json, listing, &listing->row[i]);
    msim_json_end(json);
    msim_json_end(json);
}

void msim_asm_json(struct msim_asm *of, FILE *to)
{
    struct msim_json json = msim_json_report(to, "annotate", MEMBER);
    struct msim_asm_listing listing;
    msim_listing_json_head(&json, of->view);
    msim_json_list(&json, "functions", ROW);
    for (size_t i = 0; i < of->functions; i++) {
        msim_asm_list(&listing, of, i);
        json_function(&json, &listing);
        msim_asm_list_free(&listing);
    }
    msim_json_end(&json);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_instruction(const struct msim_asm_listing *listing, const struct msim_asm_row *row,
                            FILE *to)
{
    const struct msim_asm *of = listing->of;
    uint32_t function = listing->function->function;
    char text[600];
    const char *shown = text_of(listing, row, text, sizeof text);
    msim_csv_quote(to, msim_calls_object(of->calls, function));
    fputc(',', to);
    msim_csv_quote(to, msim_calls_name(of->calls, function));
    fprintf(to, ",0x%" PRIx64 ",", row->address);
    msim_csv_quote(to, row->line ? of->calls->file.name[row->file] : "");
    fputc(',', to);
    if (row->line)
        fprintf(to, "%" PRIu32, row->line);
    fputc(',', to);
    msim_csv_quote(to, shown ? shown : "");
    msim_listing_csv_values(of->view, row->count, to);
}

void msim_asm_csv(struct msim_asm *of, FILE *to)
{
    struct msim_asm_listing listing;
    msim_listing_csv_head(of->view, "object,function,address,file,line,instruction", to);
    for (size_t i = 0; i < of->functions; i++) {
        msim_asm_list(&listing, of, i);
        for (size_t row = 0; row < listing.rows; row++)
            csv_instruction(&listing, &listing.row[row], to);
        msim_asm_list_free(&listing);
    }
}
