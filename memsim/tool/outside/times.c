/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of times.h. */
#include "times.h"

#include "pub_tool_libcbase.h"

#include "now.h"
#include "tool/base/message.h"

static void print(const HChar *what, uint64_t time)
{
    uint64_t ms = time / 1000000;
    if (ms)
        msim_say("  %-40s %6llu.%03llu s\n", what, (ULong)(ms / 1000), (ULong)(ms % 1000));
}

static void print_chunks(const HChar *where, uint64_t chunks)
{
    if (chunks)
        msim_say("  %-40s %10llu\n", where, (ULong)chunks);
}

void msim_times_print(const struct msim_times *times, const struct msim_study *study)
{
    uint64_t whole = msim_now() - times->start;
    msim_say("How the time was spent:\n");
    print("whole run", whole);
    print("the program, as it is recorded",
          whole - times->inside - times->ring.writer - times->moving);
    print("it waited for the observers", times->ring.writer);
    print("observers in its process", times->inside);
    print("observers in a process of their own", times->ring.observing);
    print("they waited for the program", times->ring.reader);
    print("start and end of that process", times->moving);
    print("outer levels in a process of their own", times->second_stage.observing);
    print("they waited for the simulator", times->second_stage.reader);
    print("it waited for them", times->second_stage.writer);
    print("  of the observers: simulator", study->simulated);
    for (unsigned i = 0; i < study->observers; i++) {
        HChar line[64] = "  of the observers: ";
        VG_(strcat)(line, study->observing[i].observer->name);
        print(line, study->observing[i].ran);
    }
    print_chunks("chunks of 64 KB observed in its process", times->chunks_inside);
    print_chunks("in a process of their own", times->ring.chunks);
    print_chunks("batches of misses to the outer levels", times->second_stage.chunks);
}
