/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares mappings with the segments of files: bias.h. */
#include "bias.h"

#include <elf.h>
#include <string.h>

#include "object.h"

bool msim_bias(const struct msim_elf *elf, uint64_t first, uint64_t offset, uint64_t *bias)
{
    for (unsigned i = 0; i < elf->segments; i++) {
        Elf64_Phdr header;
        uint64_t at = elf->segments_at + i * sizeof header;
        if (at > elf->size || elf->size - at < sizeof header)
            return false;
        memcpy(&header, elf->bytes + at, sizeof header);
        uint64_t from = header.p_offset & ~UINT64_C(4095);
        if (header.p_type != PT_LOAD || offset < from ||
            offset >= header.p_offset + header.p_filesz)
            continue;
        *bias = first - offset - (header.p_vaddr - header.p_offset);
        return true;
    }
    return false;
}

bool msim_bias_of_file(const char *path, uint64_t address, uint64_t offset, uint64_t *bias)
{
    struct msim_object object = {0};
    struct msim_object_places places = {.folders = 0};
    msim_object_open(&object, path, NULL, &places);
    bool found = object.path && msim_bias(&object.elf, address, offset, bias);
    msim_object_close(&object);
    return found;
}
