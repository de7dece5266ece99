/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/machine ROUNDS FILE...: reads mutations of the files as descriptions of machines and as
 * hwloc's topologies; the sanitizers watch. mutate.h says what else it takes; the planted fault
 * reads freed memory.
 *
 * A refusal must have a reason and a line; an accepted file must be a machine that can be built,
 * and the same one after it was written and read again.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/machine/file/described.h"
#include "cmd/machine/file/xmlfile.h"
#include "cmd/machine/show.h"
#include "forms.h"

static const char words[] =
    "|2|5|63|64|4096|32K|1.25M|full|data|unified|instruction|99999999999G|secondary|MESI|MOESI"
    "| cores=\"8\"| coherence=\"MOESI\"| sharing=\"2\"|I1|L2|DTLB|Cache|L1Cache|L1iCache|L2Cache"
    "|L3Cache|L9Cache|PU|Core|0x00000001,,0x3|0x|<object type=\"L2Cache\" cache_size=\"1048576\">"
    "|</object>|<cache level=\"2\" type=\"unified\" size=\"1M\"/>"
    "|<tlb level=\"1\" type=\"data\" page=\"2M\" entries=\"8\"/>"
    "|<replacement of=\"L2\" policy=\"srrip\"/>|<write policy=\"through,no-allocate\"/>"
    "|<inclusion of=\"L2\" policy=\"exclusive\"/>|inclusive|<approximation "
    "of=\"L2\">x</approximation>|<!DOCTYPE a [<!ENTITY b \"c\">]>|&b;|&#0;|&lt;"
    "|<![CDATA[x]]>|<!-- -->|<?x?>|\xc3\xa9|\"|>|<|/|=";

/* --- what must hold ----------------------------------------------------------------------- */

static void check_fault(const struct msim_file_fault *fault)
{
    if (!fault->text[0] || fault->line < 1)
        msim_fuzz_fail("refused without a reason or a line");
    if (strpbrk(fault->text, "\n\r\033"))
        msim_fuzz_fail("a reason of several lines");
}

static bool parse(const char *bytes, size_t count, struct msim_described *described,
                  struct msim_file_fault *fault)
{
    return msim_machine_parse(bytes, count, msim_shipped_schema.bytes, msim_shipped_schema.count,
                              described, fault);
}

/* Whether it is the same machine once it was written and read. */
static void check_written(const struct msim_described *described,
                          const struct msim_machine *machine)
{
    struct msim_described again;
    struct msim_machine other;
    struct msim_file_fault fault = {0};
    char *text = NULL;
    size_t count;
    FILE *to = open_memstream(&text, &count);
    if (!to)
        msim_fuzz_fail("no memory");
    msim_machine_write(described, to);
    fclose(to);
    if (!parse(text, count, &again, &fault)) {
        fprintf(stderr, "%d: %s\n%s", fault.line, fault.text, text);
        msim_fuzz_fail("what was written is refused");
    }
    if (!msim_described_machine(&again, &other, &fault) ||
        memcmp(&other, machine, sizeof other) != 0)
        msim_fuzz_fail("another machine once it was written and read");
    msim_described_free(&again);
    free(text);
}

static bool check(struct msim_described *described)
{
    struct msim_machine machine;
    struct msim_file_fault fault = {0};
    bool good = msim_described_machine(described, &machine, &fault);
    if (good)
        check_written(described, &machine);
    else
        check_fault(&fault);
    free(msim_described_note(described));
    msim_described_free(described);
    return good;
}

static bool run_round(struct msim_bytes file)
{
    struct msim_described described;
    struct msim_file_fault fault = {0};
    char *note = NULL;
    bool good = false;
    if (parse(file.at, file.size, &described, &fault))
        good = check(&described);
    else
        check_fault(&fault);
    if (msim_topology_import(file.at, file.size, "a/b.xml", msim_any(4) ? NULL : "1", &described,
                             &note, &fault))
        good |= check(&described);
    else
        check_fault(&fault);
    free(note);
    free(file.at);
    return good;
}

static void plant(void)
{
    struct msim_described_level *volatile level = msim_zeroed(1, sizeof *level);
    free(level);
    puts(msim_described_place(level));
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "\" <>=\n", .round = run_round, .plant = plant};
