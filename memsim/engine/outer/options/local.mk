# SPDX-License-Identifier: GPL-2.0-or-later
# Options that say how outer levels, and D1, replace, prefetch and write.

ENGINE_SOURCES += \
	%D%/levelname.h \
	%D%/prefetchoption.c %D%/prefetchoption.h \
	%D%/replacement.c %D%/replacement.h \
	%D%/writing.c %D%/writing.h
