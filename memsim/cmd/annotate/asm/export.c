/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports instructions with their counts as JSON or CSV; docs/format.md describes both. */
#include <inttypes.h>
#include <string.h>

#include "asm.h"
#include "cmd/listing/about.h"
#include "cmd/listing/export.h"

enum { MEMBER = 2, ROW = 4, INNER = 6 }; /* indents of JSON */

static const char *known(const char *name)
{
    return strcmp(name, "???") != 0 ? name : NULL;
}

/* The text of an instruction, with its target: "jne 1150 <f+0x17>"; NULL: not disassembled. */
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

static const char fields[] =
    "|object,|function,address,text|,file,line|,|line,|instruction,values*";

/* --- JSON and CSV ------------------------------------------------------------------------- */

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

/* JSON has the calls between the line and the values, and a line of 0 where none is known. */
static void put_instruction(struct msim_export *out, const struct msim_asm_listing *listing,
                            const struct msim_asm_row *row)
{
    const struct msim_asm *of = listing->of;
    uint32_t function = listing->function->function;
    char room[600];
    const char *text = text_of(listing, row, room, sizeof room);
    msim_export_row(out);
    msim_export_text(out, msim_calls_object(of->calls, function));
    msim_export_text(out, msim_calls_name(of->calls, function));
    msim_export_address(out, row->address);
    msim_export_text(out, text);
    msim_export_text(out, row->line ? of->calls->file.name[row->file] : NULL);
    msim_export_number(out, row->line);
    msim_export_number_if(out, row->line, row->line);
    msim_export_text(out, text);
    if (out->json)
        json_calls(out->json, of, row);
    msim_export_values(out, row->count);
    msim_export_end(out);
}

static void json_function(struct msim_json *json, const struct msim_asm_listing *listing)
{
    const struct msim_asm *of = listing->of;
    uint32_t function = listing->function->function;
    msim_json_object(json, NULL, INNER);
    msim_json_text_or_null(json, "function", known(msim_calls_name(of->calls, function)));
    msim_json_text_or_null(json, "file", known(msim_calls_file(of->calls, function)));
    msim_json_text_or_null(json, "object", known(msim_calls_object(of->calls, function)));
    msim_json_text_or_null(json, "build-id", msim_calls_build_id(of->calls, function));
    msim_json_text_or_null(json, "not-disassembled", listing->why);
    msim_json_values(json, &of->view->show, "values", listing->function->total);
    struct msim_export out =
        msim_export_json(json, "instructions", INNER + 2, fields, &of->view->show);
    for (size_t i = 0; i < listing->rows; i++)
        put_instruction(&out, listing, &listing->row[i]);
    msim_export_done(&out);
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

void msim_asm_csv(struct msim_asm *of, FILE *to)
{
    struct msim_asm_listing listing;
    struct msim_export out = msim_export_csv(to, fields, &of->view->show);
    for (size_t i = 0; i < of->functions; i++) {
        msim_asm_list(&listing, of, i);
        for (size_t row = 0; row < listing.rows; row++)
            put_instruction(&out, &listing, &listing.row[row]);
        msim_asm_list_free(&listing);
    }
}
