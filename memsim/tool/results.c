/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of results.h. */
#include "results.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

#include "engine/report/sums.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"
#include "tool/base/options.h"
#include "tool/base/syscalls.h"
#include "tool/files/filename.h"
#include "tool/files/folders.h"
#include "tool/files/outfile.h"
#include "tool/files/parking.h"
#include "tracefile.h"

_Static_assert((int)MSIM_FILES_MAX <= (int)MSIM_PARKING_MAX, "");

static const HChar loss[] = "so its results are only in the summary";

static struct {
    const struct msim_study *study;
    const struct msim_about *about;
    HChar *at_exec[MSIM_FILES_MAX];        /* names of the files written before an exec */
    struct msim_sums sums[MSIM_FILES_MAX]; /* sizes and checksums of the files as last written */
    Int parking;                /* holds the files written before giving up privileges; -1: none */
    Int parked[MSIM_FILES_MAX]; /* the index of each file among them; -1: not among them */
    UInt places;
    Int kept[MSIM_FILES_MAX];    /* their descriptors while files are written */
    HChar *name[MSIM_FILES_MAX]; /* names of all files, while they are written at the end */
    UInt written;                /* how many of these are written */
} results;

static HChar *name_of(const struct msim_study_file *file)
{
    return msim_filename(file->option, file->name);
}

/* --- Start -------------------------------------------------------------------------------- */

static void refuse_if_same(const HChar *option, const HChar *value, const HChar *name,
                           const struct msim_study_file *other)
{
    HChar *others = name_of(other);
    if (msim_filename_same(name, others)) {
        HChar reason[VG_(strlen)(other->option) + 64];
        VG_(snprintf)
        (reason, sizeof reason, "%s names the same file; each needs its own", other->option);
        msim_options_refuse_file(option, value, reason);
    }
    VG_(free)(others);
}

void msim_results_check_names(const struct msim_study *study)
{
    for (UInt which = 0; which < study->files; which++) {
        const struct msim_study_file *file = &study->file[which];
        HChar *name = name_of(file);
        for (UInt before = 0; before < which; before++)
            refuse_if_same(file->option, file->name, name, &study->file[before]);
        VG_(free)(name);
    }
    if (!msim_options.trace_file)
        return;
    HChar *trace = msim_filename("--trace-file", msim_options.trace_file);
    for (UInt which = 0; which < study->files; which++)
        refuse_if_same("--trace-file", msim_options.trace_file, trace, &study->file[which]);
    VG_(free)(trace);
}

static void create_out_dir(void)
{
    HChar *folder = msim_out_dir();
    if (folder) {
        Int error = msim_folders_create(folder);
        if (error)
            msim_say("error: cannot create the folder '%s': %s (errno %d)\n", folder,
                     msim_outfile_reason(error), error);
    }
    VG_(free)(folder);
}

/* Holds the folders of all files, and no others. */
static void hold_folders(void)
{
    HChar *name[MSIM_FILES_MAX + 1];
    UInt names = 0;
    create_out_dir();
    for (; names < results.study->files; names++)
        name[names] = name_of(&results.study->file[names]);
    if (msim_options.trace_file)
        name[names++] = msim_filename("--trace-file", msim_options.trace_file);
    msim_folders_hold(name, names);
    while (names > 0)
        VG_(free)(name[--names]);
    results.parking = -1;
}

void msim_results_init(const struct msim_study *study, const struct msim_about *about)
{
    results.study = study;
    results.about = about;
    msim_outfile_start();
    hold_folders();
}

void msim_results_in_child(void)
{
    if (results.parking >= 0)
        VG_(close)(results.parking);
    hold_folders();
}

/* --- Files kept open ---------------------------------------------------------------------- */

/* Gets descriptors of the parked files while files are written. */
static void take_kept(void)
{
    Int fd[MSIM_FILES_MAX];
    Bool taken = results.parking >= 0 && msim_parked(results.parking, fd, results.places);
    for (UInt which = 0; which < results.study->files; which++)
        results.kept[which] = taken && results.parked[which] >= 0 ? fd[results.parked[which]] : -1;
}

static void return_kept(void)
{
    for (UInt which = 0; which < results.study->files; which++)
        if (results.kept[which] >= 0)
            VG_(close)(results.kept[which]);
}

/* --- Writing ------------------------------------------------------------------------------ */

/* Memory that is allocated here is not needed afterwards. */
static void write(UInt which, const struct msim_sink *sink)
{
    msim_memory_borrow();
    msim_study_write(&results.study->file[which], results.about, sink);
    msim_memory_give_back();
}

/* False: the file could not be opened. */
static Bool open_and_write(UInt which, const HChar *name, struct msim_outfile *file)
{
    Bool opened = msim_outfile_open(file, name, results.kept[which], loss);
    struct msim_sink sink = msim_sums_start(&results.sums[which], opened ? &file->sink : NULL);
    if (opened || msim_tracefile_is_on())
        write(which, &sink);
    return opened;
}

