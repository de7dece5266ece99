# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/about.h \
	%D%/fingerprint.c %D%/fingerprint.h \
	%D%/numbers.h \
	%D%/observer.h \
	%D%/option.c %D%/option.h \
	%D%/pagecounts.c %D%/pagecounts.h \
	%D%/pageset.c %D%/pageset.h \
	%D%/ranges.c %D%/ranges.h \
	%D%/reader.c %D%/reader.h \
	%D%/sort.c %D%/sort.h \
	%D%/text.c %D%/text.h
