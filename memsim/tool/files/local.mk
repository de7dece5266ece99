# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/filename.c %D%/filename.h \
	%D%/folders.c %D%/folders.h \
	%D%/interrupt.c %D%/interrupt_amd64.c %D%/interrupt.h \
	%D%/outfile.c %D%/outfile.h \
	%D%/parking.c %D%/parking.h
