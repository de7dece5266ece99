/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows machines as text, as the tool's options, as XML or as JSON. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmd/files/output.h"
#include "cmd/machine/file/described.h"

enum msim_machine_form {
    MSIM_MACHINE_TEXT,
    MSIM_MACHINE_XML,
    MSIM_MACHINE_FLAGS,
    MSIM_MACHINE_JSON
};

/* The form of that name, text if it is NULL; any other name exits with 2. */
enum msim_machine_form msim_machine_form(const char *name);

/* Prints "32K, 8-way, 64 B lines" or "64 entries, full, 4K pages", for lists. */
void msim_put_described(const struct msim_described_level *level, FILE *to);

/* Prints what is known, "6, MOESI". */
void msim_put_described_cores(const struct msim_described *described, FILE *to);

enum { MSIM_FLAGS_MAX = 11, MSIM_CORES_FLAGS = 2, MSIM_WRITING_FLAGS = 2 };

/* Sets `flag` to the tool's options for the levels and latencies of `machine`, each allocated;
 * returns their number.  They name every level, so that none is the host's. */
unsigned msim_machine_flags(const struct msim_machine *machine, char *flag[MSIM_FLAGS_MAX]);

/* The same for its cores, of which the simulated number is not one. */
unsigned msim_cores_flags(const struct msim_machine *machine, char *flag[MSIM_CORES_FLAGS]);

/* The option for the policies of its levels: "--policy=D1:plru"; NULL: none is known. */
char *msim_policy_flag(const struct msim_machine *machine);

/* The same for its prefetchers: "--prefetch=L2:streamer"; NULL: it has none. */
char *msim_prefetch_flag(const struct msim_machine *machine);

/* Sets `flag` to the options for what becomes of written lines, and for its levels that are inclusive
 * or exclusive; returns their number. */
unsigned msim_writing_flags(const struct msim_machine *machine, char *flag[MSIM_WRITING_FLAGS]);

/* The option for what its core is like: "--core=usual,width:6". */
char *msim_core_flag(const struct msim_machine *machine);

/* `machine` is what is simulated for `described`. */
void msim_machine_show(const struct msim_described *described, const struct msim_machine *machine,
                       enum msim_machine_form form, FILE *to);

/* Shows this machine as the tool detects it (host/host.h) and as the kernel reports it. */

/* Describes it.  Has a bit (1 << level) for each level that is a typical one, as the processor does
 * not report it.  Exits with 1 if the processor reports nonsense. */
unsigned msim_host_describe(const char *sysfs, struct msim_machine *machine,
                            struct msim_described *described);

/* `sysfs`: the folder that contains cpu0.  Exits with 1 if the processor reports nonsense. */
void msim_machine_host(enum msim_machine_form form, const char *sysfs, FILE *to);

/*
 * Measures what a line from another core takes on this machine.
 *
 * Two threads on two processors write one word by turns, as soon as they see that the other one
 * has.  The time of a turn is that of a line which goes from one core to the other.  Of many short
 * rounds the fastest counts, as others are longer only because something else ran.  The clock's
 * rate is that of additions which depend on each other.
 */

struct msim_measured {
    unsigned pairs;                  /* of processors that are not of one core, */
    double fastest, median, slowest; /* and their nanoseconds; */
    unsigned siblings;               /* pairs that are of one core, */
    double within;                   /* and their median */
    double rate;                     /* cycles in a nanosecond */
    uint32_t cycles;                 /* the median */
};

/* `sysfs`: the folder that contains cpu0.  Exits with 1 if there are not two cores to be
 * measured. */
struct msim_measured msim_machine_measure(const char *sysfs);

void msim_measured_put(const struct msim_measured *measured, FILE *to);

/* Measures all that can be told without counters (measure/values.h), writes the machine as the file
 * `name`, reports it, and draws it as `output` says.  Returns the exit status. */
int msim_machine_measure_all(const char *name, const char *sysfs, bool quick, bool json,
                             const struct msim_output *output);

/* The descriptions in machines/ and their schema, built into the command, so that it needs no files
 * and knows the same machines as the tool.  maketables.c makes the tables. */

struct msim_shipped {
    const char *name;
    const char *bytes;
    size_t count;
};

extern const struct msim_shipped msim_shipped_schema;

/* Sorted by name; ended by an entry without a name. */
extern const struct msim_shipped msim_shipped_machines[];

/* Makes a description of a machine from the XML that lstopo writes. */

/* Describes one kind: `core` is its name or its number, from 1; NULL: the first.  `file` is used
 * for the name and the source.  *note is set to a remark for the user, allocated, or NULL.  False:
 * *fault says why. */
bool msim_topology_import(const char *bytes, size_t count, const char *file, const char *core,
                          struct msim_described *described, char **note,
                          struct msim_file_fault *fault);

/* Loads machines by name or from a file. */

/* Loads the shipped machine of that name or, if there is none, the file.  If the file is wrong,
 * exits with 1 and a message with the file and line. */
void msim_machine_load(const char *name, struct msim_described *described,
                       struct msim_machine *machine);
