# SPDX-License-Identifier: GPL-2.0-or-later

MACHINE_SOURCES += \
	%D%/described.c %D%/described.h \
	%D%/read.c \
	%D%/xmlfile.c %D%/xmlfile.h
CMD_SOURCES += \
	%D%/write.c
