# SPDX-License-Identifier: GPL-2.0-or-later
#
# What packagers do: building with other tools, for other machines and with other Valgrinds, releasing,
# installing.

LONG_TESTS += \
	%D%/clang-build \
	%D%/cross-build \
	%D%/distcheck \
	%D%/installed \
	%D%/roots \
	%D%/valgrind-matrix

TEST_FILES += %D%/coverage.py
