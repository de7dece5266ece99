/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens debugging information; see debug.h. */
#include "debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* Files apart are looked for beside the object, in its .debug, below /usr/lib/debug, then in the
 * given folders. */
static char *search_path(const char *const *folder, size_t folders)
{
    static const char first[] = "-:.debug:/usr/lib/debug";
    size_t bytes = sizeof first;
    for (size_t i = 0; i < folders; i++)
        bytes += strlen(folder[i]) + 1;
    char *path = msim_zeroed(bytes, 1);
    strcpy(path, first);
    for (size_t i = 0; i < folders; i++) {
        strcat(path, ":");
        strcat(path, folder[i]);
    }
    return path;
}

/* Objects come from files alone. */
static int no_file(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base, char **path,
                   Elf **elf)
{
    (void)module, (void)user, (void)name, (void)base, (void)path, (void)elf;
    return -1;
}

static Dwfl_Module *report(struct msim_debug *debug, const char *path, char **folders)
{
    const Dwfl_Callbacks callbacks = {.find_elf = no_file,
                                      .find_debuginfo = dwfl_standard_find_debuginfo,
                                      .section_address = dwfl_offline_section_address,
                                      .debuginfo_path = folders};
    Dwfl_Module *module = NULL;
    Dwarf_Addr bias;
    /* libdw keeps the address of the callbacks. */
    Dwfl_Callbacks *kept = msim_types_memory(debug->store, sizeof *kept);
    *kept = callbacks;
    debug->dwfl = dwfl_begin(kept);
    if (!debug->dwfl)
        return NULL;
    module = dwfl_report_offline(debug->dwfl, path, path, -1);
    dwfl_report_end(debug->dwfl, NULL, NULL);
    debug->dwarf = module ? dwfl_module_getdwarf(module, &bias) : NULL;
    if (debug->dwarf) {
        debug->frames = dwfl_module_eh_cfi(module, &bias);
        debug->more_frames = dwfl_module_dwarf_cfi(module, &bias);
    }
    return module;
}

const char *msim_debug_no_reader(void)
{
    return NULL;
}

struct msim_debug *msim_debug_open(struct msim_types_store *store,
                                   const struct msim_object_file *code,
                                   const struct msim_object_places *places, char *why, size_t room)
{
    struct msim_debug *debug = msim_zeroed(1, sizeof *debug);
    char *path = search_path(places->folder, places->folders);
    char **kept = msim_types_memory(store, sizeof *kept);
    Dwarf_CU *unit = NULL;
    *kept = (char *)msim_types_text(store, path);
    free(path);
    debug->store = store;
    debug->code = code;
    report(debug, code->path, kept);
    if (debug->dwarf && dwarf_get_units(debug->dwarf, NULL, &unit, NULL, NULL, NULL, NULL) == 0)
        return debug;
    snprintf(why, room,
             "%s has no debugging information: compile it with -g, or install the package that has "
             "it (libc6-dbg, NAME-dbgsym)",
             code->path);
    msim_debug_close(debug);
    return NULL;
}

void msim_debug_close(struct msim_debug *debug)
{
    if (!debug)
        return;
    if (debug->dwfl)
        dwfl_end(debug->dwfl);
    msim_flow_free(debug->flow);
    msim_index_free(&debug->names_index);
    msim_index_free(&debug->made_index);
    MSIM_FREE(debug->scope, debug->nested, debug->function, debug->variable[0], debug->variable[1],
              debug->name, debug->made, debug->label, debug->level);
    msim_index_free(&debug->level_index);
    free(debug);
}
