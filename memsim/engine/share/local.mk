# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/file.c \
	%D%/observer.c \
	%D%/share.c %D%/share.h \
	%D%/units.c %D%/units.h
