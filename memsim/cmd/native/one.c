/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows one kernel (one.h). */
#include "one.h"

#include <inttypes.h>
#include <stdbool.h>

#include "cmd/columns/column.h"
#include "simulate.h"

/* The events in two lines: those of cycles, and all others. */
static void put_events(const struct msim_simulation *simulation, bool cycles, FILE *to)
{
    fputs(cycles ? "parts     " : "counts    ", to);
    for (size_t i = 0; i < simulation->events; i++) {
        const char *event = simulation->event[i];
        if (msim_event_is_cycles(event) == cycles && simulation->count[i])
            fprintf(to, " %s %.2f", event, msim_simulation_round(simulation, event));
    }
    fputs(" a round\n", to);
}

void msim_kernel_put(const char *kernel, struct msim_effort effort, uint64_t rounds,
                     const char *machine, FILE *to)
{
    struct msim_simulation simulation = {.kernel = kernel, .rounds = rounds};
    struct msim_native native = msim_native_time(kernel, effort);
    msim_simulate(&simulation, 1, machine);
    double cycles = msim_simulation_round(&simulation, "Cy");
    fprintf(to, "kernel     %s\n", kernel);
    fprintf(to,
            "natively   %.2f cycles a %s; %.1f cycles, %.1f ns a round of %" PRIu32
            ", at %.2f GHz\n",
            msim_native_each(&native), native.each, native.cycles, native.nanoseconds,
            native.in_round, native.rate);
    fprintf(to,
            "simulated  %.2f cycles a %s; %.1f cycles a round, of %" PRIu64 " rounds after %" PRIu64
            "\n",
            cycles / native.in_round, native.each, cycles, rounds, rounds);
    put_events(&simulation, true, to);
    put_events(&simulation, false, to);
    msim_simulation_free(&simulation);
}
