# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds of memsim by other means: another compiler, another Valgrind.

LONG_TESTS += \
	%D%/clang-build \
	%D%/cross-build \
	%D%/valgrind-matrix
