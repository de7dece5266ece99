/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the tests that were added; see main.h. */
#include "main.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/* A signal handler would be replaced by Check's, so a thread waits for the signal. */
static void *wait_for_end(void *signals)
{
    int number;
    if (sigwait(signals, &number) == 0) {
        printf("terminated; the test was: %s\n", tcase_name());
        fflush(stdout);
        _exit(EXIT_FAILURE);
    }
    return NULL;
}

static struct {
    const TTest *test;
    int from, to;
} tests[100];
static size_t count;
static void (*before)(void), (*after)(void);

void unit_add(const TTest *test, int from, int to)
{
    if (count == sizeof tests / sizeof *tests)
        abort();
    tests[count].test = test;
    tests[count].from = from;
    tests[count++].to = to;
}

void unit_around(void (*first)(void), void (*last)(void))
{
    before = first ? first : before;
    after = last ? last : after;
}

static void begin(void)
{
    unit_memory_start(&memory);
    if (before)
        before();
}

static void end(void)
{
    if (after)
        after();
    unit_memory_end(&memory);
}

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tests");
    TCase *all = tcase_create("tests");
    tcase_set_timeout(all, 0); /* lib/limit ends what takes too long */
    tcase_add_checked_fixture(all, begin, end);
    for (size_t i = 0; i < count; i++)
        tcase_add_loop_test(all, tests[i].test, tests[i].from, tests[i].to);
    suite_add_tcase(suite, all);
    return suite;
}

int main(void)
{
    static sigset_t signals;
    pthread_t thread;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (pthread_create(&thread, NULL, wait_for_end, &signals) == 0)
        pthread_detach(thread);
    SRunner *runner = srunner_create(make_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static bool is_sanitized(void)
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return true;
#endif
#endif
    return false;
}

int unit_rounds(int all)
{
    const char *wanted = getenv("UNIT_ROUNDS");
    if (wanted && !strcmp(wanted, "all"))
        return all;
    return is_sanitized() ? (all + 9) / 10 : (all + 1) / 2;
}
