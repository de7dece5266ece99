# SPDX-License-Identifier: GPL-2.0-or-later
# What became of the program's own prefetches.

ENGINE_SOURCES += \
	%D%/observer.c
