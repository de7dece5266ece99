# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/sweep/file/local.mk

CMD_SOURCES += \
	%D%/curve.c %D%/curve.h \
	%D%/curvetext.c \
	%D%/export.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/shards.c \
	%D%/sweep.c \
	%D%/text.c \
	%D%/trace.c %D%/trace.h \
	%D%/view.c
