/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core written down from the rules of engine/core's headers, slow and plain: every time so far is
 * kept in a list, and each question looks through all of it. memorymodel.c has what is behind the
 * first level.
 */
#pragma once

#include "engine/core/pipeline.h"

enum { MODEL_SITES = 256 };

struct model_list {
    uint64_t *at;
    size_t used, room;
};

void model_list_add(struct model_list *list, uint64_t value);
/* True: the value is one of the last so many, each counted once. */
bool model_list_has_lately(const struct model_list *list, uint64_t value, size_t most);

/* Units of a resource that are taken, by stretch. */
struct model_taken {
    struct model_list units;
    unsigned shift;
    uint32_t most; /* in a stretch */
};

uint64_t model_take(struct model_taken *taken, uint64_t time, uint32_t units);
/* A stretch has a unit that nobody took. */
bool model_has_room(const struct model_taken *taken, uint64_t stretch);

/* A line that was asked for, by a reference or ahead. */
struct model_line {
    uint64_t line, arrives;
    enum msim_cause from;
    bool first; /* asked for into the first level */
    bool gone;  /* what asked ahead was of use */
};

struct model_lines {
    struct model_line *at;
    size_t used, room;
};

struct model_stride {
    uint64_t load, last, done;
    int64_t step;
    uint32_t same;
};

struct model_memory {
    struct msim_core core;
    uint32_t latency[MSIM_LATENCIES];
    uint64_t sets;
    struct msim_probe probe;
    struct model_taken way[MSIM_CAUSES], bank[8], back[16]; /* of L2; back: lines from L1; */
    bool keeps;                                             /* a fault: it takes no line back */
    uint64_t miss_free[128], walk_free[16];
    struct model_lines flights, arrivals;
    struct model_list rows, sets_taken;
    struct model_stride *strides;
    size_t strides_used;
    struct model_stream {
        uint64_t line, done, used;
        int64_t steps, step; /* in one direction; the last one's length */
        bool asked;
    } stream[MSIM_STREAMS_MAX];
    uint64_t streamed, past; /* the line that was last written past the caches, */
    bool wrote_past;         /* if one was */
    bool in_caches;          /* these hold what their prefetchers bring */
    bool hinted;             /* the caches hold what the program asks for, */
    struct model_list came;  /* and these lines came so by the record that runs; */
    struct model_list taken; /* its stores past the caches take buffers for these */
};

void model_memory_access(struct model_memory *memory, uint64_t time, uint64_t address,
                         uint32_t size, const struct msim_served *served, struct msim_wait *wait);
void model_memory_hint(struct model_memory *memory, uint64_t time, uint64_t address, bool first);
/* A prefetcher of the caches brings a line. */
void model_memory_comes(struct model_memory *memory, uint64_t time, uint64_t line, bool first,
                        enum msim_cause from);
void model_memory_past(struct model_memory *memory, uint64_t time, uint64_t address, uint32_t size,
                       const struct msim_served *served, struct msim_wait *wait);
uint64_t model_memory_take_back(struct model_memory *memory, uint64_t time, uint64_t address);
uint64_t model_memory_fetch(const struct model_memory *memory, const struct msim_served *served);
void model_prefetch_load(struct model_memory *memory, uint64_t time, uint64_t load,
                         uint64_t address);

/* On what an address alone depends. */
struct model_base {
    uint64_t reg;  /* a register, + 1, as it was before the segment, or 0; */
    bool is_stack; /* the stack pointer, to which the segment may have added something */
};

struct model_store {
    uint64_t address, data, written, known, started;
    uint32_t size;
    struct model_base base;
    bool vector;
};

/* The wrong way of engine/core/wrong: what ran so far, and where it is. */
struct model_wrong {
    const struct msim_segment **ran; /* NULL: a gap */
    size_t used, room;
    bool on, parted;
    size_t parts, other,
        ends;               /* of `ran`: the first on the right way, and those on the wrong one */
    unsigned first;         /* instruction after the join */
    uint64_t slots, filled; /* since it began; ticks: when there was room for all so far */
    struct {
        uint64_t front, slots, until;
    } branch[MSIM_WRONG_BRANCHES];
    unsigned branches;
    uint64_t reg[MSIM_REGISTERS], ready[MSIM_OPS_MAX]; /* UINT64_MAX: unknown */
    bool late;    /* faults: a load on the wrong way starts a cycle later; */
    bool differs; /* what both ways wrote is unknown */
};

