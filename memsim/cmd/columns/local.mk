# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/column.c %D%/column.h \
	%D%/reasons.c %D%/reasons.h \
	%D%/sampled.c %D%/sampled.h \
	%D%/usual.c %D%/usual.h \
	%D%/value.c %D%/value.h \
	%D%/words.c
