/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The classes of opclass.h: what is slow and what is free stands here by name, the rest goes by its
 * type. */
#include "opclass.h"

#include "pub_tool_libcbase.h"

#define INT_MULTIPLY                                                                               \
    case Iop_Mul8:                                                                                 \
    case Iop_Mul16:                                                                                \
    case Iop_Mul32:                                                                                \
    case Iop_Mul64:                                                                                \
    case Iop_MullS8:                                                                               \
    case Iop_MullS16:                                                                              \
    case Iop_MullS32:                                                                              \
    case Iop_MullS64:                                                                              \
    case Iop_MullU8:                                                                               \
    case Iop_MullU16:                                                                              \
    case Iop_MullU32:                                                                              \
    case Iop_MullU64

#define INT_DIVIDE                                                                                 \
    case Iop_DivU32:                                                                               \
    case Iop_DivS32:                                                                               \
    case Iop_DivU64:                                                                               \
    case Iop_DivS64:                                                                               \
    case Iop_DivU64E:                                                                              \
    case Iop_DivS64E:                                                                              \
    case Iop_DivU32E:                                                                              \
    case Iop_DivS32E:                                                                              \
    case Iop_DivModU64to32:                                                                        \
    case Iop_DivModS64to32:                                                                        \
    case Iop_DivModU128to64:                                                                       \
    case Iop_DivModS128to64:                                                                       \
    case Iop_DivModS64to64:                                                                        \
    case Iop_DivModU64to64:                                                                        \
    case Iop_DivModS32to32:                                                                        \
    case Iop_DivModU32to32

#define VECTOR_MULTIPLY                                                                            \
    case Iop_Mul8x16:                                                                              \
    case Iop_Mul16x8:                                                                              \
    case Iop_Mul32x4:                                                                              \
    case Iop_Mul16x4:                                                                              \
    case Iop_Mul32x2:                                                                              \
    case Iop_Mul16x16:                                                                             \
    case Iop_Mul32x8:                                                                              \
    case Iop_MulHi16Ux4:                                                                           \
    case Iop_MulHi16Sx4:                                                                           \
    case Iop_MulHi16Ux8:                                                                           \
    case Iop_MulHi16Sx8:                                                                           \
    case Iop_MulHi16Ux16:                                                                          \
    case Iop_MulHi16Sx16:                                                                          \
    case Iop_MullEven8Ux16:                                                                        \
    case Iop_MullEven16Ux8:                                                                        \
    case Iop_MullEven32Ux4:                                                                        \
    case Iop_MullEven8Sx16:                                                                        \
    case Iop_MullEven16Sx8:                                                                        \
    case Iop_MullEven32Sx4:                                                                        \
    case Iop_Sad8Ux4

#define FLOAT_ADD                                                                                  \
    case Iop_AddF64:                                                                               \
    case Iop_SubF64:                                                                               \
    case Iop_AddF32:                                                                               \
    case Iop_SubF32:                                                                               \
    case Iop_AddF64r32:                                                                            \
    case Iop_SubF64r32:                                                                            \
    case Iop_Add64Fx2:                                                                             \
    case Iop_Sub64Fx2:                                                                             \
    case Iop_Add32Fx4:                                                                             \
    case Iop_Sub32Fx4:                                                                             \
    case Iop_Add64F0x2:                                                                            \
    case Iop_Sub64F0x2:                                                                            \
    case Iop_Add32F0x4:                                                                            \
    case Iop_Sub32F0x4:                                                                            \
    case Iop_Add64Fx4:                                                                             \
    case Iop_Sub64Fx4:                                                                             \
    case Iop_Add32Fx8:                                                                             \
    case Iop_Sub32Fx8:                                                                             \
    case Iop_MaxNumF64:                                                                            \
    case Iop_MinNumF64:                                                                            \
    case Iop_MaxNumF32:                                                                            \
    case Iop_MinNumF32

