# SPDX-License-Identifier: GPL-2.0-or-later
# Which blocks are brought in before they are asked for: a file each.

PREFETCHER_SOURCES = \
	%D%/adjacent.c \
	%D%/next.c \
	%D%/prefetcher.c %D%/prefetcher.h %D%/prefetchers.list \
	%D%/streamer.c \
	%D%/stride.c
ENGINE_SOURCES += $(PREFETCHER_SOURCES)
