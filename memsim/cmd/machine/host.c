/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shows this machine: each level as the tool simulates it without --machine, where its values come
 * from, and what the kernel reports about the same level if that differs.
 */
#include "show.h"

#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "engine/base/reader.h"
#include "engine/machine/names.h"
#include "host/host.h"
#include "host/models.h"

enum { INDEXES = 16 };

/* --- The kernel's report ------------------------------------------------------------------ */

static bool read_text(const char *name, char *text, size_t room)
{
    FILE *from = fopen(name, "re");
    text[0] = 0;
    if (!from)
        return false;
    bool got = fgets(text, (int)room, from) != NULL;
    text[strcspn(text, "\n")] = 0;
    fclose(from);
    return got && text[0];
}

static bool read_line(const char *sysfs, int index, const char *what, char *text, size_t room)
{
    char name[512];
    snprintf(name, sizeof name, "%s/cpu0/cache/index%d/%s", sysfs, index, what);
    return read_text(name, text, room);
}

static uint64_t read_size(const char *sysfs, int index, const char *what)
{
    char text[64];
    uint64_t size = 0;
    struct msim_reader reader = {text};
    if (!read_line(sysfs, index, what, text, sizeof text) || !msim_take_size(&reader, &size))
        return 0;
    return size;
}

static int level_of(const char *sysfs, int index)
{
    char type[32], level[8];
    if (!read_line(sysfs, index, "type", type, sizeof type) ||
        !read_line(sysfs, index, "level", level, sizeof level))
        return -1;
    if (!strcmp(level, "1"))
        return !strcmp(type, "Instruction") ? MSIM_I1 : MSIM_D1;
    if (!strcmp(type, "Unified"))
        return !strcmp(level, "2") ? MSIM_L2 : !strcmp(level, "3") ? MSIM_L3 : -1;
    return -1;
}

/* Leaves unknown values 0. */
static void read_kernel(const char *sysfs, struct msim_machine *told)
{
    *told = (struct msim_machine){.core = msim_core_usual};
    for (int index = 0; index < INDEXES; index++) {
        int level = level_of(sysfs, index);
        if (level < 0)
            continue;
        struct msim_geometry *geometry = &told->level[level];
        geometry->units = read_size(sysfs, index, "size");
        geometry->line = (uint32_t)read_size(sysfs, index, "coherency_line_size");
        geometry->ways = (uint32_t)read_size(sysfs, index, "ways_of_associativity");
    }
}

/* The kernel's list of processors; "" if there is none. */
static void read_online(const char *sysfs, char *text, size_t room)
{
    char name[512];
    snprintf(name, sizeof name, "%s/online", sysfs);
    read_text(name, text, room);
}

/* --- Showing ------------------------------------------------------------------------------ */

static void describe(const struct msim_machine *machine, unsigned replaced,
                     struct msim_described *described)
{
    static const unsigned number[MSIM_LEVELS] = {1, 1, 2, 3, 1, 1, 2, 2, 2};
    static const enum msim_level_side side[MSIM_LEVELS] = {
        MSIM_SIDE_INSTRUCTION, MSIM_SIDE_DATA,        MSIM_SIDE_UNIFIED,
        MSIM_SIDE_UNIFIED,     MSIM_SIDE_INSTRUCTION, MSIM_SIDE_DATA,
        MSIM_SIDE_UNIFIED,     MSIM_SIDE_INSTRUCTION, MSIM_SIDE_DATA};
    described->cores = machine->cores.used;
    described->protocol = machine->cores.protocol;
    described->protocol_known = true;
    for (int i = 0; i < MSIM_LEVELS; i++) {
        const struct msim_geometry *geometry = &machine->level[i];
        if (!geometry->units)
            continue;
        bool full = msim_geometry_sets((enum msim_level)i, geometry) == 1;
        described->level[described->levels++] = (struct msim_described_level){
            .is_tlb = msim_is_tlb((enum msim_level)i),
            .level = number[i],
            .side = side[i],
            .units = geometry->units,
            .ways = full ? MSIM_WAYS_FULL : geometry->ways,
            .line = geometry->line,
            .sharing = i == MSIM_L2 || i == MSIM_L3 ? msim_level_sharing(machine, i) : 0,
            .trust = replaced >> i & 1 ? MSIM_TRUST_INFERRED : MSIM_TRUST_PRIMARY};
    }
}

