/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The addresses of rows.h, from program headers.  A file may have changed, so nothing in it is
 * trusted. */
#include "rows.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/grow.h"

enum { PAGE = 4096, HEADERS = 128 };

void msim_objects_modules_make(struct msim_objects_modules *modules,
                               const struct msim_object_set *objects)
{
    modules->modules = objects->files;
    modules->base = msim_zeroed(objects->files + (size_t)1, sizeof *modules->base);
    modules->known = msim_zeroed(objects->files + (size_t)1, sizeof *modules->known);
}

void msim_objects_modules_free(struct msim_objects_modules *modules)
{
    MSIM_FREE(modules->base, modules->known);
    *modules = (struct msim_objects_modules){0};
}

static uint64_t lowest(int file)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment[HEADERS];
    uint64_t least = UINT64_MAX;
    if (pread(file, &head, sizeof head, 0) != sizeof head ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_phentsize != sizeof *segment)
        return 0;
    size_t segments = head.e_phnum < HEADERS ? head.e_phnum : HEADERS;
    ssize_t got = pread(file, segment, segments * sizeof *segment, (off_t)head.e_phoff);
    for (size_t i = 0; got > 0 && i < (size_t)got / sizeof *segment; i++)
        if (segment[i].p_type == PT_LOAD && segment[i].p_vaddr < least)
            least = segment[i].p_vaddr;
    return least == UINT64_MAX ? 0 : least & ~(uint64_t)(PAGE - 1);
}

uint64_t msim_objects_base_of(struct msim_objects_modules *modules,
                              const struct msim_object_set *objects, uint32_t file)
{
    struct stat is;
    if (modules->known[file] || !file)
        return modules->base[file];
    modules->known[file] = true;
    int opened = open(objects->file[file], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0)
        return 0;
    if (fstat(opened, &is) == 0 && S_ISREG(is.st_mode))
        modules->base[file] = lowest(opened);
    close(opened);
    return modules->base[file];
}
