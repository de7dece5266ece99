/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of outfile.h. */
#include "outfile.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "folders.h"
#include "interrupt.h"
#include "tool/base/message.h"
#include "tool/base/platform.h"
#include "tool/base/syscalls.h"

enum { LIMIT_FSIZE = 1, MODE = VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH };

/* --- Errors ------------------------------------------------------------------------------- */

const HChar *msim_outfile_reason(Int error)
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
        {VKI_EINTR, "interrupted"},
    };
    for (UInt i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            return known[i].text;
    return "system error";
}

void msim_outfile_report(const struct msim_outfile *file)
{
    if (!file->loss)
        return;
    msim_say("error: cannot write '%s': %s (errno %d)\n", file->name,
             msim_outfile_reason(file->error), file->error);
    msim_say("... %s\n", file->loss);
}

/* --- The limit on the size of files --------------------------------------------------------- */

static struct vki_rlimit limit_at_start;

void msim_outfile_start(void)
{
    VG_(getrlimit)(LIMIT_FSIZE, &limit_at_start);
}

void msim_outfile_guest_ended(void)
{
    struct vki_rlimit limit;
    if (VG_(getrlimit)(LIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= limit_at_start.rlim_cur)
        return;
    limit.rlim_cur =
        limit_at_start.rlim_cur < limit.rlim_max ? limit_at_start.rlim_cur : limit.rlim_max;
    VG_(setrlimit)(LIMIT_FSIZE, &limit);
}

/* How many of these bytes the limit allows. */
static size_t allowed(const struct msim_outfile *file, size_t count)
{
    struct vki_rlimit limit;
    if (!file->limited || VG_(getrlimit)(LIMIT_FSIZE, &limit) != 0)
        return count;
    ULong room = limit.rlim_cur > file->bytes ? limit.rlim_cur - file->bytes : 0;
    return count < room ? count : room;
}

/* --- Names -------------------------------------------------------------------------------- */

static Int open_place(const HChar *name, Int flags)
{
    struct msim_file_place place = msim_folders_place(name);
    Int fd = msim_open_at(place.folder, place.name, flags, MODE);
    msim_folders_leave(&place);
    return fd;
}

Bool msim_outfile_exists(const HChar *name)
{
    Int fd = open_place(name, MSIM_O_PATH | MSIM_O_NOFOLLOW);
    if (fd >= 0)
        VG_(close)(fd);
    return fd >= 0;
}

void msim_outfile_remove(const HChar *name)
{
    struct msim_file_place place = msim_folders_place(name);
    msim_unlink_at(place.folder, place.name);
    msim_folders_leave(&place);
}

Int msim_outfile_rename(const HChar *from, const HChar *to)
{
    struct msim_file_place old = msim_folders_place(from), new = msim_folders_place(to);
    Int result = msim_rename_at(old.folder, old.name, new.folder, new.name);
    msim_folders_leave(&old);
    msim_folders_leave(&new);
    return result;
}

/* True for links, and for everything else except regular files. */
static Bool written_in_place(const HChar *name)
{
    struct vg_stat stat;
    Int fd = open_place(name, MSIM_O_PATH | MSIM_O_NOFOLLOW);
    if (fd < 0)
        return False;
    Bool other = VG_(fstat)(fd, &stat) == 0 && !VKI_S_ISREG(stat.mode);
    VG_(close)(fd);
    return other;
}

/* --- Opening ------------------------------------------------------------------------------ */

static HChar *partial_name(const HChar *name)
{
    SizeT room = VG_(strlen)(name) + 32;
    HChar *partial = VG_(malloc)("msim.outfile", room);
    VG_(snprintf)(partial, room, "%s.partial-%d", name, msim_pid());
    return partial;
}

/* A forked child reads back what there is of a new file; a pipe must only be written to. */
static Int create(const struct msim_outfile *file, Int flags)
{
    return file->partial ? open_place(file->partial, VKI_O_CREAT | VKI_O_RDWR | flags)
                         : open_place(file->name, VKI_O_CREAT | VKI_O_WRONLY | flags);
}

/* True: the guest removed the folder, or the permission to write there. */
static Bool is_lost(const struct msim_outfile *file)
{
    return file->error == VKI_EACCES || file->error == VKI_EPERM || file->error == VKI_EROFS ||
           (file->error == VKI_ENOENT && msim_folders_has(file->name));
}

/* Others may write to TMPDIR, too, so an existing link is not followed, but replaced. */
static Bool open_elsewhere(struct msim_outfile *file)
{
    const HChar *base = VG_(basename)(file->name), *folder = VG_(tmpdir)();
    SizeT room = VG_(strlen)(folder) + VG_(strlen)(base) + 2;
    struct msim_outfile other = *file;
    other.name = VG_(malloc)("msim.outfile", room);
    VG_(snprintf)(other.name, room, "%s/%s", folder, base);
    other.partial = partial_name(other.name);
    other.error = 0;
    msim_interrupt_writing(other.name, other.partial);
    other.fd = create(&other, VKI_O_EXCL | MSIM_O_NOFOLLOW);
    if (other.fd < 0) {
        msim_interrupt_writing(file->name, NULL);
        VG_(free)(other.name);
        VG_(free)(other.partial);
        return False;
    }
    HChar instead[room + 32];
    VG_(snprintf)(instead, sizeof instead, "it is '%s' instead", other.name);
    file->loss = instead;
    msim_outfile_report(file);
    VG_(free)(file->name);
    VG_(free)(file->partial);
    *file = other;
    return True;
}

/* A file that is written once more is not replaced, so it is emptied first. */
static Bool open_kept(struct msim_outfile *file, Int kept)
{
    if (kept < 0 || msim_truncate(kept, 0) < 0 || VG_(lseek)(kept, 0, VKI_SEEK_SET) != 0)
        return False;
    msim_interrupt_writing(file->name, NULL);
    VG_(free)(file->partial);
    file->partial = NULL;
    file->fd = kept;
    file->kept = True;
    file->error = 0;
    return True;
}

static void put(void *self, const char *bytes, size_t count);
static Bool makes_room(const struct msim_outfile *file);

/* Tries other ways to get the file. */
static Bool open_otherwise(struct msim_outfile *file, Int kept)
{
    return file->loss && is_lost(file) && (open_kept(file, kept) || open_elsewhere(file));
}

Bool msim_outfile_open(struct msim_outfile *file, const HChar *name, Int kept, const HChar *loss)
{
    VG_(memset)(file, 0, sizeof *file);
    file->loss = loss;
    file->name = VG_(strdup)("msim.outfile", name);
    file->partial = written_in_place(name) ? NULL : partial_name(name);
    /* Announced before the file exists, since a signal may come as soon as it does, and opening a
     * pipe may wait for its reader. */
    msim_interrupt_writing(file->name, file->partial);
    do {
        file->fd = loss || file->partial ? create(file, VKI_O_TRUNC) : -VKI_EPERM;
        file->error = file->fd < 0 ? -file->fd : 0;
    } while (file->error && makes_room(file));
    if (file->error && !open_otherwise(file, kept)) {
        msim_outfile_report(file);
        msim_interrupt_writing(NULL, NULL);
        VG_(free)(file->name);
        VG_(free)(file->partial);
        return False;
    }
    struct vg_stat stat;
    file->limited = VG_(fstat)(file->fd, &stat) != 0 || VKI_S_ISREG(stat.mode);
    file->sink = (struct msim_sink){put, file};
    return True;
}

Bool msim_outfile_hide(struct msim_outfile *file)
{
    struct vki_rlimit limit = {0, 0};
    file->fd = msim_hide(file->fd);
    if (file->fd >= 0)
        return True;
    VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit);
    msim_say(
        "error: cannot write '%s': the limit of %lu open files leaves none for it; raise it with "
        "ulimit -n\n",
        file->name, limit.rlim_max);
    msim_say("... %s\n", file->loss);
    if (file->partial)
        msim_outfile_remove(file->partial);
    VG_(free)(file->name);
    VG_(free)(file->partial);
    return False;
}

