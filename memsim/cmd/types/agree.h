/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether what an instruction says of the bytes that it uses agrees with a type that they may be of. */
#ifndef MSIM_CMD_TYPES_AGREE_H
#define MSIM_CMD_TYPES_AGREE_H

#include "types.h"

enum msim_agreement {
    MSIM_AGREE_NO,
    MSIM_AGREE_SILENT, /* it says nothing: bytes as such, or something that the type may be in */
    MSIM_AGREE_YES,
};

/* The bytes at an offset in `type` are used through the operand. */
enum msim_agreement msim_type_agrees(const struct msim_type *type, uint64_t offset,
                                     const struct msim_operand_type *operand);

/* A byte: what any data may be read as. */
bool msim_type_is_byte(const struct msim_type *type);

#endif
