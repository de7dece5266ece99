# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/combine.c \
	%D%/counts.c %D%/counts.h \
	%D%/read.c %D%/read.h \
	%D%/branches.h %D%/readbranches.c \
	%D%/readcounts.c \
	%D%/reading.h \
	%D%/readnames.c \
	%D%/records.c %D%/records.h \
	%D%/regions.c %D%/regions.h \
	%D%/threads.c %D%/threads.h \
	%D%/unlike.c %D%/unlike.h \
	%D%/waits.h \
	%D%/write.c
