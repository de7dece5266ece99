/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of models.h. */
#include "models.h"

#include <stddef.h>

static const struct {
    enum msim_vendor vendor;
    unsigned family, first, last; /* models */
    const char *machine;
} models[] = {
    {MSIM_AMD, 25, 0x00, 0x0f, "zen3-epyc"},
    {MSIM_AMD, 25, 0x10, 0x1f, "zen4-epyc"},
    {MSIM_AMD, 25, 0x20, 0x5f, "zen3-epyc"},
    {MSIM_AMD, 25, 0x60, 0xff, "zen4-epyc"},
    {MSIM_AMD, 26, 0x00, 0xff, "zen5-epyc"},
    {MSIM_INTEL, 6, 0x0f, 0x0f, "core2-x6800"},
    {MSIM_INTEL, 6, 0x17, 0x17, "core2-p8600"},
    {MSIM_INTEL, 6, 0x4e, 0x4e, "skylake-i7-6700k"},
    {MSIM_INTEL, 6, 0x55, 0x55, "skylake-sp-gold-6154"},
    {MSIM_INTEL, 6, 0x5e, 0x5e, "skylake-i7-6700k"},
    {MSIM_INTEL, 6, 0x8e, 0x8e, "skylake-i7-6700k"},
    {MSIM_INTEL, 6, 0x8f, 0x8f, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0x97, 0x97, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0x9a, 0x9a, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0x9e, 0x9e, "skylake-i7-6700k"},
    {MSIM_INTEL, 6, 0xb7, 0xb7, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0xba, 0xba, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0xbf, 0xbf, "goldencove-i9-12900k"},
    {MSIM_INTEL, 15, 3, 4, "pentium4-prescott"},
};

const char *msim_model_core_name(struct msim_model model)
{
    for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
        if (models[i].vendor == model.vendor && models[i].family == model.family &&
            models[i].first <= model.model && model.model <= models[i].last)
            return models[i].machine;
    return NULL;
}

const char *msim_host_core_name(void)
{
    return msim_model_core_name(msim_host_model());
}
