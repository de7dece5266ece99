/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim objects: shows which data the program missed. */
#ifndef MSIM_CMD_OBJECTS_OBJECTS_H
#define MSIM_CMD_OBJECTS_OBJECTS_H

int msim_objects_main(int argc, char **argv);

/* Prints the options. */
void msim_objects_help(void);

#endif
