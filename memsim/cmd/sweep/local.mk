# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/sweep/file/local.mk

CMD_SOURCES += \
	%D%/curve.c %D%/curve.h \
	%D%/curvetext.c %D%/curvetext.h \
	%D%/export.c %D%/export.h \
	%D%/plot.c %D%/plot.h \
	%D%/shards.c %D%/shards.h \
	%D%/sweep.c \
	%D%/text.c %D%/text.h \
	%D%/trace.c %D%/trace.h \
	%D%/view.c %D%/view.h
