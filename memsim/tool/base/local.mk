# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/filename.c %D%/filename.h \
	%D%/folders.c %D%/folders.h \
	%D%/installation.c %D%/installation.h \
	%D%/ir.h \
	%D%/memory.c %D%/memory.h \
	%D%/options.c %D%/options.h \
	%D%/outfile.c %D%/outfile.h \
	%D%/parking.c %D%/parking.h \
	%D%/platform.h \
	%D%/shadow.h \
	%D%/syscalls.c %D%/syscalls.h
