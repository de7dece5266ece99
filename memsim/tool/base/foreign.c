/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of foreign.h. memsim-callgrind accepts the first ones and drops them. */
#include "foreign.h"

#include "pub_tool_libcbase.h"

#define KNOWN                                                                                      \
    ".  Of Callgrind's options memsim has --callgrind-out-file, --dump-instr, --dump-line, "       \
    "--compress-strings, --combine-dumps, --separate-threads, --instr-atstart, "                   \
    "--collect-atstart, --toggle-collect, --dump-before, --dump-after, --zero-before, "            \
    "--cache-sim, --I1, --D1, --LL and --branch-sim"

static const HChar looks[] = "it says how Callgrind's file looks, not what is counted; leave it "
                             "out, or call memsim-callgrind "
                             "instead of valgrind --tool=memsim, which does that" KNOWN;
static const HChar counts[] = "memsim has no such counts; leave it out" KNOWN;
static const HChar blocks[] =
    "memsim knows no basic blocks; leave it out, or give --dump-instr=yes or --interval=1M" KNOWN;

static const struct {
    const HChar *name, *reason;
} foreign[] = {
    {"--compress-pos", looks},     {"--compress-mangled", looks}, {"--mangle-names", looks},
    {"--collect-jumps", looks},    {"--trace-jump", looks},       {"--skip-plt", looks},
    {"--skip-direct-rec", looks},  {"--separate-callers", looks}, {"--separate-recs", looks},
    {"--fn-skip", looks},          {"--obj-skip", looks},         {"--fn-group", looks},
    {"--pop-on-jump", looks},      {"--collect-systime", looks},  {"--cycle-estimation", looks},
    {"--collect-bus", counts},     {"--collect-alloc", counts},   {"--simulate-wb", counts},
    {"--simulate-hwpref", counts}, {"--cacheuse", counts},        {"--dump-bb", blocks},
    {"--dump-bbs", blocks},        {"--dump-every-bb", blocks},
};

const HChar *msim_foreign_option(const HChar *argument)
{
    for (UInt i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        SizeT length = VG_(strlen)(foreign[i].name);
        if (VG_(strncmp)(argument, foreign[i].name, length) == 0 &&
            (argument[length] == '=' || !argument[length]))
            return foreign[i].reason;
    }
    return NULL;
}
