# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/objects/file/local.mk
include $(top_srcdir)/memsim/cmd/objects/model/local.mk
include $(top_srcdir)/memsim/cmd/objects/shared/local.mk

CMD_SOURCES += \
	%D%/choose.c \
	%D%/detail.c \
	%D%/dhat.c %D%/dhat.h \
	%D%/export.c \
	%D%/objects.c %D%/objects.h \
	%D%/plot.c \
	%D%/present.h \
	%D%/structure.c \
	%D%/text.c \
	%D%/together.c \
	%D%/touched.c %D%/touched.h
