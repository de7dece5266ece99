# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034
#
# What the tests in shell share. Each begins with
#     . "${srcdir:-.}/memsim/tests/lib/test.sh"
# and ends with "exit $status". All paths below are absolute.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}" "${builddir:=.}" "${CC:=cc}"
srcdir=$(cd "$srcdir" && pwd) && builddir=$(cd "$builddir" && pwd) || exit 99
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac }
memsim=$(absolute "${MEMSIM:-${memsim:-$builddir/memsim-in-place}}")
command=$(absolute "${command:-$builddir/memsim/cmd/memsim}")
progs=$(absolute "${TESTPROGS:-$builddir/memsim/tests/progs}")
here=$srcdir/memsim/tests
# What the command holds, it holds to its end; a test that looks for leaks unsets this.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS

# Empty, but in the long form of a test (NAME --all), which takes what would take too long in "make check".
case ${1-} in --all) is_long=yes ;; *) is_long= ;; esac
# few N ITEM...: the first N of these, each in a line; in the long form all.
few() {
    most=${is_long:+$#} most=${most:-$1}
    shift
    printf '%s\n' "$@" | head -n "$most"
}

# A folder for files, which goes at the end.
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

# doing WHAT: the step that begins. A test that takes too long is terminated, and then prints it, with the end of
# the newest file.
step=starting
doing() { step=$1; }
terminated() {
    echo "terminated; the step was: $step"
    # shellcheck disable=SC2012 # names of our own
    newest=$(ls -t "$tmp" | head -n 1)
    if [ -f "$tmp/$newest" ]; then
        echo "the end of the newest file, $newest:"
        tail -n 5 "$tmp/$newest" | cut -c 1-200 | tr -cd '\11\12\40-\176'
    fi
    exit 1
}
trap terminated HUP INT TERM

status=0
complain() { echo "FAIL: $*"; status=1; }
skip() { echo "SKIP: $*"; exit 77; }

# until_true SECONDS COMMAND...: until it succeeds, which it must within that time.
until_true() {
    tries=$(($1 * 20))
    shift
    until "$@"; do
        [ $((tries -= 1)) -gt 0 ] || return 1
        sleep 0.05
    done
}
# has_observer: the observers of $guest are in a process of their own, $observer.
has_observer() {
    observer=$(pgrep -x "memsim-$guest" | head -n 1)
    [ -n "$observer" ]
}

# needs PROGRAM...: these must have been built.
needs() {
    for program in "$@"; do
        [ -x "$program" ] || { echo "no $program: run make check first"; exit 99; }
    done
}

# has_terminals; on_terminal FILE COMMAND...: runs it on a terminal, what it prints goes to FILE.
has_terminals() {
    python3 "$here/lib/terminal.py" 2> /dev/null ||
        { echo "no pseudo-terminals here: colours are not tested"; return 1; }
}
on_terminal() { python3 "$here/lib/terminal.py" "$@"; }

# mutations NAME ROUNDS FILE...: fuzz/NAME survives that many mutations of the files, in the short form a quarter of
# them, and some of them are accepted, some refused. First, a sanitizer must find a fault that is planted. FUZZ_ROUNDS= looks further.
mutations() {
    doing "mutations, with fuzz/$1"
    driver=$builddir/memsim/tests/fuzz/$1 rounds=${FUZZ_ROUNDS:-$([ "$is_long" ] && echo "$2" || echo $(($2 / 4)))}
    shift 2
    unset ASAN_OPTIONS
    if [ -n "${sanitized-}" ]; then
        "$driver" --planted "$@" > "$tmp/mutations" 2>&1 && complain "the sanitizer does not find a planted fault"
        grep -q 'AddressSanitizer' "$tmp/mutations" || complain "no word of the sanitizer: $(cat "$tmp/mutations")"
    fi
    "$driver" "$rounds" "$@" > "$tmp/mutations" 2>&1 || complain "a mutation is not survived"
    tail -n 40 "$tmp/mutations"
    grep -q '^[1-9][0-9]* accepted, [1-9][0-9]* refused$' "$tmp/mutations" || complain "nothing accepted or refused"
}
