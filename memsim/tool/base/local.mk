# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/installation.c %D%/installation.h \
	%D%/ir.h \
	%D%/memory.c %D%/memory.h \
	%D%/options.c %D%/options.h \
	%D%/outfile.c %D%/outfile.h \
	%D%/platform.h \
	%D%/shadow.h
