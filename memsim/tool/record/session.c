/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The session of session.h. */
#include "session.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

void msim_session_show(struct msim_session *session)
{
    struct msim_dict_counts counts = msim_dict_counts(&session->dict);
    msim_dict_show(&session->seen, &counts);
    msim_study_extend(&session->study);
}

uint32_t msim_session_add(struct msim_session *session, const struct msim_segment *segment)
{
    uint32_t number = msim_dict_segment(&session->dict, segment);
    if (number == UINT32_MAX) {
        VG_(fmsg)
        ("memsim: this program has more than %d pieces of code, the most that can be "
         "numbered\n",
         MSIM_SEGMENTS_MAX);
        VG_(exit)(1);
    }
    if (session->counting)
        msim_session_show(session);
    return number;
}
