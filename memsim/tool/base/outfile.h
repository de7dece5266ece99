/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Output files: whole or not at all.
 *
 * A regular file is written under another name beside it and renamed once complete.  What is there
 * already and is no regular file (a device, a pipe, a link) is written to as it is.  Errors are told on
 * stderr with the reason; the run goes on.
 */
#ifndef MSIM_TOOL_BASE_OUTFILE_H
#define MSIM_TOOL_BASE_OUTFILE_H

#include "pub_tool_basics.h"

#include "engine/base/text.h"

struct msim_outfile {
    struct msim_sink sink;
    Int fd;
    Int error;             /* the first one, 0: none */
    HChar *name, *partial; /* partial is NULL when written in place */
    const HChar *loss;     /* what an error means for the user */
};

/* False: could not be opened, and was told. */
Bool msim_outfile_open(struct msim_outfile *file, const HChar *name);

/* For a file that stays open while the guest runs: out of the guest's reach. */
void msim_outfile_hide(struct msim_outfile *file);

/* Says what went wrong, once. */
void msim_outfile_tell(struct msim_outfile *file);

/* Gives it its name.  False: it has none, and that was told. */
Bool msim_outfile_name(struct msim_outfile *file);

/* False: is not there or not whole, and was told. */
Bool msim_outfile_close(struct msim_outfile *file);

#endif
