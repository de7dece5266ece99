# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/coherence.c %D%/coherence.h \
	%D%/copies.c %D%/copies.h \
	%D%/near.c %D%/near.h \
	%D%/sharing.h \
	%D%/state.h \
	%D%/units.c %D%/units.h
