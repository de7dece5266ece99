#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""terminal.py FILE COMMAND ARGUMENT...: runs the command on a pseudo-terminal, writes
what it prints to FILE and exits with its status. Without arguments: whether there
are pseudo-terminals, which need /dev/pts."""

import os
import pty
import sys


def main(name=None, *command):
    if not name:
        os.openpty()
        return 0
    with open(name, "wb") as to:
        def keep(terminal):
            data = os.read(terminal, 65536)
            to.write(data)
            return data
        # pty copies to standard output, too.
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1)
        return os.waitstatus_to_exitcode(pty.spawn(command, keep))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
