# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/alloc.c %D%/alloc.h \
	%D%/allocfns.c %D%/allocfns.h \
	%D%/areas.c %D%/areas.h \
	%D%/maps.c %D%/maps.h \
	%D%/named.c %D%/named.h \
	%D%/requests.c %D%/requests.h \
	%D%/stackmemo.c %D%/stackmemo.h \
	%D%/stacks.c %D%/stacks.h \
	%D%/threads.c %D%/threads.h
