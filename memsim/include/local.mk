# SPDX-License-Identifier: GPL-2.0-or-later

# What programs include, beside Valgrind's own headers.
valgrindincludedir = $(includedir)/valgrind
valgrindinclude_HEADERS = %D%/memsim.h