/* The core is that of the shipped description, as it says how each value is known. */
static void describe_core(const struct msim_machine *machine, struct msim_described *described)
{
    struct msim_described shipped;
    struct msim_machine unused;
    char text[128];
    if (!machine->core_name)
        return;
    msim_machine_load(machine->core_name, &shipped, &unused);
    bool nearest = msim_host_model_machine().nearest;
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        described->core[i] = shipped.core[i];
        if (nearest && shipped.core[i].known)
            described->core[i].trust = MSIM_TRUST_INFERRED;
    }
    described->core_known = true;
    msim_described_free(&shipped);
    snprintf(text, sizeof text, "core: that of %s, %s", machine->core_name,
             nearest ? "the nearest machine" : "by the processor's family and model");
    msim_described_source(described, text);
}

/* Whence a level is: "CPUID", or where the processor does not report it, or reports nonsense. */
static void put_whence(const struct msim_machine *machine, bool replaced, FILE *to)
{
    if (!replaced)
        fputs("; CPUID", to);
    else if (machine->core_name)
        fprintf(to, "; not in CPUID: as %s", machine->core_name);
    else
        fputs("; not in CPUID: typical", to);
}

/* "that of zen4-epyc; family 25, model 17" */
static void put_core(const struct msim_machine *machine, FILE *to)
{
    struct msim_model model = msim_host_model();
    fprintf(to, "  core    %s%s%s; family %u, model %u\n",
            machine->core_name ? "that of " : "a generic core",
            machine->core_name ? machine->core_name : "",
            machine->core_name && msim_host_model_machine().nearest ? ", the nearest machine" : "",
            model.family, model.model);
}

static bool same(const struct msim_geometry *told, const struct msim_geometry *kernel)
{
    return (!kernel->units || kernel->units == told->units) &&
           (!kernel->ways || kernel->ways == told->ways) &&
           (!kernel->line || kernel->line == told->line);
}

static void put_kernel(const struct msim_geometry *geometry, FILE *to)
{
    struct msim_described_level level = {
        .units = geometry->units, .ways = geometry->ways, .line = geometry->line};
    fputs("; the kernel reports ", to);
    msim_put_described(&level, to);
}

static void put_text(const struct msim_described *described, const struct msim_machine *machine,
                     unsigned replaced, const char *sysfs, FILE *to)
{
    struct msim_machine kernel;
    unsigned next = 0;
    read_kernel(sysfs, &kernel);
    fputs("host: what is simulated where no machine is named\n  cores   ", to);
    msim_put_described_cores(described, to);
    fputs("; CPUID and the kernel\n", to);
    put_core(machine, to);
    for (int i = 0; i < MSIM_LEVELS; i++) {
        if (!machine->level[i].units)
            continue;
        fprintf(to, "  %-8s", msim_level_name((enum msim_level)i));
        msim_put_described(&described->level[next++], to);
        put_whence(machine, replaced >> i & 1, to);
        if (kernel.level[i].units && same(&machine->level[i], &kernel.level[i]))
            fputs(", as the kernel", to);
        else if (kernel.level[i].units)
            put_kernel(&kernel.level[i], to);
        fputc('\n', to);
    }
}

unsigned msim_host_describe(const char *sysfs, struct msim_machine *machine,
                            struct msim_described *described)
{
    char online[1024];
    unsigned replaced = msim_host_machine(machine);
    read_online(sysfs, online, sizeof online);
    machine->cores.used = msim_host_cores(online);
    const char *wrong = msim_machine_check(machine);
    if (wrong)
        msim_bad_input("what the processor reports: %s", wrong);
    *described = (struct msim_described){.name = msim_copy("host"), .title = msim_copy("")};
    char source[128] = "CPUID";
    if (replaced)
        snprintf(source, sizeof source, "CPUID; levels marked inferred are %s%s",
                 machine->core_name ? "those of " : "typical ones",
                 machine->core_name ? machine->core_name : "");
    msim_described_source(described, source);
    describe(machine, replaced, described);
    describe_core(machine, described);
    return replaced;
}

void msim_machine_host(enum msim_machine_form form, const char *sysfs, FILE *to)
{
    struct msim_machine machine;
    struct msim_described described;
    unsigned replaced = msim_host_describe(sysfs, &machine, &described);
    if (form == MSIM_MACHINE_TEXT)
        put_text(&described, &machine, replaced, sysfs, to);
    else
        msim_machine_show(&described, &machine, form, to);
    msim_described_free(&described);
}
