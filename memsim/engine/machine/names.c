/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of names.h. */
#include "names.h"

#include "engine/base/text.h"

const char *msim_level_name(enum msim_level level)
{
    static const char *const names[MSIM_LEVELS] = {"I1",   "D1",    "L2",     "L3",    "ITLB",
                                                   "DTLB", "L2TLB", "L2ITLB", "L2DTLB"};
    return names[level];
}

enum msim_level msim_level_named(const char *name)
{
    int level = 0;
    while (level < MSIM_LEVELS && !msim_same_text(msim_level_name(level), name))
        level++;
    return level;
}

const char *msim_event_name(enum msim_kind kind, enum msim_count count)
{
    static const char *const names[MSIM_KINDS][MSIM_ALL_COUNTS] = {
        {"Ir", "I1mr", "I2mr", "I3mr", "ITmr", "IT2mr", "I1fr", "I2fr", "I3fr", "ITfr", "IT2fr",
         "", "", "", ""},
        {"Dr", "D1mr", "D2mr", "D3mr", "DTmr", "DT2mr", "D1fr", "D2fr", "D3fr", "DTfr", "DT2fr",
         "CTr", "CFr", "CHr", "CIr"},
        {"Dw", "D1mw", "D2mw", "D3mw", "DTmw", "DT2mw", "D1fw", "D2fw", "D3fw", "DTfw", "DT2fw",
         "CTw", "CFw", "CHw", "CIw"},
    };
    return names[kind][count];
}
