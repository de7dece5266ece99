# SPDX-License-Identifier: GPL-2.0-or-later
# Why data misses: the columns of the reasons.

ENGINE_SOURCES += \
	%D%/observer.c
