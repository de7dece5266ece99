/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicts the result of an exec for exec.h, before the kernel decides.
 *
 * A shell that looks for a program in PATH tries one name after the other, so nothing is printed
 * for a file that cannot be run.  The kernel checks the guest's pointers before they are read here.
 */
#include "exec.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "tool/base/message.h"
#include "tool/base/syscalls.h"
#include "tool/parts/inherit.h"

/* Missing in the headers for tools: what --trace-children and --trace-children-skip say. */
extern Bool VG_(should_we_trace_this_child)(const HChar *program, const HChar **arguments);

enum {
    EXECUTABLE = 0111, /* executable by any user */
    START = 256,       /* bytes of a file's beginning that the kernel reads */
    CHILDREN = 10      /* children that print that they are not profiled */
};

static struct {
    Bool announced; /* a line was printed about the last exec */
    Bool child;     /* this process was forked */
    UInt forks;     /* so far, by this process and its ancestors in the run */
} execs;

Bool msim_exec_is(UInt syscall)
{
    return syscall == __NR_execve || syscall == __NR_execveat;
}

/* --- The program -------------------------------------------------------------------------- */

/* The folder and name that the call gives. */
static Int folder_of(UInt syscall, const UWord *args)
{
    return syscall == __NR_execveat ? (Int)args[0] : MSIM_NO_FOLDER;
}

static const HChar *name_of(UInt syscall, const UWord *args)
{
    return (const HChar *)args[syscall == __NR_execveat ? 1 : 0];
}

static Bool is_executable(Int fd)
{
    struct vg_stat stat;
    return VG_(fstat)(fd, &stat) == 0 && VKI_S_ISREG(stat.mode) && (stat.mode & EXECUTABLE);
}

/* Opens the file; negative: it cannot be opened.  A call with a descriptor instead of a name has an
 * empty name. */
static Int open_program(UInt syscall, const UWord *args)
{
    Int folder = folder_of(syscall, args);
    const HChar *name = name_of(syscall, args);
    Int fd = msim_open_at(folder, name, MSIM_O_PATH, 0);
    if (fd == -VKI_ENOENT && syscall == __NR_execveat && !name[0]) {
        SysRes copy = VG_(dup)(folder);
        fd = sr_isError(copy) ? -1 : (Int)sr_Res(copy);
    }
    return fd;
}

/* "#! INTERPRETER ARGUMENT": moves to the name, and ends it. */
static HChar *interpreter(HChar *line)
{
    HChar *name = line + 2;
    while (*name == ' ' || *name == '\t')
        name++;
    HChar *end = name;
    while (*end && *end != ' ' && *end != '\t' && *end != '\n')
        end++;
    *end = 0;
    return name;
}

/* True: the file begins like one that the kernel runs.  A file that may not be read is assumed
 * to. */
static Bool begins_well(Int program)
{
    HChar start[START + 1], path[64];
    VG_(snprintf)(path, sizeof path, "/proc/self/fd/%d", program);
    Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    if (fd < 0)
        return True;
    Int got = VG_(read)(fd, start, START);
    VG_(close)(fd);
    if (got < 4)
        return False;
    start[got] = 0;
    if (VG_(strncmp)(start, "#!", 2) != 0)
        return VG_(strncmp)(start, "\177ELF", 4) == 0;
    Int found = msim_open_at(MSIM_NO_FOLDER, interpreter(start), MSIM_O_PATH, 0);
    Bool runs = found >= 0 && is_executable(found);
    if (found >= 0)
        VG_(close)(found);
    return runs;
}

static Bool will_run(UInt syscall, const UWord *args)
{
    Int program = open_program(syscall, args);
    if (program < 0)
        return False;
    Bool runs = is_executable(program) && begins_well(program);
    VG_(close)(program);
    return runs;
}

/* --- The line ----------------------------------------------------------------------------- */

/* A program without a name is that of a descriptor. */
static const HChar *shown(UInt syscall, const UWord *args, HChar *text, SizeT room)
{
    const HChar *name = name_of(syscall, args);
    if (name[0])
        return name;
    HChar path[64];
    VG_(snprintf)(path, sizeof path, "/proc/self/fd/%d", folder_of(syscall, args));
    SSizeT length = VG_(readlink)(path, text, room - 1);
    text[length > 0 ? length : 0] = 0;
    return text;
}

/* Prints that the process is not profiled any more, if so; returns whether it is traced. */
static Bool announce(UInt syscall, const UWord *args)
{
    HChar text[1024];
    Bool traces = VG_(should_we_trace_this_child)(NULL, NULL);
    execs.announced = False;
    if (!will_run(syscall, args))
        return traces;
    const HChar *name = shown(syscall, args, text, sizeof text);
    if (VG_(should_we_trace_this_child)(name, NULL))
        return True;
    if (VG_(clo_verbosity) == 0 || (execs.child && execs.forks > CHILDREN))
        return False;
    execs.announced = True;
    msim_say("the process continues as %s, which is not profiled: %s\n", name,
             traces ? "--trace-children-skip names it" : "--trace-children=yes");
    return False;
}

Bool msim_exec_begins(UInt syscall, const UWord *args)
{
    Bool traced = announce(syscall, args);
    if (traced)
        msim_inherit_before_exec();
    return traced;
}

void msim_exec_before_fork(void)
{
    execs.forks++;
}

void msim_exec_in_child(void)
{
    execs.child = True;
}

void msim_exec_failed(void)
{
    msim_inherit_exec_failed();
    if (execs.announced)
        msim_say("it did not: the exec failed, and the process is still profiled\n");
    execs.announced = False;
}
