# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/all_refs.c %D%/all_refs.h \
	%D%/deep.c %D%/deep.h \
	%D%/file.c \
	%D%/grid.c %D%/grid.h \
	%D%/lru.c %D%/lru.h \
	%D%/observer.c \
	%D%/level.c %D%/level.h \
	%D%/regions.c %D%/regions.h \
	%D%/sweep.c %D%/sweep.h
