# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/alloc.h \
	%D%/allocread.c \
	%D%/beside.c \
	%D%/fold.c \
	%D%/inregion.c %D%/inregion.h \
	%D%/paths.c %D%/paths.h \
	%D%/read.c \
	%D%/set.c %D%/set.h \
	%D%/sources.c %D%/sources.h \
	%D%/user.c %D%/user.h
