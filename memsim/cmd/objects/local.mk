# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/choose.c \
	%D%/detail.c \
	%D%/dhat.c %D%/dhat.h \
	%D%/export.c \
	%D%/number.c %D%/objects.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/structure.c \
	%D%/text.c \
	%D%/together.c \
	%D%/touched.c %D%/touched.h
