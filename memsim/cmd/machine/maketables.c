/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * maketables table|text SCHEMA FILE...: runs while memsim is built, on the descriptions in
 * machines/.
 *
 *     table   writes C for engine/machine/machines.h: what is simulated, for tool and command
 *     text    writes C for show.h: the files themselves, for the command
 *
 * The build fails if a description is wrong or its name is not the file's.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/index.h"
#include "cmd/machine/file/described.h"
#include "cmd/machine/file/xmlfile.h"
#include "engine/machine/machines.h"

struct entry {
    const char *file;
    char *bytes;
    size_t count;
    struct msim_described described;
    struct msim_machine machine;
};

static void check_name(const struct entry *entry)
{
    const char *base = msim_base_name(entry->file), *name = entry->described.name;
    size_t length = strlen(name);
    if (strncmp(base, name, length) != 0 || strcmp(base + length, ".xml") != 0)
        msim_bad_input("%s:1: the machine's name, %s, is not the file's", entry->file, name);
    if (!entry->described.sources)
        msim_bad_input("%s:1: no source", entry->file);
}

static void read_entry(struct entry *entry, const char *schema, size_t count)
{
    struct msim_file_fault fault = {0};
    entry->bytes = msim_xml_load(entry->file, &entry->count);
    if (!msim_machine_parse(entry->bytes, entry->count, schema, count, &entry->described, &fault) ||
        !msim_described_machine(&entry->described, &entry->machine, &fault))
        msim_bad_input("%s:%d: %s", entry->file, fault.line, fault.text);
    check_name(entry);
}

static int by_name(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return strcmp(x->described.name, y->described.name);
}

static void put_string(const char *text)
{
    putchar('"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '?')
            printf("\\%c", *text);
        else if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
            printf("\\%03o", (unsigned char)*text);
        else
            putchar(*text);
    putchar('"');
}

static void put_levels(const struct msim_geometry *level)
{
    for (int i = 0; i < MSIM_LEVELS; i++)
        printf("{%" PRIu64 ", %" PRIu32 ", %" PRIu32 "}, ", level[i].units, level[i].ways,
               level[i].line);
}

static void put_policies(const struct msim_machine *machine)
{
    printf("},\n      .policy = {");
    for (int i = 0; i < MSIM_LEVELS; i++)
        printf("{\"%s\"}, ", machine->policy[i].text);
}

static void put_prefetchers(const struct msim_machine *machine)
{
    printf("},\n      .prefetch = {");
    for (int i = 0; i < MSIM_PREFETCH_LEVELS; i++) {
        printf("{");
        for (int k = 0; k < MSIM_PREFETCHERS_MAX; k++)
            printf("{\"%s\"}, ", machine->prefetch[i][k].text);
        printf("}, ");
    }
}

static void put_writing(const struct msim_machine *machine)
{
    printf("},\n      .write = (enum msim_write)%d, .passes_writes = %d, .inclusion = {",
           (int)machine->write, machine->passes_writes);
    for (int i = 0; i < MSIM_LEVELS; i++)
        printf("(enum msim_inclusion)%d, ", (int)machine->inclusion[i]);
}

static void put_cores(const struct msim_cores *cores)
{
    printf("},\n      .cores = {.used = %" PRIu32 ", .protocol = %s,\n", cores->used,
           cores->protocol == MSIM_MOESI ? "MSIM_MOESI" : "MSIM_MESI");
    printf("                .l2_sharing = %" PRIu32 ", .l2tlb_sharing = %" PRIu32
           ", .l3_sharing = %" PRIu32,
           cores->l2_sharing, cores->l2tlb_sharing, cores->l3_sharing);
}

static void put_core(const struct entry *entry)
{
    struct msim_core core = entry->machine.core;
    printf("},\n      .core = {");
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
        printf("%s%" PRIu32, i ? ", " : "", *msim_core_at(&core, i));
    printf("}");
    if (!entry->machine.core_known)
        return;
    printf(",\n      .core_known = true, .core_name = ");
    put_string(entry->described.name);
}

static void put_entry(const struct entry *entry)
{
    char *note = msim_described_note(&entry->described);
    printf("    {");
    put_string(entry->described.name);
    printf(", ");
    put_string(entry->described.title);
    printf(", ");
    if (note)
        put_string(note);
    else
        printf("NULL");
    printf(",\n     {.level = {");
    put_levels(entry->machine.level);
    printf("},\n      .huge_level = {");
    put_levels(entry->machine.huge_level);
    printf("},\n      .latency = {");
    for (int i = 0; i < MSIM_LATENCIES; i++)
        printf("%" PRIu32 ", ", entry->machine.latency[i]);
    put_policies(&entry->machine);
    put_prefetchers(&entry->machine);
    put_writing(&entry->machine);
    put_cores(&entry->machine.cores);
    put_core(entry);
    printf("}},\n");
    free(note);
}

static void put_table(const struct entry *entry, int entries)
{
    printf("#include \"engine/machine/machines.h\"\n\n#include <stddef.h>\n\n"
           "const struct msim_named_machine msim_named_machines[] = {\n");
    for (int i = 0; i < entries; i++)
        put_entry(&entry[i]);
    printf("    {NULL, NULL, NULL, {.latency = {0}}},\n};\n\n"
           "const char msim_named_machines_expected[] = \"expected host or one of:");
    for (int i = 0; i < entries; i++)
        printf(" %s", entry[i].described.name);
    printf("\";\n");
}

static void put_bytes(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("%s%u,", i % 20 ? "" : "\n    ", (unsigned char)bytes[i]);
}

static void put_text(const struct entry *entry, int entries, const char *schema, size_t count)
{
    printf("#include \"cmd/machine/show.h\"\n\nstatic const unsigned char schema[] = {");
    put_bytes(schema, count);
    printf("\n};\n\nconst struct msim_shipped msim_shipped_schema = "
           "{\"machine.rng\", (const char *)schema, sizeof schema};\n");
    for (int i = 0; i < entries; i++) {
        printf("\nstatic const unsigned char machine%d[] = {", i);
        put_bytes(entry[i].bytes, entry[i].count);
        printf("\n};\n");
    }
    printf("\nconst struct msim_shipped msim_shipped_machines[] = {\n");
    for (int i = 0; i < entries; i++)
        printf("    {\"%s\", (const char *)machine%d, sizeof machine%d},\n",
               entry[i].described.name, i, i);
    printf("    {0, 0, 0},\n};\n");
}

int main(int argc, char **argv)
{
    size_t count;
    bool table = argc > 1 && !strcmp(argv[1], "table");
    msim_die_as("maketables", NULL);
    if (argc < 4 || (!table && strcmp(argv[1], "text") != 0))
        msim_bad_input("usage: maketables table|text SCHEMA FILE...");
    char *schema = msim_xml_load(argv[2], &count);
    int entries = argc - 3;
    struct entry *entry = calloc((size_t)entries, sizeof *entry);
    if (!entry)
        msim_bad_input("out of memory");
    for (int i = 0; i < entries; i++) {
        entry[i].file = argv[i + 3];
        read_entry(&entry[i], schema, count);
    }
    qsort(entry, (size_t)entries, sizeof *entry, by_name);
    printf("/* Made by maketables from machines/ while memsim was built. */\n");
    if (table)
        put_table(entry, entries);
    else
        put_text(entry, entries, schema, count);
    for (int i = 0; i < entries; i++) {
        msim_described_free(&entry[i].described);
        free(entry[i].bytes);
    }
    free(entry);
    free(schema);
    return msim_finish_stdout();
}
