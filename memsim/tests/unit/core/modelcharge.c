/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cycles of charge.h, for the model. */
#include "model.h"

void model_charge(struct model *model, uint64_t from, uint64_t to, uint32_t site,
                  enum msim_cause reason)
{
    for (uint64_t cycle = from / MSIM_TICKS; cycle * MSIM_TICKS < to; cycle++) {
        uint64_t point = cycle * MSIM_TICKS + cycle * 148 % MSIM_TICKS;
        if (point >= from && point < to)
            model->part[site][reason]++;
    }
}

uint64_t model_without(uint64_t from, uint64_t to, uint64_t cycles)
{
    return to > from + cycles * MSIM_TICKS ? to - cycles * MSIM_TICKS : from;
}
