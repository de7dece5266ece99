/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Divides the cycles between two instructions' retirements by what they were spent on. */
#ifndef MSIM_ENGINE_CORE_CHARGE_H
#define MSIM_ENGINE_CORE_CHARGE_H

#include "pipeline.h"

/* How the instruction came to retire; ticks. */
struct msim_spent {
    uint32_t site, late_site;
    enum msim_reason late; /* why it did not enter earlier */
    uint64_t busy;         /* it takes this long in any case */
    uint64_t could_start;  /* in the cycle after it entered */
    const struct msim_wait *by; /* what was ready last, if it was a load */
};

/* Charges the ticks from the last retirement to `time`. */
void msim_charge(struct msim_pipeline *pipeline, uint64_t time, const struct msim_spent *spent);

#endif
