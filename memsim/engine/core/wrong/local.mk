# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/sides.c %D%/sides.h \
	%D%/way.c %D%/way.h
