# SPDX-License-Identifier: GPL-2.0-or-later
# What follows first levels: the queue of what missed them, and the levels that take it.

ENGINE_SOURCES += \
	%D%/ahead.c %D%/ahead.h %D%/aheadsummary.c \
	%D%/counting.c %D%/counting.h \
	%D%/first.c %D%/first.h \
	%D%/levels.c %D%/levels.h \
	%D%/lines.h \
	%D%/misses.h \
	%D%/moves.h \
	%D%/outer.c %D%/outer.h \
	%D%/plain.c %D%/plain.h \
	%D%/prefetched.c %D%/prefetched.h \
	%D%/traffic.c %D%/traffic.h
