# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/share/file/local.mk

CMD_SOURCES += \
	%D%/bounced.c %D%/bounced.h \
	%D%/cure.c %D%/cure.h \
	%D%/export.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/share.c %D%/share.h \
	%D%/text.c
