/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * asktypes OBJECT [FOLDER...]: answers questions about an object's data, one a line, from standard
 * input.  Numbers are as in C.
 *
 *     variable ADDRESS         NAME START BYTES FIELD, FIELD being the leaf that has the byte
 *     tls OFFSET               the same, by the offset from the thread pointer
 *     local ADDRESS OFFSET     the same, of the function at the address, by the offset from the CFA
 *     function NAME            its address
 *     layout TYPE              NAME BYTES, then a line for each leaf and hole
 *     field TYPE OFFSET        the leaf that has the byte
 *     operand ADDRESS read|write     TYPE DISPLACEMENT STRIDE FIELD
 *     operands ADDRESS BYTES   TYPE:FIELD of each operand of the instructions there, blanks as _; FIELD is *
 *                              where the operand is one of several
 *     lack                     why there is no debugging information
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/types/types.h"

static const char *path;
static struct msim_types *types;

static void print_field(const struct msim_type *type, uint64_t offset)
{
    const struct msim_type_field *field = type ? msim_type_field_at(type, offset) : NULL;
    if (!field)
        printf(" ?\n");
    else
        printf(" %s\n", field->is_hole ? "(hole)" : *field->path ? field->path : "(all)");
}

static void print_variable(bool found, const struct msim_variable *variable, uint64_t address)
{
    if (!found) {
        puts("unknown");
        return;
    }
    printf("%s %" PRId64 " %" PRIu64, variable->name, (int64_t)variable->start, variable->bytes);
    print_field(variable->type, address - variable->start);
}

static void print_layout(const char *name)
{
    const struct msim_type *type = msim_types_named(types, path, name);
    if (!type) {
        puts("unknown");
        return;
    }
    const struct msim_type_fields *fields = msim_type_fields(type);
    printf("%s %" PRIu64 "\n", type->name, type->bytes);
    for (size_t i = 0; i < fields->fields; i++) {
        const struct msim_type_field *field = &fields->field[i];
        printf("  %" PRIu64 " %" PRIu64 " %s", field->offset, field->bytes,
               field->is_hole ? "(hole)" : field->path);
        for (unsigned j = 0; j < field->dimensions; j++)
            printf(" %" PRIu64 "*%" PRIu64, field->dimension[j].count, field->dimension[j].stride);
        if (field->bits)
            printf(" bits=%u", field->bits);
        printf(" %s%s\n", field->type ? field->type->name : "-",
               field->is_flexible ? " flexible" : "");
    }
}

static void print_operand(uint64_t address, bool writes)
{
    struct msim_operand_type operand;
    if (!msim_types_operand(types, path, address, writes, &operand)) {
        puts("unknown");
        return;
    }
    printf("%s %" PRId64 " %" PRIu64, operand.type->name, operand.displacement, operand.stride);
    uint64_t size = operand.type->bytes;
    int64_t at = operand.displacement;
    print_field(operand.type, size
                                  ? (uint64_t)((at % (int64_t)size + (int64_t)size) % (int64_t)size)
                                  : (uint64_t)at);
}

static void print_operands(uint64_t from, uint64_t bytes)
{
    for (uint64_t at = from; at < from + bytes; at++)
        for (int writes = 0; writes < 2; writes++) {
            struct msim_operand_type operand;
            if (!msim_types_operand(types, path, at, writes, &operand))
                continue;
            int64_t size = (int64_t)operand.type->bytes, place = operand.displacement;
            bool is_indexed = operand.stride && operand.stride % (uint64_t)(size ? size : 1);
            if (operand.stride && size)
                place = (place % size + size) % size;
            for (const char *c = operand.type->name; *c; c++)
                putchar(*c == ' ' ? '_' : *c);
            const struct msim_type_field *field = msim_type_field_at(operand.type, (uint64_t)place);
            printf(":%s ", is_indexed       ? "*"
                           : !field         ? "?"
                           : field->is_hole ? "(hole)"
                           : *field->path   ? field->path
                                            : "(all)");
        }
    putchar('\n');
}

static void answer(char *line)
{
    struct msim_variable variable;
    char *word = strtok(line, " "), *rest = strtok(NULL, "");
    char *text = rest;
    uint64_t number = rest ? strtoull(rest, &rest, 0) : 0;
    if (!strcmp(word, "variable")) {
        print_variable(msim_types_variable(types, path, number, &variable), &variable, number);
    } else if (!strcmp(word, "tls")) {
        print_variable(msim_types_tls(types, path, (int64_t)number, &variable), &variable, number);
    } else if (!strcmp(word, "local")) {
        uint64_t offset = strtoull(rest, NULL, 0);
        print_variable(msim_types_local(types, path, number, (int64_t)offset, &variable), &variable,
                       offset);
    } else if (!strcmp(word, "function")) {
        if (msim_types_function(types, path, text, &number))
            printf("%#" PRIx64 "\n", number);
        else
            puts("unknown");
    } else if (!strcmp(word, "layout")) {
        print_layout(text);
    } else if (!strcmp(word, "field")) {
        char *space = strrchr(text, ' ');
        *space = 0;
        const struct msim_type *type = msim_types_named(types, path, text);
        printf("%s", type ? type->name : "unknown");
        print_field(type, strtoull(space + 1, NULL, 0));
    } else if (!strcmp(word, "operands")) {
        print_operands(number, strtoull(rest, NULL, 0));
    } else if (!strcmp(word, "operand")) {
        print_operand(number, strstr(rest, "write"));
    } else {
        const char *why = msim_types_lack(types, path);
        puts(why ? why : "-");
    }
}

int main(int argc, char **argv)
{
    char line[4096];
    if (argc < 2)
        return 2;
    path = argv[1];
    types = msim_types_new();
    for (int i = 2; i < argc; i++)
        msim_types_folder(types, argv[i]);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        answer(line);
    }
    msim_types_free(types);
    return 0;
}
