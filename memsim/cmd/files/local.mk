# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/lines.c %D%/lines.h \
	%D%/readall.c %D%/readall.h
CMD_SOURCES += \
	%D%/filename.c %D%/filename.h \
	%D%/infile.c %D%/infile.h \
	%D%/progress.c %D%/progress.h \
	%D%/wholefile.c %D%/wholefile.h
