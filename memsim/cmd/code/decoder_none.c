/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The decoder of a build without Capstone. */
#include "decoder.h"

struct msim_decoder *msim_decoder_open(void)
{
    return NULL;
}

void msim_decoder_close(struct msim_decoder *decoder)
{
    (void)decoder;
}

bool msim_decode_instruction(struct msim_decoder *decoder, const unsigned char *bytes, size_t size,
                             uint64_t address, struct msim_decoded *decoded)
{
    (void)decoder, (void)bytes, (void)size, (void)address, (void)decoded;
    return false;
}
