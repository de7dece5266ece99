/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of outfile.h. */
#include "outfile.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

static const HChar *reason(Int error)
{
    static const struct {
        Int error;
        const HChar *text;
    } known[] = {
        {VKI_EACCES, "permission denied"},    {VKI_EPERM, "not permitted"},
        {VKI_ENOENT, "no such directory"},    {VKI_ENOTDIR, "not a directory"},
        {VKI_EISDIR, "is a directory"},       {VKI_ENOSPC, "no space left on the device"},
        {VKI_EROFS, "read-only file system"}, {VKI_EMFILE, "too many open files"},
        {VKI_EFBIG, "file too large"},        {VKI_EIO, "input/output error"},
    };
    for (UInt i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            return known[i].text;
    return "system error";
}

void msim_outfile_report(struct msim_outfile *file)
{
    VG_(umsg)
    ("error: cannot write '%s': %s (errno %d)\n", file->name, reason(file->error), file->error);
    VG_(umsg)("... %s\n", file->loss);
}

static void put(void *self, const char *bytes, size_t count)
{
    struct msim_outfile *file = self;
    while (count > 0 && !file->error) {
        Int written = VG_(write)(file->fd, bytes, (Int)count);
        if (written <= 0) {
            file->error = written ? -written : VKI_EIO;
            return;
        }
        bytes += written;
        count -= (size_t)written;
    }
}

static Bool written_in_place(const HChar *name)
{
    struct vg_stat stat;
    HChar target[1];
    if (VG_(readlink)(name, target, sizeof target) > 0)
        return True;
    return !sr_isError(VG_(stat)(name, &stat)) && !VKI_S_ISREG(stat.mode);
}

Bool msim_outfile_open(struct msim_outfile *file, const HChar *name)
{
    SizeT room = VG_(strlen)(name) + 32;
    VG_(memset)(file, 0, sizeof *file);
    file->sink = (struct msim_sink){put, file};
    file->loss = "so its results are only in the summary";
    file->name = VG_(strdup)("msim.outfile", name);
    if (!written_in_place(name)) {
        file->partial = VG_(malloc)("msim.outfile", room);
        VG_(snprintf)(file->partial, room, "%s.partial-%d", name, VG_(getpid)());
    }
    SysRes opened =
        VG_(open)(file->partial ? file->partial : name, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY,
                  VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH);
    if (sr_isError(opened)) {
        file->error = (Int)sr_Err(opened);
        msim_outfile_report(file);
        VG_(free)(file->name);
        VG_(free)(file->partial);
        return False;
    }
    file->fd = (Int)sr_Res(opened);
    return True;
}

/* Missing in the headers for tools: moves a file descriptor out of the guest's reach, close on
 * exec. */
extern Int VG_(safe_fd)(Int fd);

void msim_outfile_hide(struct msim_outfile *file)
{
    file->fd = VG_(safe_fd)(file->fd);
}

Bool msim_outfile_name(struct msim_outfile *file)
{
    if (!file->error && file->partial && VG_(rename)(file->partial, file->name) != 0) {
        file->error = VKI_EIO;
        msim_outfile_report(file);
    }
    return file->error == 0;
}

Bool msim_outfile_close(struct msim_outfile *file)
{
    VG_(close)(file->fd);
    if (file->error)
        msim_outfile_report(file);
    Bool whole = msim_outfile_name(file);
    if (!whole && file->partial)
        VG_(unlink)(file->partial);
    VG_(free)(file->name);
    VG_(free)(file->partial);
    return whole;
}
