/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What columns are (topics.h): their names in words, and what to do about each kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"

#include "cmd/columns/column.h"
#include "topics.h"

#define PREFETCHES                                                                                 \
    "    memsim run --model=real -- COMMAND  # prefetch as the machine\n"                          \
    "    memsim annotate RUN --sort=L2PfUnused    # lines that cause useless ones\n"

#define HINTS                                                                                      \
    "What the program itself prefetches: redundant ones ask for what is there, unused\n"           \
    "ones come too early or for nothing.\n"                                                        \
    "    memsim run --hints=yes -- COMMAND\n"                                                      \
    "    memsim annotate RUN --sort=D1SwIssued    # lines that prefetch\n"

#define PAST                                                                                       \
    "Stores past the caches: lines that are sent whole cost memory one burst, those in\n"          \
    "part more, and those that came back would have been better off in a cache.\n"                 \
    "    memsim run --hints=yes -- COMMAND\n"                                                      \
    "    memsim annotate RUN --sort=NtIssued      # lines that store so\n"

static const struct {
    const char *begins, *text;
} kinds[] = {
    {"Cy", "Cycles, of a simulated core: CyMem waits for memory, CyL2 and CyL3 for caches,\n"
           "CyWalk for TLBs, CyBranch follows mispredictions, CyDep waits for results,\n"
           "CyFront for code.\n"
           "    memsim annotate RUN                 # lines, and what each waits for\n"
           "    memsim run --cycles=yes -- COMMAND  # all cycles simulated, not samples\n"},
    {"IT", "Misses of the TLB for code: its pages are far apart.\n"
           "    memsim pages --order=order.txt RUN  # an order of functions for the linker\n"},
    {"I", "Misses of code: the hot code is larger than the cache, or far apart.\n"
          "    memsim annotate RUN --sort=I1m      # where\n"
          "    memsim pages --order=order.txt RUN  # an order of functions for the linker\n"},
    {"DT", "Misses of a TLB: more pages are in use than it has entries.  DT2 is a page\n"
           "walk.\n"
           "    memsim annotate RUN --sort=DTm      # where\n"
           "    memsim run --huge=heap -- COMMAND   # what huge pages would save\n"},
    {"D1Pf", PREFETCHES},
    {"L2Pf", PREFETCHES},
    {"L3Pf", PREFETCHES},
    {"Sw", HINTS},
    {"D1Sw", HINTS},
    {"L2Sw", HINTS},
    {"Nt", PAST},
    {"D", "Misses of data: it is too large for the cache, strided, or scattered.\n"
          "    memsim annotate RUN --sort=D1m      # the lines that miss\n"
          "    memsim run --for=misses -- COMMAND; memsim objects RUN    # which data\n"},
    {"B", "Branches, and those that the processor foresees wrongly.\n"
          "    memsim run --branch-sim=yes -- COMMAND; memsim branches RUN\n"},
    {"C", "What cores take from each other: lines that several of them use, and one\n"
          "writes.\n"
          "    memsim run --for=threads -- COMMAND; memsim share RUN\n"},
    {"Pf", "Page faults, or what prefetchers did: issued, redundant, used, unused.\n"
           "    memsim pages RUN                    # page faults\n" PREFETCHES},
    {"", "    memsim annotate RUN --show=all      # all columns of a run\n"},
};

bool msim_help_event(const char *name)
{
    char words[128];
    msim_event_phrase(NULL, name, false, words, sizeof words);
    if (!strcmp(words, name))
        return false;
    size_t i = 0;
    while (strncmp(name, kinds[i].begins, strlen(kinds[i].begins)) != 0)
        i++;
    printf("%s: %s\n", name, words);
    msim_help_put_text(stdout, kinds[i].text);
    char *rates =
        msim_printed("A name with r or w at its end counts reads or writes, without both.\n"
                     "%s:PTI is per thousand instructions.  All columns: memsim-tool(1).\n",
                     name);
    msim_help_put_text(stdout, rates);
    free(rates);
    return true;
}