#define FLOAT_MULTIPLY                                                                             \
    case Iop_MulF64:                                                                               \
    case Iop_MulF32:                                                                               \
    case Iop_MulF64r32:                                                                            \
    case Iop_Mul64Fx2:                                                                             \
    case Iop_Mul32Fx4:                                                                             \
    case Iop_Mul64F0x2:                                                                            \
    case Iop_Mul32F0x4:                                                                            \
    case Iop_Mul64Fx4:                                                                             \
    case Iop_Mul32Fx8

#define FLOAT_FUSED                                                                                \
    case Iop_MAddF64:                                                                              \
    case Iop_MSubF64:                                                                              \
    case Iop_MAddF32:                                                                              \
    case Iop_MSubF32

#define FLOAT_DIVIDE                                                                               \
    case Iop_DivF64:                                                                               \
    case Iop_DivF32:                                                                               \
    case Iop_DivF64r32:                                                                            \
    case Iop_Div64Fx2:                                                                             \
    case Iop_Div32Fx4:                                                                             \
    case Iop_Div64F0x2:                                                                            \
    case Iop_Div32F0x4:                                                                            \
    case Iop_Div64Fx4:                                                                             \
    case Iop_Div32Fx8

#define FLOAT_ROOT                                                                                 \
    case Iop_SqrtF64:                                                                              \
    case Iop_SqrtF32:                                                                              \
    case Iop_Sqrt64Fx2:                                                                            \
    case Iop_Sqrt32Fx4:                                                                            \
    case Iop_Sqrt64F0x2:                                                                           \
    case Iop_Sqrt32F0x4:                                                                           \
    case Iop_Sqrt64Fx4:                                                                            \
    case Iop_Sqrt32Fx8

#define CONVERT                                                                                    \
    case Iop_CmpF64:                                                                               \
    case Iop_CmpF32:                                                                               \
    case Iop_F64toI16S:                                                                            \
    case Iop_F64toI32S:                                                                            \
    case Iop_F64toI64S:                                                                            \
    case Iop_F64toI64U:                                                                            \
    case Iop_F64toI32U:                                                                            \
    case Iop_F32toI32S:                                                                            \
    case Iop_F32toI64S:                                                                            \
    case Iop_F32toI32U:                                                                            \
    case Iop_F32toI64U

/* From registers of integers. */
#define CONVERT_MOVED                                                                              \
    case Iop_I32StoF64:                                                                            \
    case Iop_I64StoF64:                                                                            \
    case Iop_I64UtoF64:                                                                            \
    case Iop_I64UtoF32:                                                                            \
    case Iop_I32UtoF32:                                                                            \
    case Iop_I32UtoF64:                                                                            \
    case Iop_I32StoF32:                                                                            \
    case Iop_I64StoF32

/* What takes as long as a multiplication: conversions among vectors, estimates. */
#define FLOAT_CONVERT                                                                              \
    case Iop_F32toF64:                                                                             \
    case Iop_F64toF32:                                                                             \
    case Iop_RoundF64toInt:                                                                        \
    case Iop_RoundF32toInt:                                                                        \
    case Iop_RecipEst32Fx4:                                                                        \
    case Iop_RecipEst32Fx8:                                                                        \
    case Iop_RecipEst32F0x4:                                                                       \
    case Iop_RSqrtEst32Fx4:                                                                        \
    case Iop_RSqrtEst32Fx8:                                                                        \
    case Iop_RSqrtEst32F0x4

