/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folders of folders.h. */
#include "folders.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "parking.h"
#include "tool/base/platform.h"
#include "tool/base/syscalls.h"

/* The root, and the folders of as many files as there may be. */
enum { HELD_MAX = MSIM_PARKING_MAX };

static struct {
    Int parking; /* holds them all; unused if none is held */
    UInt used;
    HChar *path[HELD_MAX]; /* the first is the root's: "" */
} folders;

/* The length of the path of a file's folder; 0: the root. */
static SizeT folder_length(const HChar *file)
{
    SizeT length = VG_(strlen)(file);
    while (length > 0 && file[length - 1] != '/')
        length--;
    while (length > 0 && file[length - 1] == '/')
        length--;
    return length;
}

/* The number of the file's folder; equal to `used`: it is not held. */
static UInt number_of(const HChar *file)
{
    SizeT length = folder_length(file);
    UInt number = 0;
    while (number < folders.used && (VG_(strlen)(folders.path[number]) != length ||
                                     VG_(strncmp)(folders.path[number], file, length) != 0))
        number++;
    return number;
}

Bool msim_folders_has(const HChar *file)
{
    return number_of(file) < folders.used;
}

/* The folder of that number, to be closed; negative: that failed. */
static Int open_held(UInt number)
{
    Int fd[HELD_MAX];
    if (number >= folders.used || !msim_parked(folders.parking, fd, folders.used))
        return -1;
    for (UInt i = 0; i < folders.used; i++)
        if (i != number)
            VG_(close)(fd[i]);
    return fd[number];
}

struct msim_file_place msim_folders_place(const HChar *file)
{
    UInt number = number_of(file);
    const HChar *rest = file;
    if (number < folders.used)
        rest += VG_(strlen)(folders.path[number]);
    else
        number = 0;
    while (*rest == '/')
        rest++;
    Int folder = *rest ? open_held(number) : -1;
    if (folder < 0)
        return (struct msim_file_place){MSIM_NO_FOLDER, file};
    return (struct msim_file_place){folder, rest};
}

void msim_folders_leave(const struct msim_file_place *place)
{
    if (place->folder >= 0)
        VG_(close)(place->folder);
}

/* --- Holding ------------------------------------------------------------------------------ */

struct opened {
    UInt used;
    Int fd[HELD_MAX];
    HChar *path[HELD_MAX];
};

static void add(struct opened *to, Int fd, const HChar *path, SizeT length)
{
    if (fd < 0)
        return;
    to->path[to->used] = VG_(strdup)("msim.folder", path);
    to->path[to->used][length] = 0;
    to->fd[to->used++] = fd;
}

static Int open_folder(const HChar *path)
{
    struct msim_file_place place = msim_folders_place(path);
    Int fd = msim_open_at(place.folder, place.name, MSIM_O_PATH | MSIM_O_DIRECTORY, 0);
    msim_folders_leave(&place);
    return fd;
}

static void add_folder_of(struct opened *to, const HChar *file)
{
    SizeT length = folder_length(file);
    for (UInt i = 0; i < to->used; i++)
        if (VG_(strlen)(to->path[i]) == length && VG_(strncmp)(to->path[i], file, length) == 0)
            return;
    if (to->used == HELD_MAX)
        return;
    HChar *path = VG_(strdup)("msim.folder", file);
    path[length] = 0;
    Int held = open_held(number_of(file));
    add(to, held >= 0 ? held : open_folder(path), file, length);
    VG_(free)(path);
}

void msim_folders_hold(HChar *const *file, UInt files)
{
    struct opened opened = {.used = 0};
    Int root = open_held(0);
    add(&opened, root >= 0 ? root : open_folder("/"), "", 0);
    for (UInt i = 0; i < files && opened.used > 0; i++)
        add_folder_of(&opened, file[i]);
    if (folders.used > 0)
        VG_(close)(folders.parking);
    while (folders.used > 0)
        VG_(free)(folders.path[--folders.used]);
    folders.parking = opened.used > 0 ? msim_park(opened.fd, opened.used) : -1;
    for (UInt i = 0; i < opened.used; i++) {
        VG_(close)(opened.fd[i]);
        folders.path[i] = opened.path[i];
    }
    folders.used = folders.parking >= 0 ? opened.used : 0;
}

/* --- Creating ----------------------------------------------------------------------------- */

/* Creates the folder whose path has this length. */
static Int create(HChar *path, SizeT length)
{
    enum { FOR_ALL = 0777 }; /* except for what the umask forbids */
    HChar next = path[length];
    path[length] = 0;
    struct msim_file_place place = msim_folders_place(path);
    Int error = -msim_mkdir_at(place.folder, place.name, FOR_ALL);
    msim_folders_leave(&place);
    path[length] = next;
    return error == VKI_EEXIST ? 0 : error;
}

Int msim_folders_create(const HChar *folder)
{
    HChar *path = VG_(strdup)("msim.folder", folder);
    SizeT all = VG_(strlen)(path);
    while (all > 1 && path[all - 1] == '/')
        all--;
    Int error = create(path, all);
    for (SizeT length = 1; error == VKI_ENOENT && length <= all; length++)
        if (path[length] == '/' || length == all) {
            Int failed = create(path, length);
            error = length < all && !failed ? VKI_ENOENT : failed;
        }
    VG_(free)(path);
    return error;
}
