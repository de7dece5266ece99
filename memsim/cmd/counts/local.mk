# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/counts.c %D%/counts.h \
	%D%/read.c %D%/read.h \
	%D%/records.c %D%/records.h \
	%D%/substitute.c %D%/substitute.h \
	%D%/write.c %D%/write.h
CMD_SOURCES += \
	%D%/combine.c %D%/combine.h \
	%D%/load.c %D%/load.h
