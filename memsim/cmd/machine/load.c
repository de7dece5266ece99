/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads machines by name or from a file (show.h). */
#include "show.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/files/operand.h"
#include "cmd/machine/file/xmlfile.h"
#include "engine/machine/machines.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_MACHINE, MSIM_FILE_UNKNOWN};

/* The shipped machine of that name, or NULL. */
static const struct msim_shipped *find(const char *name)
{
    for (const struct msim_shipped *at = msim_shipped_machines; at->name; at++)
        if (!strcmp(at->name, name))
            return at;
    return NULL;
}

void msim_machine_load(const char *name, struct msim_described *described,
                       struct msim_machine *machine)
{
    struct msim_file_fault fault;
    const struct msim_shipped *shipped = find(name);
    size_t count = shipped ? shipped->count : 0;
    if (!shipped && strcmp(name, "-") != 0 && !strpbrk(name, "/.") && access(name, R_OK) != 0)
        msim_bad_usage(
            "there is no machine %s and no such file; %s; to see them: memsim machine list", name,
            msim_named_machines_expected);
    if (!shipped)
        msim_operand_check(name, kinds);
    char *bytes = shipped ? NULL : msim_xml_load(name, &count);
    if (!msim_machine_parse(shipped ? shipped->bytes : bytes, count, msim_shipped_schema.bytes,
                            msim_shipped_schema.count, described, &fault) ||
        !msim_described_machine(described, machine, &fault))
        msim_bad_input("%s:%d: %s", name, fault.line, fault.text);
    free(bytes);
}
