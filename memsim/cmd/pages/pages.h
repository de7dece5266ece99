/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim pages: shows page-ins by object, range and time. */
#ifndef MSIM_CMD_PAGES_PAGES_H
#define MSIM_CMD_PAGES_PAGES_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_pages_main(int argc, char **argv);
void msim_pages_help(void);

#endif
