# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/deep.c %D%/deep.h \
	%D%/every.c %D%/every.h \
	%D%/file.c \
	%D%/functions.c %D%/functions.h \
	%D%/grid.c %D%/grid.h \
	%D%/lru.c %D%/lru.h \
	%D%/part.c %D%/part.h \
	%D%/regions.c %D%/regions.h \
	%D%/sweep.c %D%/sweep.h
