# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2086
#
# What the tests of viewers share; it stands in place of test.sh. They set
#     viewer   the subcommand; "": the arguments begin with it
#     data     the folder with the files that are shown, from within which these are named
. "${srcdir:-.}/memsim/tests/lib/test.sh"
unset ASAN_OPTIONS # leaks are found
needs "$command"
command -v python3 > /dev/null || skip "no python3"

# prints FILE ARGUMENT...: stdout is FILE, stderr is empty, the status 0.
prints() {
    wanted=$1
    shift
    (cd "$data" && "$command" $viewer "$@") > "$tmp/out" 2> "$tmp/err"
    code=$?
    [ $code -eq 0 ] || { echo "status $code: $viewer $*"; cat "$tmp/err"; return 1; }
    [ ! -s "$tmp/err" ] || { echo "on stderr: $viewer $*"; cat "$tmp/err"; return 1; }
    diff -u "$wanted" "$tmp/out" || { echo "$viewer $*"; return 1; }
}
expect() { prints "$@" || complain "not the output expected"; }
# finds SED FILE ARGUMENT...: what is changed in FILE is found.
finds() {
    sed "$1" "$2" > "$tmp/planted"
    cmp -s "$2" "$tmp/planted" && complain "$1 changes nothing"
    shift 2
    prints "$tmp/planted" "$@" > "$tmp/log" && { echo "a wrong digit is not found"; exit 1; }
}

# fails FOLDER SANITIZER'S-OPTIONS STATUS ARGUMENT...: in that folder, with that status, and nothing is printed.
fails() {
    folder=$1 sanitizer=$2 expected=$3
    shift 3
    (cd "$folder" && ASAN_OPTIONS=$sanitizer "$command" $viewer "$@") > "$tmp/out" 2> "$tmp/err"
    code=$?
    [ $code -eq "$expected" ] || complain "$viewer $*: status $code"
    [ ! -s "$tmp/out" ] || complain "$viewer $*: something is printed"
}
# refuses MESSAGE ARGUMENT...: all of stderr is "memsim: MESSAGE". Files are in $tmp, or in $place. With
# at_end=detect_leaks=0, a viewer may leave its memory to the end.
refuses() {
    message="memsim: $1"
    shift
    fails "${place:-$tmp}" "${at_end-}" 1 "$@"
    [ "$(cat "$tmp/err")" = "$message" ] || complain "expected '$message', got '$(cat "$tmp/err")'"
}
# misused PART ARGUMENT...: status 2, and a message with PART.
misused() {
    part=$1
    shift
    fails . '' 2 "$@"
    grep -q -F -e "$part" "$tmp/err" || complain "$*: no '$part' in '$(cat "$tmp/err")'"
}
# wrong MESSAGE TEXT: a file f with that text, for printf. $reader is the subcommand that reads it, if $viewer is none.
wrong() {
    # shellcheck disable=SC2059 # escapes in it are meant
    printf "$2" > "$tmp/f"
    refuses "f:$1" ${reader-} f
}
# changed MESSAGE SED: a file f that is $tmp/good, changed.
changed() {
    sed "$2" "$tmp/good" > "$tmp/f"
    cmp -s "$tmp/good" "$tmp/f" && complain "$2 changes nothing"
    refuses "f:$1" f
}

# pictures FILE WIDTH HEIGHT TEXT...: the picture has the texts, and as a PNG that size.
pictures() {
    shown=$1 width=$2 height=$3
    shift 3
    "$command" $viewer "$shown" --svg="$tmp/a.svg" > "$tmp/out" || complain "--svg"
    [ ! -s "$tmp/out" ] || complain "a picture alone prints text"
    python3 "$here/lib/sweepmodel.py" svg "$tmp/a.svg" "$@" || complain "texts of the picture"
    python3 "$here/lib/sweepmodel.py" svg "$tmp/a.svg" "not there" > "$tmp/log" 2>&1 &&
        complain "a text that is not there is not missed"
    png "$shown" "$width" "$height"
}
# png FILE WIDTH HEIGHT. The library that looks for fonts leaves a little memory behind.
png() {
    if ASAN_OPTIONS=detect_leaks=0 "$command" $viewer --png="$tmp/a.png" "$1" 2> "$tmp/err"; then
        python3 "$here/lib/sweepmodel.py" png "$tmp/a.png" "$2" "$3" || complain "the PNG"
    else
        grep -q 'built without cairo' "$tmp/err" || complain "--png: $(cat "$tmp/err")"
        return 1
    fi
}

# examples NAME COUNT OLD NEW: docs/NAME.md shows what the commands print, in COUNT examples at least; OLD, which is in
# it, changed to NEW is found.
examples() {
    python3 "$here/lib/documents/examples.py" "$srcdir/docs" "$command" "$@" || complain "docs/$1.md"
}

# cannot_write FILE: on a full disk, to a folder that is not there, to one; nothing is left where there is no room.
cannot_write() {
    "$command" $viewer "$tmp/good" 2> "$tmp/err" > /dev/full
    [ $? -eq 1 ] || complain "a full disk is not noticed"
    grep -q 'standard output: No space left' "$tmp/err" || complain "full: $(cat "$tmp/err")"
    refuses "cannot write 'absent/a.svg': No such file or directory" good --svg=absent/a.svg
    refuses "cannot write '/dev/full': No space left on device" good --svg=/dev/full
    refuses "cannot write '/dev/full': No space left on device" good --out=/dev/full
    refuses "cannot write '.': Is a directory" good --svg=.
    refuses "cannot write '.': Is a directory" good --out=.
    # A limit stands for a full disk: what was there stays, and nothing else is left.
    mkdir "$tmp/limit"
    echo old > "$tmp/limit/a.svg"
    (trap '' XFSZ && ulimit -f 1 && exec "$command" $viewer "$1" --svg="$tmp/limit/a.svg") > "$tmp/out" 2> "$tmp/err"
    [ $? -eq 1 ] || complain "a limit is not noticed"
    grep -q "cannot write '$tmp/limit/a.svg': File too large" "$tmp/err" || complain "limit: $(cat "$tmp/err")"
    [ "$(cat "$tmp/limit/"*)" = old ] || complain "the old picture is gone, or something is left beside it"
}
