# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/time/file/local.mk

CMD_SOURCES += \
	%D%/beside.c \
	%D%/columns.c \
	%D%/export.c \
	%D%/phases.c %D%/phases.h \
	%D%/pieces.c %D%/pieces.h \
	%D%/plot.c \
	%D%/present.h \
	%D%/segment.c %D%/segment.h \
	%D%/shares.c \
	%D%/strips.c \
	%D%/text.c \
	%D%/time.c
