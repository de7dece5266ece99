# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/costs.c %D%/costs.h \
	%D%/cycles.c \
	%D%/fold.c %D%/fold.h \
	%D%/frames.c %D%/frames.h \
	%D%/profile.c %D%/profile.h \
	%D%/read.c %D%/read.h \
	%D%/reading.h \
	%D%/readfields.c \
	%D%/readhead.c \
	%D%/readregions.c \
	%D%/readtree.c \
	%D%/relations.c
