/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Output files: whole or not at all, whatever root and working folder the guest has.
 *
 * A regular file is written under another name in the same folder and renamed once complete.  If
 * anything else exists under the name (a device, a pipe, a link), it is written to directly.
 * Folders are those of the start (folders.h).  If nothing can be created there any more (the guest
 * deleted the folder, or gave up its privileges), the file goes to TMPDIR, which is reported.
 * Errors are reported on stderr with the reason, and the run goes on.  If the disk is full, a file
 * that may be shortened (the trace) makes room for the others.
 *
 * A limit on the size of files (RLIMIT_FSIZE) is an error like a full disk.  It is looked up before
 * each write, because the kernel would also send SIGXFSZ, and the guest would get it.
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/base/text.h"

struct msim_outfile {
    struct msim_sink sink;
    Int fd;
    Int error;             /* the first one; 0: none */
    Bool limited;          /* RLIMIT_FSIZE applies to it */
    Bool kept;             /* its descriptor was passed in */
    Bool gives_way;        /* if the disk is full, all others come first */
    ULong bytes;           /* written so far */
    HChar *name, *partial; /* partial is NULL when written in place */
    const HChar *loss;     /* what an error means for the user */
};

/* The limit on the size of files is that of the process's start, as far as it can be restored: call
 * the first at the start, and the second when the guest has ended. */
void msim_outfile_start(void);
void msim_outfile_guest_ended(void);

/* If the disk is full, `make_room` frees some of the device's space and returns True, as long as it
 * can.  `result`: for a file that matters most. */
void msim_outfile_make_room(Bool (*make_room)(ULong device, Bool result));

/* False: it could not be opened, which was reported, with its `loss`; with a `loss` of NULL,
 * nothing is reported, and only a regular file with that name is written.  `kept`: what
 * msim_outfile_keep() returned for this name, to be written to if nothing can be created any more,
 * and closed by the caller; -1: nothing. */
Bool msim_outfile_open(struct msim_outfile *file, const HChar *name, Int kept, const HChar *loss);

/* Moves the file out of the guest's reach, for files that stay open while the guest runs.  False:
 * no descriptor is free; that was reported, and the file is closed and removed. */
Bool msim_outfile_hide(struct msim_outfile *file);

/* The text of an errno. */
const HChar *msim_outfile_reason(Int error);

/* Reports what went wrong. */
void msim_outfile_report(const struct msim_outfile *file);

/* Gives the complete file its name.  False: that failed and was reported. */
Bool msim_outfile_name(struct msim_outfile *file);

/* Closes the file.  False: it does not exist or is incomplete, which was reported.  *created is the
 * name of the file that is new, else NULL; the caller frees it. */
Bool msim_outfile_close(struct msim_outfile *file, HChar **created);

/* The same, but returns a descriptor with which the new file can be written once more; -1: it
 * cannot. */
Int msim_outfile_keep(struct msim_outfile *file);

/* As the system's functions, for any of these names. */
Bool msim_outfile_exists(const HChar *name);
void msim_outfile_remove(const HChar *name);
Int msim_outfile_rename(const HChar *from, const HChar *to);