struct model_faults {
    bool waits;   /* loads that a store forwards to again wait for others, too; */
    bool stack;   /* what is added to the stack pointer is another one; */
    bool selects; /* and a selection takes a load as an operand */
};

struct model {
    struct msim_core core;
    struct model_faults faults;
    struct model_memory memory;
    struct msim_branches *branches;
    struct model_taken ports[MSIM_PORT_GROUPS];
    struct model_taken word[8];             /* of lines, by loads */
    struct model_list started[MSIM_QUEUES]; /* what took a place of a queue */
    struct model_list same; /* loads that took what was stored by the same registers */
    struct model_list took; /* loads that a store forwarded to, and how many stores before */
    bool mispredicted;      /* the branch to the instruction that enters */
    struct model_list retired, loads, results, written; /* of instructions, loads, ..., stores */
    struct model_store *stores;
    size_t stores_used, stores_room, stores_written;
    uint64_t reg[MSIM_REGISTERS], ready[MSIM_OPS_MAX];
    uint64_t front, last_retired, last_started, last_written, last_stored, barrier, repeated,
        parted;
    uint32_t in_cycle;       /* stores that were written in the cycle of the last one */
    struct model_list lines; /* that began cycles of stores */
    enum msim_cause late;
    uint32_t late_site;
    struct model_wrong wrong;
    const struct msim_segment *last;
    uint64_t last_address, last_next, resolved;
    /* What runs without a taken branch: its first address, when that was fetched (0: nothing is known
     * of it), and its instructions so far; and when the last taken branch was foretold. Ticks. */
    uint64_t run_address, run_fetched, run_used, foretold;
    uint64_t part[MODEL_SITES][MSIM_CAUSES];
};

/* How an operation runs: modelops.c. */
struct model_base model_base_of(const struct msim_ops *ops, unsigned op, bool stack);
bool model_is_operand(const struct msim_core *core, const struct msim_ops *ops,
                      const struct msim_operation *load, bool selects);
/* It takes neither time nor a unit. */
bool model_is_free(const struct msim_core *core, const struct msim_operation *op);
bool model_is_load(const struct msim_operation *op);
enum msim_queue_kind model_queue_of(const struct msim_core *core, const struct msim_operation *op);
enum msim_port_group model_ports_of(const struct msim_core *core, const struct msim_operation *op);
/* The group that these ports are a part of, and how many of its units the operation takes, too. */
enum msim_port_group model_whole_of(const struct msim_core *core, const struct msim_operation *op,
                                    uint32_t *units);
uint32_t model_busy_of(const struct msim_core *core, const struct msim_operation *op);
/* How much later a load is ready than the simplest. */
uint32_t model_more_of(const struct msim_core *core, const struct msim_operation *op);
/* Of what is no load, store or join. */
uint32_t model_latency_of(const struct msim_core *core, const struct msim_operation *op);

const struct model_store *model_last_store(const struct model *model, uint64_t address);

/* It computes integers. */
bool model_computes(const struct msim_core *core, const struct msim_operation *op);

/* A segment that runs, with what it missed, and which of that was told. */
struct model_record {
    const struct msim_segment *segment;
    const uint64_t *record;
    const struct msim_seen *seen;
    bool *told;
    uint32_t used;
};

/* The wrong way: modelwrong.c. The last branch was mispredicted; the next segment begins, its
 * instructions run, and it ends. */
void model_wrong_parts(struct model *model, const struct msim_segment *next);
void model_wrong_begins(struct model *model, const struct msim_segment *segment);
void model_wrong_runs(struct model *model, const struct model_record *of, unsigned instr);
void model_wrong_ends(struct model *model, const struct msim_segment *segment);

/* Charges the cycles whose points are in `from`..`to` - 1: modelcharge.c. */
void model_charge(struct model *model, uint64_t from, uint64_t to, uint32_t site,
                  enum msim_cause reason);

/* The ticks that are left of from..to before the last `cycles` of them. */
uint64_t model_without(uint64_t from, uint64_t to, uint64_t cycles);

void model_start(struct model *model, const struct msim_machine *machine,
                 const struct msim_probe *probe, struct msim_branches *branches);
void model_end(struct model *model);

void model_run(struct model *model, const struct msim_segment *segment, const uint64_t *record,
               const struct msim_seen *seen, uint32_t used);
