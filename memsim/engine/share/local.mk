# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/file.c \
	%D%/lives.c %D%/lives.h \
	%D%/near.c %D%/near.h \
	%D%/observer.c \
	%D%/predicted.c %D%/predicted.h \
	%D%/processes.h \
	%D%/share.c %D%/share.h \
	%D%/units.c %D%/units.h
