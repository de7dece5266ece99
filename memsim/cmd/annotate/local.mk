# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/annotate/asm/local.mk

CMD_SOURCES += \
	%D%/annotate.c \
	%D%/chain.c \
	%D%/change.c \
	%D%/export.c \
	%D%/issuers.c %D%/issuers.h \
	%D%/next.c \
	%D%/place.c \
	%D%/past.c \
	%D%/prefetches.c \
	%D%/present.h \
	%D%/regions.c \
	%D%/rows.c %D%/rows.h \
	%D%/sourcetext.c \
	%D%/text.c \
	%D%/top.c
