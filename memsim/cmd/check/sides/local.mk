# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/align.c %D%/align.h \
	%D%/layout.c %D%/layout.h \
	%D%/pair.c %D%/pair.h \
	%D%/side.c %D%/side.h \
	%D%/strings.c %D%/strings.h
