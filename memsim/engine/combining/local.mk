# SPDX-License-Identifier: GPL-2.0-or-later
# The buffers of stores that pass by the caches.

ENGINE_SOURCES += \
	%D%/buffers.c %D%/buffers.h \
	%D%/sent.c %D%/sent.h
