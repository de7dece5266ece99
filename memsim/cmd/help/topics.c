/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The questions and words of topics.h. */
#include "topics.h"

#include <stdio.h>
#include <strings.h>

#include "cmd/base/wrap.h"

static const char slow[] = "1. Which lines cost most, and what they wait for:\n"
                           "    memsim run --out-dir=first -- COMMAND\n"
                           "    memsim annotate first\n"
                           "2. Who calls them:\n"
                           "    memsim run --calls=yes --out-dir=calls -- COMMAND\n"
                           "    memsim calls calls\n"
                           "3. Which data is missed, and what another layout of it would save:\n"
                           "    memsim run --for=misses --out-dir=data -- COMMAND\n"
                           "    memsim objects data\n"
                           "    memsim objects --advise data\n"
                           "4. What your change did:\n"
                           "    memsim run --out-dir=second -- COMMAND\n"
                           "    memsim check first second\n";

static const char memory[] = "1. Who holds the memory when most is held, and when that is:\n"
                             "    memsim run --for=heap --out-dir=memory -- COMMAND\n"
                             "    memsim heap memory\n"
                             "    memsim heap memory --svg=heap.svg\n"
                             "2. Who allocates much, often, or briefly:\n"
                             "    memsim annotate memory/memsim.alloc.*\n";

static const char start[] = "1. Which pages are touched first, of which file, and by whom:\n"
                            "    memsim run --for=startup --out-dir=start -- COMMAND\n"
                            "    memsim pages start\n"
                            "2. What runs before main, and what main calls first:\n"
                            "    memsim calls start\n"
                            "3. An order of functions in which fewer pages are needed:\n"
                            "    memsim pages --order=order.txt start\n";

static const char threads[] =
    "1. Lines that cores take from each other, and the variables in them:\n"
    "    memsim run --for=threads --out-dir=threads -- COMMAND\n"
    "    memsim share threads\n"
    "2. What each thread does:\n"
    "    memsim annotate threads --per=thread\n";

static const char ci[] =
    "1. Runs that can be compared, whatever the machine's load:\n"
    "    memsim run --for=ci --out-dir=base -- COMMAND   # once, of a good version\n"
    "    memsim run --for=ci --out-dir=new -- COMMAND    # of each change\n"
    "2. The verdict, whose status is 0, 3 for worse, or 4 for incomparable:\n"
    "    memsim check base new\n"
    "3. What varies between equal runs: memsim run --runs=5 --out-dir=base -- COMMAND\n";

static const char when[] =
    "1. All events over time, and phases in which the program does the same:\n"
    "    memsim run --for=time --out-dir=time -- COMMAND\n"
    "    memsim time time\n"
    "    memsim time time --svg=time.svg\n";

static const struct {
    const char *name, *text;
} topics[] = {
    {"my program is slow", slow},
    {"slow", slow},
    {"misses", slow},
    {"too much memory", memory},
    {"memory", memory},
    {"slow start", start},
    {"startup", start},
    {"threads do not scale", threads},
    {"threads", threads},
    {"CI", ci},
    {"regression", ci},
    {"when", when},
    {"phases", when},
    {"page walk", "The processor looks a page's address up in tables in memory, as no TLB has it:\n"
                  "the columns IT2m and DT2m, and CyWalk of cycles.  Fewer or larger pages help:\n"
                  "    memsim annotate RUN --sort=DT2m     # where\n"
                  "    memsim run --huge=heap -- COMMAND   # what pages of 2 MB would save\n"},
    {"TLB", "A cache of the addresses of pages.  A miss of the first level (ITm, DTm) asks\n"
            "the second one; a miss there (IT2m, DT2m) is a page walk: memsim help 'page\n"
            "walk'.\n"},
    {"strided", "Addresses that grow by the same step: a step larger than a line uses a part of\n"
                "each line, and one of a large power of two always the same sets.  Exchange\n"
                "loops, or store what is used together side by side:\n"
                "    memsim annotate RUN --sort=D1m      # where\n"
                "    memsim objects --advise RUN         # other layouts, each counted\n"},
    {"PTI", "Per thousand instructions: D1m:PTI is misses of D1 per thousand instructions\n"
            "that ran.\n"
            "    memsim annotate RUN --show=Ir,D1m:PTI,D3m:PTI\n"},
    {"contended", "A line that a core needs and another one has written: true sharing if both use\n"
                  "the same bytes, false sharing if they only lie in the same line.\n"
                  "    memsim run --for=threads -- COMMAND; memsim share RUN\n"},
    {"false sharing", "Cores write bytes of their own that lie in the same line, and take it from\n"
                      "each other.  Lines of their own help: memsim share RUN says of which\n"
                      "variables.\n"},
    {"miss", "What is needed is not in a cache, and comes from the next level or from\n"
             "memory.  D1m are those of the first level for data, L2m and L3m those of outer\n"
             "levels.\n"
             "    memsim annotate RUN --sort=D1m\n"},
    {"sampled", "Cycles are simulated for one stretch of instructions in twenty, and scaled; all\n"
                "other counts are exact.  A ~ marks what was never sampled.  All cycles:\n"
                "    memsim run --cycles=yes -- COMMAND\n"},
    {"inlined", "The function's code is a part of its caller's: memsim annotate --per=inline and\n"
                "memsim calls show it as a function; --region cannot begin where it is never\n"
                "called.\n"},
    {"phase", "A stretch of the run whose intervals are alike: memsim help when.\n"},
    {"page-in", "The first touch of a page, for which the kernel must provide it.\n"
                "    memsim run --for=startup -- COMMAND; memsim pages RUN\n"},
};

enum { TOPICS = sizeof topics / sizeof *topics };

const char *const *msim_help_topics(void)
{
    static const char *names[TOPICS + 1];
    for (int i = 0; i < TOPICS; i++)
        names[i] = topics[i].name;
    return names;
}

bool msim_help_topic(const char *name)
{
    for (int i = 0; i < TOPICS; i++)
        if (!strcasecmp(name, topics[i].name)) {
            msim_help_put_text(stdout, topics[i].text);
            return true;
        }
    return false;
}
