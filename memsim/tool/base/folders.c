/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folders of folders.h. */
#include "folders.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "platform.h"
#include "syscalls.h"

/* Usually all files share one folder.  Valgrind needs the other descriptors. */
enum { HELD_MAX = 3 };

static struct {
    Bool root_held;
    Int root;
    UInt used;
    struct {
        HChar *path;
        Int fd;
    } held[HELD_MAX];
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

static struct msim_place from_root(const HChar *file)
{
    if (!folders.root_held || !file[1])
        return (struct msim_place){MSIM_NO_FOLDER, file, False};
    while (*file == '/')
        file++;
    return (struct msim_place){folders.root, file, False};
}

struct msim_place msim_folders_place(const HChar *file)
{
    SizeT length = folder_length(file);
    for (UInt i = 0; i < folders.used; i++)
        if (VG_(strlen)(folders.held[i].path) == length &&
            VG_(strncmp)(folders.held[i].path, file, length) == 0) {
            const HChar *name = file + length;
            while (*name == '/')
                name++;
            return (struct msim_place){folders.held[i].fd, name, True};
        }
    return from_root(file);
}

static void hold_root(void)
{
    if (folders.root_held)
        return;
    Int root = msim_open_at(MSIM_NO_FOLDER, "/", MSIM_O_PATH | MSIM_O_DIRECTORY, 0);
    if (root >= 0)
        root = msim_hide(root);
    folders.root = root;
    folders.root_held = root >= 0;
}

/* Closes the folders in which none of these files is. */
static void release(HChar *const *file, UInt files)
{
    for (UInt i = folders.used; i-- > 0;) {
        Bool wanted = False;
        for (UInt k = 0; k < files; k++)
            wanted |= msim_folders_place(file[k]).folder == folders.held[i].fd;
        if (wanted)
            continue;
        VG_(close)(folders.held[i].fd);
        VG_(free)(folders.held[i].path);
        folders.held[i] = folders.held[--folders.used];
    }
}

static void hold(const HChar *file)
{
    SizeT length = folder_length(file);
    if (length == 0 || folders.used == HELD_MAX || msim_folders_place(file).held)
        return;
    HChar *path = VG_(strdup)("msim.folder", file);
    path[length] = 0;
    struct msim_place place = from_root(path);
    Int fd = msim_open_at(place.folder, place.name, MSIM_O_PATH | MSIM_O_DIRECTORY, 0);
    if (fd >= 0)
        fd = msim_hide(fd);
    if (fd < 0) {
        VG_(free)(path);
        return;
    }
    folders.held[folders.used].path = path;
    folders.held[folders.used++].fd = fd;
}

void msim_folders_hold(HChar *const *file, UInt files)
{
    hold_root();
    release(file, files);
    for (UInt i = 0; i < files; i++)
        hold(file[i]);
}

/* Creates the folder whose path has this length. */
static Int create(HChar *path, SizeT length)
{
    enum { FOR_ALL = 0777 }; /* except for what the umask forbids */
    HChar next = path[length];
    path[length] = 0;
    struct msim_place place = from_root(path);
    Int error = -msim_mkdir_at(place.folder, place.name, FOR_ALL);
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
