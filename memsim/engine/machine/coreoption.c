/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and writes what coreoption.h says. */
#include "coreoption.h"

#include <stddef.h>

#include "engine/base/reader.h"

static bool take_word(struct msim_reader *reader, const char *word)
{
    struct msim_reader after = *reader;
    if (!msim_take(&after, word) || (*after.at && *after.at != ','))
        return false;
    *reader = after;
    return true;
}

/* Takes "usual", or the name of a machine. */
static bool take_beginning(struct msim_reader *reader, struct msim_core_option *option)
{
    *option = (struct msim_core_option){.begins = true};
    if (take_word(reader, "usual"))
        return true;
    for (option->from = msim_named_machines; option->from->name; option->from++)
        if (take_word(reader, option->from->name))
            return true;
    return false;
}

const char *msim_core_option_read(const char *text, struct msim_core_option *option)
{
    struct msim_reader reader = {text};
    struct msim_core_option read;
    if (msim_same_text(text, "none")) {
        *option = (struct msim_core_option){.begins = false};
        return NULL;
    }
    if (!take_beginning(&reader, &read))
        read = *option;
    else if (!*reader.at) {
        *option = read;
        return NULL;
    } else
        msim_take(&reader, ",");
    const char *wrong = msim_core_read_given(reader.at, &read.core, &read.given);
    if (!wrong)
        *option = read;
    return wrong;
}

void msim_core_option_apply(const struct msim_core_option *option, struct msim_machine *machine)
{
    struct msim_core given = option->core;
    if (option->begins) {
        machine->core = option->from ? option->from->machine.core : msim_core_usual;
        machine->core_known = option->from ? option->from->machine.core_known : option->given.any;
        machine->core_name = option->from ? option->from->machine.core_name : NULL;
    }
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
        if (option->given.value[i])
            *msim_core_at(&machine->core, i) = *msim_core_at(&given, i);
}

static const struct msim_named_machine *beginning(const struct msim_machine *machine)
{
    return machine->core_name ? msim_named_machine(machine->core_name) : NULL;
}

/* The values that differ from those that it begins with. */
static void put_values(struct msim_text *text, const struct msim_machine *machine,
                       const char *between, const char *is)
{
    const struct msim_named_machine *from = beginning(machine);
    struct msim_core before = from ? from->machine.core : msim_core_usual, core = machine->core;
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        if (*msim_core_at(&core, i) == *msim_core_at(&before, i))
            continue;
        msim_put(text, between);
        msim_put(text, msim_core_values[i].name);
        msim_put(text, is);
        msim_put_number(text, *msim_core_at(&core, i));
    }
}

void msim_core_option_put(struct msim_text *text, const struct msim_machine *machine)
{
    const struct msim_named_machine *from = beginning(machine);
    msim_put(text, from ? from->name : "usual");
    put_values(text, machine, ",", ":");
}

void msim_core_put(struct msim_text *text, const struct msim_machine *machine)
{
    const struct msim_named_machine *from = beginning(machine);
    msim_put(text, from ? from->name : machine->core_known ? "as described" : "generic");
    put_values(text, machine, ", ", " ");
}
