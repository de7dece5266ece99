/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a suite; see main.h. */
#include "main.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

int unit_run(Suite *suite)
{
    static sigset_t signals;
    pthread_t thread;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (pthread_create(&thread, NULL, wait_for_end, &signals) == 0)
        pthread_detach(thread);
    SRunner *runner = srunner_create(suite);
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
