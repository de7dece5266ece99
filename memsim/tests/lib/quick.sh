# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What the tests called quick-NAME do: they run NAME, a script in Python, with --quick.
command -v python3 > /dev/null || { echo "SKIP: no python3"; exit 77; }
exec "${srcdir:-.}/memsim/tests/compare/${0##*/quick-}" --quick
