/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A random program on a simulated machine, which tests run beside a model. */
#pragma once

#include "engine/caches/sim.h"
#include "program.h"
#include "tests/unit/naive/naive.h"

struct simulated {
    struct unit_memory memory;
    struct unit_program program;
    struct unit_random random; /* how it is run */
    struct msim_machine machine;
    struct msim_profile profile;
    struct msim_sim *sim;
};

/* The program, without code, */
void simulated_start(struct simulated *on, uint64_t seed);
/* and its simulator, once the machine is there. */
void simulated_make(struct simulated *on);
void simulated_translate(struct simulated *on, unsigned count);
/* The end of so many records for one core; one that goes on with another's instruction follows it. */
const uint64_t *simulated_slice(const struct simulated *on, uint64_t records, const uint64_t *words,
                                const uint64_t *end);
void simulated_end(struct simulated *on);

/* The first of so many counts of each site that differs from the model's, written to `text`; false:
 * none does. */
bool simulated_differs(const struct simulated *on, const struct naive *naive, int counts,
                       char *text, size_t room);

/* --- Walks through memory ------------------------------------------------------------------- */

enum { SIMULATED_WALKS = 16 };

struct simulated_walks {
    struct {
        uint64_t at, step;
    } walk[SIMULATED_WALKS];
};

void simulated_walks_start(struct simulated_walks *walks, struct unit_random *random);

/* Of each second segment, the record's data are the next ones of walks. */
void simulated_walk(struct simulated_walks *walks, struct unit_random *random, uint64_t *record);

/* --- Copies past the caches ------------------------------------------------------------------- */

enum { SIMULATED_COPIES = 4 };

struct simulated_copies {
    uint64_t at[SIMULATED_COPIES]; /* bytes */
};

/* What passes by the caches is stored one after the other, and now and then read soon after that. */
void simulated_copy(struct simulated_copies *copies, struct simulated *on, uint64_t *record);
