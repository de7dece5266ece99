/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/types ROUNDS FILE...: reads mutations of the files as objects with debugging information, and asks
 * what there is to ask; the sanitizers watch.  mutate.h says what else it takes.
 *
 * Most changes are made in place, because inserted bytes move everything after them.  Besides, no answer
 * may contradict itself: fields lie in their types, variables have the byte that was asked for.
 *
 * The corpus are small objects with DWARF 4 and 5 by gcc and clang, from
 *     -g -O1 -nostdlib -shared -Wl,-z,noseparate-code,-z,max-page-size=64,-z,norelro
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/grow.h"
#include "cmd/types/types.h"
#include "forms.h"

static const char words[] =
    "|\xff\xff\xff\xff\xff\xff\xff\xff|\x7f|\x01|\xff\xff\xff\x7f|\x80\x80\x80\x80\x80\x80\x80\x01"
    "|\x49";

static void check_type(const struct msim_type *type, unsigned depth)
{
    if (!type || depth > 3)
        return;
    const struct msim_type_fields *fields = msim_type_fields(type);
    for (size_t i = 0; i < fields->fields; i++) {
        const struct msim_type_field *field = &fields->field[i];
        if (!field->path || (i && field[-1].offset > field->offset))
            msim_fuzz_fail("fields out of order");
        if (type->bytes && field->offset > type->bytes)
            msim_fuzz_fail("a field behind its type");
        if (!field->is_hole && !field->is_flexible && !msim_type_field_at(type, field->offset))
            msim_fuzz_fail("a field that is not found");
    }
    for (size_t i = 0; i < type->members; i++)
        check_type(msim_type_target(type->member[i].type), depth + 1);
    check_type(msim_type_target(type), depth + 1);
}

static void check_variable(const struct msim_variable *variable, uint64_t address)
{
    if (!variable->name || address < variable->start)
        msim_fuzz_fail("a variable without a name or behind its address");
    if (variable->bytes && address - variable->start >= variable->bytes)
        msim_fuzz_fail("a variable that ends before its address");
    check_type(variable->type, 0);
}

static void ask(struct msim_types *types, const char *path, uint64_t size)
{
    static const char *const names[] = {"struct item", "list", "union both", "int", "shop::Order"};
    struct msim_variable variable;
    struct msim_operand_type operand;
    msim_types_lack(types, path);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_type(msim_types_named(types, path, names[i]), 0);
    for (uint64_t at = 0; at < 2 * size; at += 3) {
        if (msim_types_variable(types, path, at, &variable))
            check_variable(&variable, at);
        if (msim_types_operand(types, path, at, at & 1, &operand))
            check_type(operand.type, 1);
        if (at % 16 == 0 && msim_types_local(types, path, at, -(int64_t)(at % 64) - 16, &variable))
            check_type(variable.type, 1);
    }
    for (int64_t at = -64; at < 0; at += 8)
        if (msim_types_tls(types, path, at, &variable))
            check_type(variable.type, 1);
}

static bool run_round(struct msim_bytes file)
{
    char path[] = "/tmp/msim-types-XXXXXX";
    for (uint64_t changes = msim_any(6); changes > 0; changes--)
        msim_overwrite(&file, false);
    int to = mkstemp(path);
    bool good = to >= 0 && write(to, file.at, file.size) == (ssize_t)file.size;
    if (to < 0 || close(to) != 0 || !good)
        msim_fuzz_fail("no temporary file");
    struct msim_types *types = msim_types_new();
    ask(types, path, file.size);
    good = !msim_types_lack(types, path);
    unlink(path);
    msim_types_free(types);
    free(file.at);
    return good;
}

/* Asks for a field behind the last one. */
static void plant(void)
{
    struct msim_types *types = msim_types_new();
    msim_types_free(types);
    check_type(msim_types_named(types, "planted", "int"), 0);
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "", .round = run_round, .plant = plant};
