# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/faults.c %D%/faults.h \
	%D%/file.c \
	%D%/inparts.c %D%/inparts.h \
	%D%/mappings.c %D%/mappings.h \
	%D%/observer.c \
	%D%/options.h \
	%D%/pagein.c %D%/pagein.h \
	%D%/pagepass.c %D%/pagepass.h