/* Further files, whose names begin with this one. */
static void write_further(UInt which, const HChar *name)
{
    const struct msim_study_file *of = &results.study->file[which];
    SizeT room = VG_(strlen)(name) + MSIM_FURTHER_ROOM;
    HChar numbered[room], more[MSIM_FURTHER_ROOM];
    UInt used = msim_study_further(of);
    for (UInt number = 1; number <= used; number++) {
        struct msim_outfile file;
        HChar *created = NULL;
        msim_memory_borrow();
        Bool is = msim_study_further_name(of, number, more);
        msim_memory_give_back();
        VG_(snprintf)(numbered, room, "%s%s", name, more);
        if (!is || !msim_outfile_open(&file, numbered, -1, loss))
            continue;
        msim_memory_borrow();
        msim_study_write_further(of, number, results.about, &file.sink);
        msim_memory_give_back();
        msim_outfile_close(&file, &created);
        VG_(free)(created);
    }
}

/* Returns the name, allocated, if this created a file; what exists and is not a regular file is
 * only written to. */
static HChar *write_file(UInt which, const HChar *name)
{
    struct msim_outfile file;
    HChar *created = NULL;
    if (open_and_write(which, name, &file))
        msim_outfile_close(&file, &created);
    write_further(which, name);
    return created;
}

void msim_results_name(void)
{
    results.written = 0;
    for (UInt which = 0; which < results.study->files; which++)
        results.name[which] = name_of(&results.study->file[which]);
}

void msim_results_at_end(void)
{
    msim_outfile_guest_ended();
    take_kept();
    for (UInt which = 0; which < results.study->files; which++) {
        VG_(free)(write_file(which, results.name[which]));
        results.written++;
    }
    return_kept();
}

Bool msim_results_checkpoint(void)
{
    Bool written = False;
    for (UInt which = 0; which < results.study->files; which++) {
        struct msim_outfile file;
        HChar *name = name_of(&results.study->file[which]);
        if (msim_outfile_open(&file, name, -1, NULL)) {
            HChar *created;
            write(which, &file.sink);
            written |= msim_outfile_close(&file, &created);
            VG_(free)(created);
        }
        VG_(free)(name);
    }
    return written;
}

void msim_results_say_missing(Int age)
{
    if (age >= 0)
        msim_say("ended by Ctrl-C; these files are missing, or as they were %d s ago:\n", age);
    else
        msim_say("ended by Ctrl-C; these files are missing:\n");
    for (UInt which = results.written; which < results.study->files; which++)
        msim_say("  %s\n", results.name[which]);
}

/* Writes a file; returns a descriptor of it; -1: it failed. */
static Int write_and_keep(UInt which)
{
    HChar *name = name_of(&results.study->file[which]);
    struct msim_outfile file;
    Int fd = open_and_write(which, name, &file) ? msim_outfile_keep(&file) : -1;
    VG_(free)(name);
    return fd;
}

void msim_results_before_loss(void)
{
    Int fd[MSIM_FILES_MAX];
    results.places = 0;
    take_kept();
    for (UInt which = 0; which < results.study->files; which++) {
        Int kept = write_and_keep(which);
        results.parked[which] = kept < 0 ? -1 : (Int)results.places;
        if (kept >= 0)
            fd[results.places++] = kept;
    }
    if (results.places > 0)
        results.parking = msim_park(fd, results.places);
    for (UInt place = 0; place < results.places; place++)
        VG_(close)(fd[place]);
}

/* --- Exec --------------------------------------------------------------------------------- */

HChar *msim_results_name_at_exec(HChar *name)
{
    SizeT room = VG_(strlen)(name) + 32;
    HChar *numbered = VG_(malloc)("msim.exec", room);
    UInt number = 1;
    do
        VG_(snprintf)(numbered, room, "%s.exec%u", name, number++);
    while (msim_outfile_exists(numbered));
    VG_(free)(name);
    return numbered;
}

void msim_results_remove_checkpoint(void)
{
    for (UInt which = 0; which < results.study->files; which++) {
        HChar *name = name_of(&results.study->file[which]);
        msim_outfile_remove(name);
        VG_(free)(name);
    }
}

void msim_results_before_exec(Bool traced)
{
    take_kept();
    for (UInt which = 0; which < results.study->files; which++) {
        HChar *name = name_of(&results.study->file[which]);
        if (traced)
            name = msim_results_name_at_exec(name);
        results.at_exec[which] = write_file(which, name);
        VG_(free)(name);
    }
    return_kept();
}

void msim_results_after_exec(void)
{
    for (UInt which = 0; which < results.study->files; which++) {
        if (results.at_exec[which])
            msim_outfile_remove(results.at_exec[which]);
        VG_(free)(results.at_exec[which]);
        results.at_exec[which] = NULL;
    }
}

void msim_results_put_sums(HChar *lines, SizeT room)
{
    SizeT used = 0;
    lines[0] = 0;
    for (UInt which = 0; which < results.study->files; which++)
        used += VG_(snprintf)(lines + used, room - used, "file: %s %llu %08x\n",
                              results.study->file[which].option, (ULong)results.sums[which].bytes,
                              results.sums[which].crc);
}
