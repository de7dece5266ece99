/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Output files: whole or not at all.
 *
 * A regular file is written under another name in the same folder and renamed once complete.  If
 * anything else exists under the name (a device, a pipe, a link), it is written to directly.
 * Errors are reported on stderr with the reason, and the run goes on.
 */
#ifndef MSIM_TOOL_BASE_OUTFILE_H
#define MSIM_TOOL_BASE_OUTFILE_H

#include "pub_tool_basics.h"

#include "engine/base/text.h"

struct msim_outfile {
    struct msim_sink sink;
    Int fd;
    Int error;             /* the first one; 0: none */
    HChar *name, *partial; /* partial is NULL when written in place */
    const HChar *loss;     /* what an error means for the user */
};

/* False: it could not be opened, which was reported. */
Bool msim_outfile_open(struct msim_outfile *file, const HChar *name);

/* Moves the file out of the guest's reach, for files that stay open while the guest runs. */
void msim_outfile_hide(struct msim_outfile *file);

/* Reports what went wrong. */
void msim_outfile_report(struct msim_outfile *file);

/* Gives the complete file its name.  False: that failed, which was reported. */
Bool msim_outfile_name(struct msim_outfile *file);

/* False: the file does not exist or is incomplete, which was reported. */
Bool msim_outfile_close(struct msim_outfile *file);

#endif