/* --- A full disk -------------------------------------------------------------------------- */

static Bool (*make_room)(ULong device, Bool result);

void msim_outfile_make_room(Bool (*makes)(ULong device, Bool result))
{
    make_room = makes;
}

/* The device of the file, or of its folder if the file does not exist. */
static Bool device_of(const struct msim_outfile *file, ULong *device)
{
    struct vg_stat stat;
    struct msim_file_place place = msim_folders_place(file->name);
    Int fd = file->fd >= 0 ? file->fd : place.folder;
    Bool known = fd >= 0 && VG_(fstat)(fd, &stat) == 0;
    msim_folders_leave(&place);
    *device = stat.dev;
    return known && (VKI_S_ISREG(stat.mode) || VKI_S_ISDIR(stat.mode));
}

/* The file could not be created or continued; makes room.  True: try again. */
static Bool makes_room(const struct msim_outfile *file)
{
    enum { OVER_QUOTA = 122 };
    ULong device;
    Bool full = file->error == VKI_ENOSPC || file->error == OVER_QUOTA;
    return full && make_room && !file->gives_way && device_of(file, &device) &&
           make_room(device, file->loss != NULL);
}

/* --- Writing ------------------------------------------------------------------------------ */

static void put(void *self, const char *bytes, size_t count)
{
    struct msim_outfile *file = self;
    while (count > 0 && !file->error) {
        size_t now = allowed(file, count);
        Int written = now ? VG_(write)(file->fd, bytes, (Int)now) : -VKI_EFBIG;
        if (written <= 0) {
            file->error = written ? -written : VKI_EIO;
            if (!makes_room(file))
                return;
            file->error = written = 0;
        }
        bytes += written;
        count -= (size_t)written;
        file->bytes += (ULong)written;
    }
}

/* --- Closing ------------------------------------------------------------------------------ */

Bool msim_outfile_name(struct msim_outfile *file)
{
    Int failed = 0;
    if (!file->error && file->partial)
        failed = msim_outfile_rename(file->partial, file->name);
    if (failed < 0) {
        file->error = -failed;
        msim_outfile_report(file);
    }
    return file->error == 0;
}

Bool msim_outfile_close(struct msim_outfile *file, HChar **created)
{
    if (file->error && file->kept)
        msim_truncate(file->fd, 0);
    if (!file->kept)
        VG_(close)(file->fd);
    if (file->error)
        msim_outfile_report(file);
    Bool whole = msim_outfile_name(file);
    if (!whole && file->partial)
        msim_outfile_remove(file->partial);
    msim_interrupt_writing(NULL, NULL);
    *created = whole && file->partial ? file->name : NULL;
    if (!*created)
        VG_(free)(file->name);
    VG_(free)(file->partial);
    return whole;
}

Int msim_outfile_keep(struct msim_outfile *file)
{
    HChar *created;
    SysRes copy = VG_(dup)(file->fd);
    Int kept = sr_isError(copy) ? -1 : (Int)sr_Res(copy);
    msim_outfile_close(file, &created);
    if (!created && kept >= 0) {
        VG_(close)(kept);
        kept = -1;
    }
    VG_(free)(created);
    return kept;
}
