/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls that Valgrind's headers for tools lack: names that are resolved from an open folder,
 * messages, and mappings.  Unless stated otherwise, each returns the kernel's result, or the
 * negative errno.
 */
#pragma once

#include "pub_tool_basics.h"

/* Any system call, with at most six arguments. */
Word msim_call(UWord number, const UWord *args, UInt used);

/* Maps zeroed memory; `start`: replaces what is there; 0: anywhere, without Valgrind's knowledge.
 * Returns 0 if that failed.  */
Addr msim_map(Addr start, SizeT size, Bool shared);
/* The same for the bytes of a file, shared. */
Addr msim_map_file(Addr start, SizeT size, Int fd, Off64T from);
/* Moves a mapping to the place of another one of the same size, which it replaces. */
Bool msim_move_mapping(Addr start, SizeT size, Addr to);
void msim_unmap(Addr start, SizeT size);

/* Stands for a folder: names are resolved from the working folder, or are absolute. */
#define MSIM_NO_FOLDER (-100)

/* For msim_open_at(): only a place in the file system, which takes no permission to read. */
#define MSIM_O_PATH 010000000

/* Always close on exec; `mode` as for open(). */
Int msim_open_at(Int folder, const HChar *name, Int flags, Int mode);

Int msim_mkdir_at(Int folder, const HChar *name, Int mode);
Int msim_rename_at(Int from_folder, const HChar *from, Int to_folder, const HChar *to);
Int msim_unlink_at(Int folder, const HChar *name);
/* Reads without moving the file's position, which processes share after a fork. */
Int msim_read_at(Int fd, void *to, UInt count, Off64T from);
Int msim_truncate(Int fd, Off64T bytes);

struct vki_msghdr;
Int msim_socket_pair(Int domain, Int type, Int end[2]);
Int msim_send_message(Int socket, const struct vki_msghdr *message, UInt flags);
Int msim_receive_message(Int socket, struct vki_msghdr *message, UInt flags);

/* Moves a descriptor to a number that the guest neither sees nor closes: Valgrind keeps a dozen
 * numbers above those that the guest may use.  Returns the new one; -1: none is free, and `fd` is
 * closed. */
Int msim_hide(Int fd);
