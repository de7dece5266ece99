# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/foreign.c %D%/foreign.h \
	%D%/installation.c %D%/installation.h \
	%D%/ir.h \
	%D%/limit.c %D%/limit.h \
	%D%/message.c %D%/message.h \
	%D%/memory.c %D%/memory.h \
	%D%/options.c %D%/options.h \
	%D%/pages.c %D%/pages.h \
	%D%/platform.h \
	%D%/shadow.h \
	%D%/syscalls.c %D%/syscalls.h
