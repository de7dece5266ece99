# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/list.c %D%/list.h \
	%D%/observer.c
