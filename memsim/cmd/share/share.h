/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim share. */
#ifndef MSIM_CMD_SHARE_SHARE_H
#define MSIM_CMD_SHARE_SHARE_H

int msim_share_main(int argc, char **argv);

#endif
