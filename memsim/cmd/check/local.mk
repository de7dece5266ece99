# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/check/lines/local.mk
include $(top_srcdir)/memsim/cmd/check/sides/local.mk

CMD_SOURCES += \
	%D%/budget.c %D%/budget.h \
	%D%/check.c \
	%D%/fingerprint.c %D%/fingerprint.h \
	%D%/json.c %D%/linestext.c \
	%D%/judge.c %D%/judge.h \
	%D%/legend.c \
	%D%/markdown.c \
	%D%/present.c %D%/present.h \
	%D%/small.c %D%/small.h \
	%D%/text.c
