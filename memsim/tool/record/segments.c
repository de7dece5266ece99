/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complete segments; see segments.h. */
#include "segments.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

uint32_t msim_segments_add(struct msim_segments *segments, const struct msim_segment *segment)
{
    uint32_t number = msim_dict_segment(&segments->dict, segment);
    if (number == UINT32_MAX) {
        VG_(fmsg)
        ("memsim: this program has more than %d pieces of code, the most there are "
         "numbers for\n",
         MSIM_SEGMENTS_MAX);
        VG_(exit)(1);
    }
    msim_study_extend(&segments->study);
    return number;
}
