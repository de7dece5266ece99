/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sets of pages.h. */
#include "pages.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "syscalls.h"

enum { ENTRIES = 1024, POPULATE_WRITE = 23, SEEK_DATA = 3, SEEK_HOLE = 4 };

/* Bits of the kernel's entry for a page: it is in memory, or was swapped out. */
#define WRITTEN (3ULL << 62)

SizeT msim_pages_bytes(SizeT pages)
{
    return (pages + 63) / 64 * sizeof(uint64_t);
}

static void add(uint64_t *set, SizeT from, SizeT to)
{
    for (SizeT page = from; page < to; page++)
        set[page / 64] |= 1ULL << page % 64;
}

static Bool has(const uint64_t *set, SizeT page)
{
    return !set || (set[page / 64] >> page % 64 & 1);
}

/* --- Finding ------------------------------------------------------------------------------ */

/* Returns how many pages the kernel reported. */
static SizeT read_entries(uint64_t *set, Int fd, Addr start, SizeT pages)
{
    ULong entry[ENTRIES];
    SizeT done = 0;
    while (done < pages) {
        SizeT want = pages - done < ENTRIES ? pages - done : ENTRIES;
        Int got = msim_read_at(fd, entry, (UInt)(want * sizeof entry[0]),
                               (Off64T)((start / MSIM_PAGE + done) * sizeof entry[0]));
        if (got < (Int)sizeof entry[0])
            break;
        for (SizeT i = 0; i < (SizeT)got / sizeof entry[0]; i++)
            if (entry[i] & WRITTEN)
                add(set, done + i, done + i + 1);
        done += (SizeT)got / sizeof entry[0];
    }
    return done;
}

void msim_pages_of_memory(uint64_t *set, Addr start, SizeT pages)
{
    Int fd = msim_open_at(MSIM_NO_FOLDER, "/proc/self/pagemap", VKI_O_RDONLY, 0);
    SizeT known = 0;
    if (fd >= 0) {
        known = read_entries(set, fd, start, pages);
        VG_(close)(fd);
    }
    add(set, known, pages);
}

static Long seek(Int fd, SizeT page, UInt what)
{
    const UWord args[] = {(UWord)fd, page * MSIM_PAGE, what};
    return msim_call(__NR_lseek, args, 3);
}

void msim_pages_of_file(uint64_t *set, Int fd, SizeT from, SizeT pages)
{
    Long end = (Long)(from + pages) * MSIM_PAGE, at = (Long)from * MSIM_PAGE;
    while (at < end) {
        Long data = seek(fd, (SizeT)at / MSIM_PAGE, SEEK_DATA);
        if (data == -VKI_ENXIO || data >= end)
            return;
        Long hole = data < 0 ? data : seek(fd, (SizeT)data / MSIM_PAGE, SEEK_HOLE);
        if (hole < 0) { /* the system does not report it */
            data = at;
            hole = end;
        }
        at = hole < end ? hole : end;
        add(set, (SizeT)data / MSIM_PAGE - from, (SizeT)at / MSIM_PAGE - from);
    }
}

/* --- Copying ------------------------------------------------------------------------------ */

/* Getting pages from the system at once is faster than one by one at the first write. */
static void copy(Addr to, Addr from, SizeT bytes)
{
    const UWord args[] = {to, bytes, POPULATE_WRITE};
    msim_call(__NR_madvise, args, 3);
    VG_(memcpy)((void *)to, (void *)from, bytes);
}

void msim_pages_copy(const uint64_t *set, Addr to, Addr from, SizeT pages)
{
    for (SizeT page = 0; page < pages;) {
        SizeT next = page;
        while (next < pages && has(set, next))
            next++;
        if (next > page)
            copy(to + page * MSIM_PAGE, from + page * MSIM_PAGE, (next - page) * MSIM_PAGE);
        page = next + 1;
    }
}
