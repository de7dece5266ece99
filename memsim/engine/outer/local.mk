# SPDX-License-Identifier: GPL-2.0-or-later
# What follows first levels: the queue of what missed them, and the levels that take it.

ENGINE_SOURCES += \
	%D%/levels.c %D%/levels.h \
	%D%/misses.h \
	%D%/outer.c %D%/outer.h \
	%D%/prefetcher.c %D%/prefetcher.h %D%/prefetchers.list \
	%D%/replacement.c %D%/replacement.h
