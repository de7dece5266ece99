/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The progress bar: none for what is quick, or without a terminal; then what is done and left. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/files/progress.h"
#include "tests/unit/lib/main.h"

/* What is written to stderr from here on goes to a file. */
struct caught {
    FILE *file;
    int stderr_before;
};

static struct caught catch_stderr(void)
{
    struct caught caught = {tmpfile(), dup(STDERR_FILENO)};
    ck_assert(caught.file && caught.stderr_before >= 0);
    dup2(fileno(caught.file), STDERR_FILENO);
    return caught;
}

static void assert_caught(struct caught caught, const char *expected)
{
    char text[512];
    dup2(caught.stderr_before, STDERR_FILENO);
    close(caught.stderr_before);
    rewind(caught.file);
    text[fread(text, 1, sizeof text - 1, caught.file)] = 0;
    fclose(caught.file);
    ck_assert_str_eq(text, expected);
}

/* As if it had begun this many seconds ago, on a terminal. */
static struct msim_progress begun(long seconds)
{
    struct msim_progress progress;
    msim_progress_start(&progress, "replaying", 200);
    progress.is_terminal = 1;
    progress.start.tv_sec -= seconds;
    progress.shown.tv_sec -= seconds;
    return progress;
}

UNIT_TEST(quiet)
{
    struct caught caught = catch_stderr();
    struct msim_progress progress;
    msim_progress_start(&progress, "replaying", 200); /* stderr is a file */
    ck_assert(!progress.is_terminal);
    progress.start.tv_sec -= 100;
    progress.shown.tv_sec -= 100;
    msim_progress(&progress, 100);
    msim_progress_end(&progress);
    struct msim_progress quick = begun(0);
    msim_progress(&quick, 100);
    msim_progress_end(&quick);
    assert_caught(caught, "");
}

UNIT_TEST(shows)
{
    struct caught caught = catch_stderr();
    struct msim_progress progress = begun(100);
    msim_progress(&progress, 50);
    msim_progress(&progress, 51); /* too soon */
    msim_progress_end(&progress);
    msim_progress_end(&progress);
    assert_caught(caught, "\rreplaying [##########..............................]  25%  300 s left "
                          "\033[K\r\033[K");
}

UNIT_TEST(shows_begin_and_end)
{
    struct caught caught = catch_stderr();
    struct msim_progress first = begun(100), last = begun(100);
    msim_progress(&first, 1); /* too little to say what is left */
    msim_progress(&last, 300);
    assert_caught(caught, "\rreplaying [........................................]   0%\033[K"
                          "\rreplaying [########################################] 100%  0 s left "
                          "\033[K");
}
