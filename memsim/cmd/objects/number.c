/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers beside names; see present.h. */
#include <string.h>

#include "cmd/base/human.h"
#include "present.h"

struct msim_objects_number msim_objects_number_in(const struct msim_view *view, uint64_t number,
                                                  int width)
{
    enum { NARROW = 100, LESS = 4 };
    struct msim_objects_number in = {msim_human_count(number), width};
    if (view->width && view->width < NARROW)
        in.width -= LESS;
    if ((int)strlen(in.text.text) > in.width)
        in.text = msim_human_short((double)number, false);
    return in;
}
