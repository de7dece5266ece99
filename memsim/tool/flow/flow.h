/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the segments of one superblock compute (stream/ops.h), from VEX's statements.
 *
 * Each temporary has a value: a source, or a path of simple operations of one instruction that no
 * operation stands for yet.  A path becomes an operation where its value leaves the instruction:
 * into a register, a branch, or a later instruction.  A load, a store and a slow operation take
 * what the path began with, as addresses and selections are part of them.
 *
 * A segment knows the results of those before it by registers alone.  A temporary that is used in a
 * later segment is known there as the register that has it, or as one that no instruction names.
 */
#pragma once

#include "hints.h"
#include "values.h"

/* Begins a superblock. */
void msim_flow_start(struct msim_flow *flow, const IRSB *in);

/* The next instruction, of `length` bytes, which is number `index` of its segment. */
void msim_flow_instr(struct msim_flow *flow, Addr address, UInt length, UInt index);

/* Takes statement number `at`.  `first`, `last`: the accesses of the segment that it makes, if any.
 */
void msim_flow_see(struct msim_flow *flow, Int at, UInt first, UInt last);

/* The instruction is a prefetch; `word`: of the record, which has its address. */
void msim_flow_hint(struct msim_flow *flow, const struct msim_hint *hint, UInt word);

/* The superblock may be left at statement number `at`. */
void msim_flow_exit(struct msim_flow *flow, Int at);
/* The superblock ends; `next`: the address after its last instruction. */
void msim_flow_end(struct msim_flow *flow, Addr next);

/* Ends the segment and gives it what it computes, which lives until the next call. */
void msim_flow_close(struct msim_flow *flow, struct msim_segment *segment);
