# SPDX-License-Identifier: GPL-2.0-or-later
# What follows first levels: the queue of what missed them, and the levels that take it.

ENGINE_SOURCES += \
	%D%/ahead.c %D%/ahead.h %D%/aheadsummary.c \
	%D%/first.c %D%/first.h \
	%D%/levelname.h \
	%D%/levels.c %D%/levels.h \
	%D%/misses.h \
	%D%/outer.c %D%/outer.h \
	%D%/plain.c %D%/plain.h \
	%D%/prefetched.c %D%/prefetched.h \
	%D%/prefetchoption.c %D%/prefetchoption.h \
	%D%/replacement.c %D%/replacement.h
