# SPDX-License-Identifier: GPL-2.0-or-later
# Set-associative arrays, and the searches in sets; and rows by number, of which there are few.

ENGINE_SOURCES += \
	%D%/array.c %D%/array.h \
	%D%/assoc.c %D%/assoc.h \
	%D%/companion.c %D%/companion.h \
	%D%/dirty.c %D%/dirty.h \
	%D%/ghosts.c %D%/ghosts.h \
	%D%/lineset.c %D%/lineset.h \
	%D%/reasons.c %D%/reasons.h \
	%D%/recent.c %D%/recent.h \
	%D%/scan.h \
	%D%/slots.h \
	%D%/sparse.c %D%/sparse.h
