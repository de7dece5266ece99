#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes ./configure; needs autoconf, automake and pkgconf (or pkg-config).
set -e
cd "$(dirname "$0")"
exec autoreconf --install --force
