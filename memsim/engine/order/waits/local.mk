# SPDX-License-Identifier: GPL-2.0-or-later
# Records that wait, and what they wait for.

ENGINE_SOURCES += \
	%D%/batches.c %D%/batches.h \
	%D%/ends.c %D%/ends.h \
	%D%/gates.c %D%/gates.h \
	%D%/queue.c %D%/queue.h \
	%D%/sameblock.c %D%/sameblock.h \
	%D%/samepages.c %D%/samepages.h \
	%D%/threads.c %D%/threads.h
