# SPDX-License-Identifier: GPL-2.0-or-later
#
# Scripts that check one thing each: exit 0 passed, 77 skipped, else failed. HACKING.md says what they
# find in their environment.

SHELL_TESTS += \
	%D%/allocators \
	%D%/annotate \
	%D%/asm \
	%D%/bench \
	%D%/boundaries \
	%D%/calls \
	%D%/chase \
	%D%/check \
	%D%/checkpoint \
	%D%/command \
	%D%/contexts \
	%D%/contexts-builds \
	%D%/contexts-inline \
	%D%/contexts-limit \
	%D%/contexts-regions \
	%D%/contexts-stacks \
	%D%/cores \
	%D%/cores-odd \
	%D%/demangle \
	%D%/fingerprint \
	%D%/flame \
	%D%/format \
	%D%/full-disk \
	%D%/fuzz-trace \
	%D%/given \
	%D%/harness \
	%D%/heap \
	%D%/heap-files \
	%D%/inline \
	%D%/instructions \
	%D%/interrupted \
	%D%/ir \
	%D%/layout \
	%D%/limit \
	%D%/machines \
	%D%/many-threads \
	%D%/memusage \
	%D%/mistakes \
	%D%/objects-dhat \
	%D%/objects \
	%D%/objects-files \
	%D%/objects-limit \
	%D%/objects-sites \
	%D%/objects-sums \
	%D%/operands \
	%D%/outside \
	%D%/options \
	%D%/pages \
	%D%/predicted \
	%D%/programs \
	%D%/queues \
	%D%/quickstart \
	%D%/recorded \
	%D%/regions \
	%D%/regions-heap \
	%D%/regions-pages \
	%D%/replay \
	%D%/results \
	%D%/run \
	%D%/same \
	%D%/schedules \
	%D%/stable \
	%D%/share-files \
	%D%/share-gain \
	%D%/share-names \
	%D%/sweep-files \
	%D%/sweep-trace \
	%D%/tasks \
	%D%/threads \
	%D%/time \
	%D%/time-files \
	%D%/together \
	%D%/touches \
	%D%/traced-calls \
	%D%/typed \
	%D%/types \
	%D%/vote \
	%D%/what-if \
	%D%/what-if-objects \
	%D%/what-if-rules
# Minutes.
LONG_TESTS += \
	%D%/big-calls \
	%D%/big-trace \
	%D%/check-builds \
	%D%/contexts-every-build \
	%D%/contexts-languages \
	%D%/heap-wide \
	%D%/many-threads-all \
	%D%/memory \
	%D%/mutations \
	%D%/objects-programs \
	%D%/objects-ways \
	%D%/observer \
	%D%/outside-many \
	%D%/rounds \
	%D%/same-all \
	%D%/schedules-all \
	%D%/soak \
	%D%/typed-manuals \
	%D%/types-programs \
	%D%/what-if-pairs

# Half an hour and more.
BY_HAND += \
	%D%/soak-all \
	%D%/together-all
