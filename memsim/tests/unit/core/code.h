/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segments and their records, written down operation by operation.
 *
 *     code_start(&code, address);            a segment without instructions
 *     code_instr(&code, 0);                  its first instruction, of site 1
 *     a = code_load(&code, LOAD, 1, at);     loads from the address `at`, which register 1 has
 *     a = code_op(&code, SIMPLE, a, 2);      adds register 2
 *     code_store(&code, 3, a, to);           stores that; register 3 has the address
 *     code_result(&code, 4, a);              and register 4 has it from now on
 *
 * Values returned are sources of later operations.
 */
#pragma once

#include "engine/core/pipeline.h"

enum { CODE_OPS = 512, CODE_NONE = MSIM_OP_READY };

struct code {
    struct msim_segment segment;
    struct msim_ops ops;
    struct msim_instr instr[MSIM_INSTRS_MAX];
    struct msim_access access[MSIM_WORDS_MAX];
    struct msim_operation op[CODE_OPS];
    uint16_t source[CODE_OPS * 4];
    struct msim_op_result result[MSIM_REGISTERS];
    uint64_t record[1 + MSIM_WORDS_MAX];
    struct msim_seen missed[MSIM_SEEN_MAX];
    uint32_t missed_used;
};

void code_start(struct code *code, uint64_t address);

/* The same at another address. */
void code_copy(struct code *code, const struct code *from, uint64_t address);

/* Begins an instruction of 4 bytes, `how` in MSIM_INSTR_ bits. */
void code_instr(struct code *code, uint16_t how);

/* An operation that waits for `a` and `b`, either of which may be CODE_NONE. */
uint16_t code_op(struct code *code, enum msim_op_class class, uint16_t a, uint16_t b);

/* A load or vector load of 8 bytes; the address needs `a`. */
uint16_t code_load(struct code *code, enum msim_op_class class, uint16_t a, uint64_t address);

/* A store of 8 bytes; the address needs `a`, its data `data`. */
void code_store(struct code *code, uint16_t a, uint16_t data, uint64_t address);

/* Asks for the line of an address; the address needs `a`. */
void code_hint(struct code *code, enum msim_op_class class, uint16_t a, uint64_t address);

/* The last load or store misses, and this serves it. */
void code_misses(struct code *code, const struct msim_served *served);

void code_result(struct code *code, uint16_t reg, uint16_t source);

/* Runs it; what it missed can be used again. */
void code_run(struct msim_pipeline *pipeline, const struct code *code);
