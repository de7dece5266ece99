# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/cleared_amd64.c %D%/cleared.h \
	%D%/futexcall.c %D%/futexcall.h \
	%D%/futexes.c %D%/futexes.h \
	%D%/tasks.c %D%/tasks.h \
	%D%/waiting_amd64.c %D%/waiting.h
