/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Starts itself as another program, in a child: "starts on" with instrumentation on (which it starts), "starts off" with
 * it as it was.  What it starts, "starts started", runs a loop of 10,000 and ends.
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "off";
    volatile int sum = 0;
    int status = 1;
    if (!strcmp(mode, "started")) {
        for (int i = 0; i < 10000; i++)
            sum += i;
        return sum ? 0 : 2;
    }
    if (!strcmp(mode, "on"))
        CALLGRIND_START_INSTRUMENTATION;
    pid_t child = fork();
    if (child == 0) {
        execl(argv[0], argv[0], "started", (char *)NULL);
        _exit(1);
    }
    waitpid(child, &status, 0);
    return status;
}
