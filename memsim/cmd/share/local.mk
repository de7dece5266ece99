# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/share/file/local.mk

CMD_SOURCES += \
	%D%/contended.c %D%/contended.h \
	%D%/export.c \
	%D%/fix.c %D%/fix.h \
	%D%/gain.c %D%/gain.h \
	%D%/plot.c \
	%D%/present.h \
	%D%/replay.c \
	%D%/separated.c %D%/separated.h \
	%D%/share.c \
	%D%/succession.c %D%/succession.h \
	%D%/text.c
