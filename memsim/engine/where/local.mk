# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/areas.c %D%/areas.h \
	%D%/lives.c %D%/lives.h \
	%D%/names.c %D%/names.h \
	%D%/owners.c %D%/owners.h \
	%D%/where.c %D%/where.h
