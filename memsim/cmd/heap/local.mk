# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/heap/threads/local.mk

CMD_SOURCES += \
	%D%/export.c %D%/export.h \
	%D%/graph.c %D%/graph.h \
	%D%/heap.c \
	%D%/linetext.c %D%/linetext.h \
	%D%/plot.c %D%/plot.h \
	%D%/regiontext.c \
	%D%/text.c %D%/text.h \
	%D%/treetext.c %D%/treetext.h \
	%D%/usage.c %D%/usage.h \
	%D%/view.h
