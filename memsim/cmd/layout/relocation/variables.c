/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols and where they are when the program runs: variables.h. */
#include "variables.h"

#include <ctype.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/code/object.h"
#include "relocation.h"
#include "stream/event.h"

/* --- Files -------------------------------------------------------------------------------- */

static bool is_known(uint32_t **list, size_t *files, uint32_t file)
{
    for (size_t i = 0; i < *files; i++)
        if ((*list)[i] == file)
            return true;
    *list = msim_room(*list, *files, sizeof **list);
    (*list)[(*files)++] = file;
    return false;
}

/* --- Symbols ------------------------------------------------------------------------------ */

/* The name, or that of a function's own variable, to which the compiler adds a number. */
static bool is_named(const char *symbol, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(symbol, name, length) != 0)
        return false;
    symbol += length;
    if (*symbol == '.')
        symbol += 1 + strspn(symbol + 1, "0123456789");
    return !*symbol;
}

static const struct msim_elf_symbol *symbol_named(const struct msim_object_file *object,
                                                  const char *name)
{
    for (size_t i = 0; i < object->symbols.symbols; i++) {
        const struct msim_elf_symbol *symbol = &object->symbols.symbol[i];
        if (symbol->size && !symbol->in_table && is_named(symbol->name, name))
            return symbol;
    }
    return NULL;
}

/* Variables of a rule begin in the order in which it names them. */
static void find_all(struct msim_variables *variables, const struct msim_object_file *object,
                     uint64_t bias)
{
    size_t number = 0;
    for (size_t i = 0; i < variables->relocation->rules; i++) {
        const struct msim_layout_rule *rule = variables->relocation->rule[i].rule;
        for (size_t k = 0; k < rule->variables; k++, number++) {
            const struct msim_elf_symbol *symbol =
                variables->found[number] ? NULL : symbol_named(object, rule->variable[k]);
            if (!symbol)
                continue;
            variables->found[number] = true;
            msim_relocation_variable(variables->relocation, i, symbol->address + bias,
                                     symbol->size);
        }
    }
}

static size_t wanted(const struct msim_variables *variables)
{
    size_t count = 0;
    for (size_t i = 0; i < variables->relocation->rules; i++)
        count += variables->relocation->rule[i].rule->variables;
    return count;
}

void msim_variables_mapped(void *self, const uint64_t *record)
{
    struct msim_variables *variables = self;
    size_t count = wanted(variables);
    uint32_t file = msim_event_upper(record[4]);
    const char *path = msim_dict_text(variables->dict, file);
    if (!count || !*path || is_known(&variables->file, &variables->files, file))
        return;
    if (!variables->found)
        variables->found = msim_zeroed(count, sizeof *variables->found);
    struct msim_object_file object = {0};
    struct msim_object_places places = {.folders = 0};
    uint64_t bias;
    msim_object_open(&object, path, NULL, &places);
    if (object.path && msim_bias(&object.elf, record[1], record[3], &bias))
        find_all(variables, &object, bias);
    msim_object_close(&object);
}

void msim_variables_each(
    const struct msim_dict *dict, const uint64_t *record, uint32_t **file, size_t *files,
    void (*take)(void *self, const char *name, uint64_t address, uint64_t bytes), void *self)
{
    const char *path = msim_dict_text(dict, msim_event_upper(record[4]));
    struct msim_object_file object = {0};
    struct msim_object_places places = {.folders = 0};
    uint64_t bias;
    if (!*path || is_known(file, files, msim_event_upper(record[4])))
        return;
    msim_object_open(&object, path, NULL, &places);
    bool mapped = object.path && msim_bias(&object.elf, record[1], record[3], &bias);
    for (size_t i = 0; mapped && i < object.symbols.symbols; i++) {
        const struct msim_elf_symbol *symbol = &object.symbols.symbol[i];
        size_t code;
        if (symbol->size && !symbol->in_table &&
            !msim_elf_code(&object.elf, symbol->address, &code))
            take(self, symbol->name, symbol->address + bias, symbol->size);
    }
    msim_object_close(&object);
}

size_t msim_variables_missing(const struct msim_variables *variables,
                              const struct msim_layout_rules *layout)
{
    size_t number = 0;
    for (size_t i = 0; i < layout->rules; i++)
        for (size_t k = 0; k < layout->rule[i].variables; k++, number++)
            if (!variables->found || !variables->found[number])
                return number + 1;
    return 0;
}
