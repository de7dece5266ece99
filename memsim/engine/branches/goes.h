/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a jump or call to a computed target goes, beside where it went before. */
#pragma once

#include <stdbool.h>

struct msim_goes {
    bool several;   /* it has had more than one target, this one included */
    bool elsewhere; /* its last target was another one */
    bool aside;     /* the target that is kept for it is another one: its second, or its only one */
};
