# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/alloc.c %D%/alloc.h \
	%D%/allocread.c %D%/allocread.h \
	%D%/export.c \
	%D%/graph.c \
	%D%/lines.c \
	%D%/out.h \
	%D%/plot.c \
	%D%/read.c \
	%D%/set.c %D%/set.h \
	%D%/text.c \
	%D%/treetext.c \
	%D%/usage.c
CMD_SOURCES += \
	%D%/heap.c %D%/heap.h \
	%D%/show.c %D%/show.h