#define TAKES_NO_TIME                                                                              \
    case Iop_8Uto16:                                                                               \
    case Iop_8Uto32:                                                                               \
    case Iop_8Uto64:                                                                               \
    case Iop_16Uto32:                                                                              \
    case Iop_16Uto64:                                                                              \
    case Iop_32Uto64:                                                                              \
    case Iop_64to8:                                                                                \
    case Iop_32to8:                                                                                \
    case Iop_64to16:                                                                               \
    case Iop_16to8:                                                                                \
    case Iop_32to16:                                                                               \
    case Iop_64to32:                                                                               \
    case Iop_64HIto32:                                                                             \
    case Iop_32HLto64:                                                                             \
    case Iop_128to64:                                                                              \
    case Iop_128HIto64:                                                                            \
    case Iop_64HLto128:                                                                            \
    case Iop_32to1:                                                                                \
    case Iop_64to1:                                                                                \
    case Iop_1Uto8:                                                                                \
    case Iop_1Uto32:                                                                               \
    case Iop_1Uto64:                                                                               \
    case Iop_Not1:                                                                                 \
    case Iop_ReinterpF64asI64:                                                                     \
    case Iop_ReinterpI64asF64:                                                                     \
    case Iop_ReinterpF32asI32:                                                                     \
    case Iop_ReinterpI32asF32:                                                                     \
    case Iop_V128to64:                                                                             \
    case Iop_V128HIto64:                                                                           \
    case Iop_64HLtoV128:                                                                           \
    case Iop_64UtoV128:                                                                            \
    case Iop_32UtoV128:                                                                            \
    case Iop_V128to32:                                                                             \
    case Iop_SetV128lo64:                                                                          \
    case Iop_SetV128lo32:                                                                          \
    case Iop_V256to64_0:                                                                           \
    case Iop_V256to64_1:                                                                           \
    case Iop_V256to64_2:                                                                           \
    case Iop_V256to64_3:                                                                           \
    case Iop_64x4toV256:                                                                           \
    case Iop_V256toV128_0:                                                                         \
    case Iop_V256toV128_1:                                                                         \
    case Iop_V128HLtoV256

static enum msim_op_class by_type(IROp op)
{
    IRType made, of[4];
    typeOfPrimop(op, &made, &of[0], &of[1], &of[2], &of[3]);
    switch (made) {
    case Ity_V128:
    case Ity_V256:
    case Ity_F32:
    case Ity_F64:
    case Ity_F128:
        return MSIM_OP_VECTOR;
    default:
        return MSIM_OP_SIMPLE;
    }
}

enum msim_op_class msim_op_class_of(IROp op)
{
    switch (op) {
    INT_MULTIPLY:
        return MSIM_OP_MULTIPLY;
    INT_DIVIDE:
        return MSIM_OP_DIVIDE;
    VECTOR_MULTIPLY:
        return MSIM_OP_VECTOR_MULTIPLY;
    FLOAT_ADD:
        return MSIM_OP_FLOAT_ADD;
    FLOAT_MULTIPLY:
        return MSIM_OP_FLOAT_MULTIPLY;
    FLOAT_FUSED:
        return MSIM_OP_FLOAT_FUSED;
    FLOAT_DIVIDE:
        return MSIM_OP_FLOAT_DIVIDE;
    FLOAT_ROOT:
        return MSIM_OP_FLOAT_ROOT;
    FLOAT_CONVERT:
        return MSIM_OP_FLOAT_MULTIPLY;
    CONVERT:
        return MSIM_OP_CONVERT;
    CONVERT_MOVED:
        return MSIM_OP_MOVE;
    TAKES_NO_TIME:
        return MSIM_OP_JOIN;
    default:
        return by_type(op);
    }
}

enum msim_op_class msim_op_class_of_helper(const HChar *name)
{
    if (VG_(strstr)(name, "crc32") || VG_(strstr)(name, "pext") || VG_(strstr)(name, "pdep"))
        return MSIM_OP_MULTIPLY;
    if (VG_(strstr)(name, "pmadd") || VG_(strstr)(name, "psad") || VG_(strstr)(name, "AES") ||
        VG_(strstr)(name, "pclmul"))
        return MSIM_OP_VECTOR_MULTIPLY;
    return MSIM_OP_SIMPLE;
}
