# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/counts.c %D%/counts.h \
	%D%/line.c %D%/line.h \
	%D%/read.c \
	%D%/substitute.c %D%/substitute.h \
	%D%/write.c %D%/write.h
CMD_SOURCES += \
	%D%/combine.c %D%/combine.h
