/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptions of machines with several cores: what is read, written again, and refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/machine/file/described.h"
#include "cmd/machine/show.h"
#include "tests/unit/lib/main.h"

#define FIRST                                                                                      \
    "<cache level='1' type='instruction' size='32K' ways='8' line='64'/>"                          \
    "<cache level='1' type='data' size='32K' ways='8' line='64' sharing='2'/>"
#define OUTER(level, sharing)                                                                      \
    "<cache level='" level "' type='unified' size='1M' ways='8' line='64' " sharing "/>"
#define TLB(level, type, sharing)                                                                  \
    "<tlb level='" level "' type='" type "' page='4K' entries='64' ways='4' " sharing "/>"

static bool parse(const char *bytes, size_t count, struct msim_described *described,
                  struct msim_machine *machine, struct msim_file_fault *fault)
{
    if (!msim_machine_parse(bytes, count, msim_shipped_schema.bytes, msim_shipped_schema.count,
                            described, fault))
        return false;
    if (msim_described_machine(described, machine, fault))
        return true;
    msim_described_free(described);
    return false;
}

static const struct {
    const char *attributes, *levels;
    struct msim_cores cores;
} good[] = {
    {"", FIRST, {.used = 0}},
    {"cores='6'", FIRST, {.used = 6}},
    {"coherence='MESI'", FIRST, {.protocol = MSIM_MESI}},
    {"cores='1000000' coherence='MOESI'", FIRST, {.used = 1000000, .protocol = MSIM_MOESI}},
    {"", FIRST OUTER("2", "sharing='1'"), {.l2_sharing = 1}},
    {"",
     FIRST OUTER("2", "sharing='63'") OUTER("3", "sharing='1000000'"),
     {.l2_sharing = 63, .l3_sharing = MSIM_CORES_ALL}},
    {"", FIRST OUTER("2", "") OUTER("3", "sharing='18'"), {.l3_sharing = 18}},
    /* The first level with a place is simulated as the L2. */
    {"",
     FIRST OUTER("3", "sharing='4'") "<approximation of='L3'>the L2</approximation>",
     {.l2_sharing = 4}},
    {"",
     FIRST TLB("1", "data", "sharing='3'") TLB("2", "data", "sharing='2'"),
     {.l2tlb_sharing = 2}},
    /* Of one TLB for each side, that for data counts if it is known. */
    {"",
     FIRST TLB("1", "data", "") TLB("1", "instruction", "") TLB("2", "data", "sharing='4'")
         TLB("2", "instruction", "sharing='2'"),
     {.l2tlb_sharing = 4}},
    {"",
     FIRST TLB("1", "data", "") TLB("1", "instruction", "") TLB("2", "data", "")
         TLB("2", "instruction", "sharing='2'"),
     {.l2tlb_sharing = 2}},
};

/* What was written is the same machine again. */
UNIT_ROWS(accepted, good)
{
    char text[1024];
    struct msim_described described, again;
    struct msim_machine machine, other;
    struct msim_file_fault fault = {0};
    int count = snprintf(text, sizeof text, "<machine name='a' %s>%s</machine>",
                         good[_i].attributes, good[_i].levels);
    ck_assert_msg(parse(text, (size_t)count, &described, &machine, &fault), "%s: %s", text,
                  fault.text);
    ck_assert_mem_eq(&machine.cores, &good[_i].cores, sizeof machine.cores);
    char *written = NULL;
    size_t bytes;
    FILE *to = open_memstream(&written, &bytes);
    msim_machine_write(&described, to);
    fclose(to);
    ck_assert_msg(parse(written, bytes, &again, &other, &fault), "%s: %s", written, fault.text);
    ck_assert_mem_eq(&other.cores, &machine.cores, sizeof other.cores);
    ck_assert_int_eq(again.protocol_known, described.protocol_known);
    free(written);
    msim_described_free(&again);
    msim_described_free(&described);
}

static const struct {
    const char *attributes, *reason;
} bad[] = {
    {"cores=''", "cores=\"\": expected a number from 1 to 1000000"},
    {"cores='0'", "cores=\"0\": expected a number from 1 to 1000000"},
    {"cores='-1'", "cores=\"-1\": expected a number from 1 to 1000000"},
    {"cores='1000001'", "cores=\"1000001\": expected a number from 1 to 1000000"},
    {"cores='four'", "cores=\"four\": expected a number from 1 to 1000000"},
    {"coherence=''", "coherence=\"\": expected MESI or MOESI"},
    {"coherence='MESIF'", "coherence=\"MESIF\": expected MESI or MOESI"},
    {"coherence='moesi'", "coherence=\"moesi\": expected MESI or MOESI"},
    {"core='4'", ""}, /* the schema refuses it, in libxml2's words */
};

UNIT_ROWS(refused, bad)
{
    char text[1024];
    struct msim_described described;
    struct msim_machine machine;
    struct msim_file_fault fault = {0};
    int count =
        snprintf(text, sizeof text, "<machine name='a' %s>" FIRST "</machine>", bad[_i].attributes);
    ck_assert_msg(!parse(text, (size_t)count, &described, &machine, &fault), "%s passes", text);
    ck_assert_int_eq(fault.line, 1);
    ck_assert_msg(!strncmp(fault.text, bad[_i].reason, strlen(bad[_i].reason)), "%s", fault.text);
}
