# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/lines.c \
	%D%/read.c %D%/read.h \
	%D%/reading.h \
	%D%/remarks.c \
	%D%/set.c %D%/set.h \
	%D%/tables.c \
	%D%/uses.c
