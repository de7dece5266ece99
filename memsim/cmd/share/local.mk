# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/share/file/local.mk

CMD_SOURCES += \
	%D%/contended.c %D%/contended.h \
	%D%/export.c \
	%D%/fix.c \
	%D%/gain.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/separated.c %D%/separated.h \
	%D%/share.c \
	%D%/succession.c \
	%D%/text.c
