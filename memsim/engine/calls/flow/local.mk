# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/bound.c %D%/bound.h \
	%D%/epochs.c %D%/epochs.h \
	%D%/follow.c %D%/follow.h \
	%D%/functions.c %D%/functions.h \
	%D%/places.c %D%/places.h \
	%D%/stacks.c %D%/stacks.h \
	%D%/tree.c %D%/tree.h \
	%D%/twins.c %D%/twins.h \
	%D%/watch.c %D%/watch.h \
	%D%/watched.c %D%/watched.h
