# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/heap/threads/local.mk

CMD_SOURCES += \
	%D%/export.c \
	%D%/graph.c \
	%D%/heap.c \
	%D%/linetext.c \
	%D%/pathtext.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/regiontext.c \
	%D%/text.c \
	%D%/treetext.c \
	%D%/usage.c
