# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/ahead.c %D%/ahead.h \
	%D%/allocator.c \
	%D%/follow.c \
	%D%/frames.c \
	%D%/mapping.c \
	%D%/points.c %D%/points.h \
	%D%/relocated.c %D%/relocated.h \
	%D%/relocation.h \
	%D%/sites.c %D%/sites.h \
	%D%/variables.c %D%/variables.h
