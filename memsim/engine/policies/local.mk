# SPDX-License-Identifier: GPL-2.0-or-later
# Replacement policies.

POLICY_SOURCES = \
	%D%/policies.list %D%/policy.c %D%/policy.h \
	%D%/fifo.c \
	%D%/lru3plru4.c \
	%D%/mru.c \
	%D%/plru.c \
	%D%/qlru.c \
	%D%/random.c
ENGINE_SOURCES += $(POLICY_SOURCES)
