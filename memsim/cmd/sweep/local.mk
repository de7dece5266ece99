# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/curve.c %D%/curve.h \
	%D%/curvetext.c \
	%D%/export.c \
	%D%/out.h \
	%D%/part.c \
	%D%/plot.c \
	%D%/read.c %D%/read.h \
	%D%/set.c %D%/set.h \
	%D%/text.c
CMD_SOURCES += \
	%D%/shards.c %D%/shards.h \
	%D%/show.c %D%/show.h \
	%D%/sweep.c %D%/sweep.h \
	%D%/trace.c %D%/trace.h
