/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the program goes on after a segment, and whether that was foreseen. */
#pragma once

#include "engine/branches/branches.h"
#include "plans/plan.h"

/* The segment is one more round of what repeats itself. */
static inline bool msim_end_repeats(const struct msim_planned *last,
                                    const struct msim_planned *plan)
{
    return last->segment && last->repeats && plan->repeats && plan->address == last->last;
}

struct msim_foreseen {
    bool right;            /* it was */
    struct msim_goes goes; /* of a computed end */
};

/* Tells predictors that the last segment led to this one. Its `segment` is NULL: that is not
 * known. */
static inline struct msim_foreseen msim_end_foreseen(struct msim_branches *branches,
                                                     const struct msim_planned *last,
                                                     const struct msim_planned *plan)
{
    struct msim_foreseen foreseen = {.right = true};
    if (!last->segment || last->repeats)
        return foreseen;
    switch (last->end) {
    case MSIM_OP_ENDS_COND:
        foreseen.right =
            msim_branches_conditional(branches, last->last, msim_end_is_taken(last, plan));
        break;
    case MSIM_OP_ENDS_CALL:
        msim_branches_call(branches, last->next);
        break;
    case MSIM_OP_ENDS_RETURN:
        foreseen.right = msim_branches_return(branches, plan->address);
        return foreseen;
    default:
        break;
    }
    if (last->indirect)
        foreseen.right =
            msim_branches_indirect(branches, last->last, plan->address, &foreseen.goes);
    return foreseen;
}
