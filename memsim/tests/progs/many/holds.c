/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holds HOW ROUNDS
 *
 * Two threads work for so many rounds, and a third one waits meanwhile, until they have ended:
 *
 *     sleep    for a tenth of a second, again and again
 *     read     to read from a pipe that is written at the end
 *     write    to write more into a pipe than it has room for; it is read at the end
 *     cond     at a condition variable that is signalled at the end
 *     none     there is none
 *
 * A round is one block of code of a few instructions; with "uneven", one block of many in one of the two
 * threads.  Prints "done".
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACES = 8, BYTES = 1 << 20 };

static struct {
    volatile long *place[PLACES];
} wide;
static volatile long places[PLACES][1024], few[2048];
static long rounds;
static int ends[2];
static char bytes[BYTES];
static volatile int over;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *counter)
{
    volatile long *its = counter;
    for (long i = 0; i < rounds; i++)
        ++*its;
    return NULL;
}

/* Each place has an address of its own. */
static void *work_wide(void *unused)
{
    for (long i = 0; i < rounds; i++) {
        long x = i;
        x ^= x << 13, x ^= x >> 7, x ^= x << 17, x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        x ^= x << 13, x ^= x >> 7, x ^= x << 17, x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        *wide.place[0] += x;
        *wide.place[1] += x;
        *wide.place[2] += x;
        *wide.place[3] += x;
        *wide.place[4] += x;
        *wide.place[5] += x;
        *wide.place[6] += x;
        *wide.place[7] += x;
    }
    return unused;
}

static void must(int right)
{
    if (!right) {
        puts("it failed");
        exit(1);
    }
}

static void *hold(void *how)
{
    if (!strcmp(how, "sleep"))
        while (!over)
            usleep(100000);
    else if (!strcmp(how, "read"))
        must(read(ends[0], bytes, 1) == 1);
    else if (!strcmp(how, "write"))
        must(write(ends[1], bytes, BYTES) == BYTES);
    else {
        pthread_mutex_lock(&mutex);
        while (!over)
            pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void let_go(const char *how)
{
    static char read_bytes[BYTES];
    pthread_mutex_lock(&mutex);
    over = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    if (!strcmp(how, "read"))
        must(write(ends[1], bytes, 1) == 1);
    for (ssize_t got = 0; !strcmp(how, "write") && got < BYTES;) {
        ssize_t more = read(ends[0], read_bytes, BYTES);
        must(more > 0);
        got += more;
    }
}

int main(int argc, char **argv)
{
    char *how = argc > 2 ? argv[1] : "none";
    int waits = strcmp(how, "none") && strcmp(how, "uneven");
    pthread_t holder, worker[2];
    rounds = argc > 2 ? atol(argv[2]) : 0;
    for (int i = 0; i < PLACES; i++)
        wide.place[i] = &places[i][512];
    must(!pipe(ends));
    must(!waits || !pthread_create(&holder, NULL, hold, how));
    must(!pthread_create(&worker[0], NULL, work, (void *)&few[512]));
    must(!pthread_create(&worker[1], NULL, strcmp(how, "uneven") ? work : work_wide,
                         (void *)&few[1536]));
    pthread_join(worker[0], NULL);
    pthread_join(worker[1], NULL);
    let_go(how);
    must(!waits || !pthread_join(holder, NULL));
    puts("done");
    return 0;
}
