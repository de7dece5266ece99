/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of models.h. */
#include "models.h"

#include <stddef.h>

#include "engine/machine/machines.h"

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
    {MSIM_INTEL, 6, 0x8f, 0x8f, "raptorcove-xeon5"},
    {MSIM_INTEL, 6, 0x97, 0x97, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0x9a, 0x9a, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0x9e, 0x9e, "skylake-i7-6700k"},
    {MSIM_INTEL, 6, 0xad, 0xae, "redwoodcove-xeon6"},
    {MSIM_INTEL, 6, 0xb7, 0xb7, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0xba, 0xba, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0xbf, 0xbf, "goldencove-i9-12900k"},
    {MSIM_INTEL, 6, 0xcf, 0xcf, "raptorcove-xeon5"},
    {MSIM_INTEL, 15, 3, 4, "pentium4-prescott"},
};

enum { MODELS = sizeof models / sizeof *models };

/* How far a processor is from the models of a row: the least is the nearest. */
static uint64_t distance(struct msim_model model, const struct msim_geometry *d1, unsigned row)
{
    const struct msim_geometry *its =
        &msim_named_machine(models[row].machine)->machine.level[MSIM_D1];
    bool differs = its->units != d1->units || its->ways != d1->ways;
    unsigned family = models[row].family, nearest = model.model;
    if (nearest < models[row].first)
        nearest = models[row].first;
    if (nearest > models[row].last)
        nearest = models[row].last;
    uint64_t families = family > model.family ? family - model.family : model.family - family;
    uint64_t numbers = nearest > model.model ? nearest - model.model : model.model - nearest;
    return (uint64_t)differs << 63 | families << 32 | numbers;
}

struct msim_model_machine msim_model_machine(struct msim_model model,
                                             const struct msim_geometry *d1)
{
    struct msim_model_machine found = {NULL, true};
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < MODELS; i++) {
        if (models[i].vendor != model.vendor)
            continue;
        if (models[i].family == model.family && models[i].first <= model.model &&
            model.model <= models[i].last)
            return (struct msim_model_machine){models[i].machine, false};
        uint64_t far = distance(model, d1, i);
        if (far >= least)
            continue;
        least = far;
        found.name = models[i].machine;
    }
    return found;
}
