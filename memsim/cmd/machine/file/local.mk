# SPDX-License-Identifier: GPL-2.0-or-later

MACHINE_SOURCES += \
	%D%/described.c %D%/described.h \
	%D%/read.c %D%/read.h \
	%D%/xmlfile.c %D%/xmlfile.h
SHOW_SOURCES += \
	%D%/write.c %D%/write.h
