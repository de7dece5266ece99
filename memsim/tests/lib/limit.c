/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * limit COMMAND ARGUMENT...: runs a test, and ends it at a limit of time.
 *
 * A script whose interpreter is not installed is skipped, and so is each test that would begin at or after the
 * second $TESTS_BEGIN_BEFORE of the clock that date +%s prints.  The file $TESTS_TOOK gets a line with seconds and
 * name for each test that ran.
 *
 * The limit is 600 seconds, or N where one of the first lines of a script is "# limit: N s", which for
 * the long form (SCRIPT --all) is "# limit of --all: N s", or $TEST_LIMIT.  At the limit it prints which processes of the test are running, terminates them,
 * kills what is left of them a little later, and exits with status 124.  A test that is terminated
 * prints what only it knows about what it was doing: see test.sh, harness.py, unit/lib/main.c,
 * fuzz/mutate.c.
 *
 * The test gets a session of its own, and no standard input.  Its orphans become children of this
 * process, so that /proc shows everything that it started below this process, even with a process
 * group of its own, as the commands of timeout(1) have.  Without /proc, the test's process group is
 * ended.  What a test leaves running when it ends by itself is killed, too.
 *
 * The numbers of a test's processes have equally many digits, as far as can be: glibc from 2.39 on writes the number of
 * each thread that it creates, and so a run from 10,000 on has more instructions than one before it.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_LIMIT = 600, GRACE = 5, PROCESSES_MAX = 4096, NUMBERS = 1500 };
enum { SKIPPED = 77, HARD_ERROR = 99, AT_LIMIT = 124, NOT_FOUND = 127 };

static pid_t test;
static bool test_ended;
static int test_status;

/* --- The limit ---------------------------------------------------------------------------------- */

static unsigned read_seconds(const char *text)
{
    char *end;
    unsigned long seconds = strtoul(text, &end, 10);
    return end > text && seconds <= 1000000 ? (unsigned)seconds : 0;
}

/* What follows the mark at the beginning of one of a script's first lines; NULL for none, and for what is
 * no script. */
static const char *find_in_script(const char *name, const char *mark)
{
    static char line[256];
    FILE *file = fopen(name, "re");
    const char *found = NULL;
    for (int i = 0; file && !found && i < 5 && fgets(line, sizeof line, file); i++) {
        if (i == 0 && strncmp(line, "#!", 2) != 0)
            break;
        if (!strncmp(line, mark, strlen(mark)))
            found = line + strlen(mark);
    }
    if (file)
        fclose(file);
    return found;
}

static unsigned limit_of(char *const *command)
{
    bool is_long = command[1] && !strcmp(command[1], "--all");
    const char *asked = getenv("TEST_LIMIT");
    unsigned seconds = asked ? read_seconds(asked) : 0;
    const char *own =
        seconds ? NULL : find_in_script(command[0], is_long ? "# limit of --all: " : "# limit: ");
    if (own)
        seconds = read_seconds(own);
    return seconds ? seconds : DEFAULT_LIMIT;
}

/* True: the program is in a folder of PATH. */
static bool is_installed(const char *program)
{
    char file[4096];
    for (const char *path = getenv("PATH"); path && *path;) {
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
        if (access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* A script is skipped where what it is written in is not installed: no test needs Python but those. */
static bool is_skipped(const char *name)
{
    char program[64] = "";
    const char *line = find_in_script(name, "#!/usr/bin/env ");
    if (!line || sscanf(line, "%63s", program) != 1 || is_installed(program))
        return false;
    printf("SKIP: no %s\n", program);
    return true;
}

/* No time is left for a test that would begin now. */
static bool is_too_late(void)
{
    const char *before = getenv("TESTS_BEGIN_BEFORE");
    if (!before || time(NULL) < strtoll(before, NULL, 10))
        return false;
    printf("SKIP: no time was left for it\n");
    return true;
}

/* --- The processes of the test ------------------------------------------------------------------ */

struct process {
    pid_t pid, parent;
};

typedef void visitor(pid_t pid, int depth);

/* Reads /proc/PID/NAME as text. */
static void read_proc(pid_t pid, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "re");
    size_t got = file ? fread(text, 1, size - 1, file) : 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i < got; i++)
        if ((unsigned char)text[i] < ' ')
            text[i] = ' '; /* what parts arguments is a 0 */
    text[got] = 0;
}

/* All processes of the machine that have not ended; how many, or 0 without /proc. */
static size_t list_processes(struct process *list)
{
    size_t found = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder && found < PROCESSES_MAX && (entry = readdir(folder));) {
        char text[512];
        pid_t pid = atoi(entry->d_name);
        if (pid <= 0)
            continue;
        read_proc(pid, "stat", text, sizeof text);
        /* "PID (NAME) STATE PARENT ...", and the name may have parentheses. */
        const char *end = strrchr(text, ')');
        if (end && strlen(end) > 4 && end[2] != 'Z')
            list[found++] = (struct process){pid, atoi(end + 4)};
    }
    if (folder)
        closedir(folder);
    return found;
}

/* Visits what is below a process; how many there were. */
static size_t visit_below(const struct process *list, size_t processes, pid_t parent, int depth,
                          visitor *visit)
{
    size_t visited = 0;
    for (size_t i = 0; i < processes; i++)
        if (list[i].parent == parent) {
            visit(list[i].pid, depth);
            visited += 1 + visit_below(list, processes, list[i].pid, depth + 1, visit);
        }
    return visited;
}

/* Visits each process of the test, or without /proc its group; how many there were. */
static size_t visit_all(visitor *visit)
{
    static struct process list[PROCESSES_MAX];
    size_t processes = list_processes(list);
    if (processes)
        return visit_below(list, processes, getpid(), 1, visit);
    if (kill(-test, 0) != 0)
        return 0;
    visit(-test, 1);
    return 1;
}

static void print(pid_t pid, int depth)
{
    char command[400] = "(unknown without /proc)";
    if (pid > 0)
        read_proc(pid, "cmdline", command, sizeof command);
    printf("%*s%s\n", 4 * depth, "", command);
}

static void terminate(pid_t pid, int depth)
{
    (void)depth;
    kill(pid, SIGTERM);
}

static void stop(pid_t pid, int depth)
{
    (void)depth;
    kill(pid, SIGKILL);
}

static void count(pid_t pid, int depth)
{
    (void)pid;
    (void)depth;
}

/* --- Waiting ------------------------------------------------------------------------------------ */

static struct timespec after(unsigned seconds)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += seconds;
    return time;
}

static bool is_over(const struct timespec *end)
{
    struct timespec now = after(0);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

/* Waits a moment for one of the signals and takes the status of what has ended; the signal, or
 * 0. */
static int wait_a_moment(const sigset_t *signals)
{
    static const struct timespec moment = {.tv_nsec = 50000000};
    int status, number = sigtimedwait(signals, NULL, &moment);
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        if (pid == test) {
            test_ended = true;
            test_status = status;
        }
    return number > 0 && number != SIGCHLD ? number : 0;
}

/* Ends all processes of the test: first so that they can clean up, then for certain. */
static void end_all(const sigset_t *signals)
{
    struct timespec polite = after(GRACE), last = after(2 * GRACE);
    visit_all(terminate);
    while (visit_all(count) && !is_over(&polite))
        wait_a_moment(signals);
    while (visit_all(stop) && !is_over(&last))
        wait_a_moment(signals);
}

/* Waits for the end of the test; its exit status as a shell has it, or what ended it instead. */
static int wait_for_test(unsigned seconds, const sigset_t *signals)
{
    struct timespec end = after(seconds);
    int number = 0;
    while (!test_ended && !number && !is_over(&end))
        number = wait_a_moment(signals);
    bool in_time = test_ended;
    if (!in_time && !number) {
        printf("FAIL: no end after %u s. These processes were running:\n", seconds);
        visit_all(print);
        fflush(stdout);
    }
    end_all(signals);
    if (!in_time)
        return number ? 128 + number : AT_LIMIT;
    if (WIFEXITED(test_status))
        return WEXITSTATUS(test_status);
    printf("FAIL: ended by signal %d, %s\n", WTERMSIG(test_status),
           strsignal(WTERMSIG(test_status)));
    return 128 + WTERMSIG(test_status);
}

/* Adds how long the test took to the file that is asked for: one write, as tests end at the same time. */
static void note_time(char *const *command, time_t seconds)
{
    const char *path = getenv("TESTS_TOOK");
    char line[4096];
    int length = snprintf(line, sizeof line, "%lld %s%s%s\n", (long long)seconds, command[0],
                          command[1] ? " " : "", command[1] ? command[1] : "");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (file < 0)
        return;
    if (write(file, line, (size_t)length) != length)
        perror(path);
    close(file);
}

static void run_test(char **argv, const sigset_t *old)
{
    int nothing = open("/dev/null", O_RDONLY);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, old, NULL);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    execvp(argv[0], argv);
    perror(argv[0]);
    _exit(NOT_FOUND);
}

/* --- Numbers of processes ----------------------------------------------------------------------- */

/* The kernel begins anew after its largest number. */
static long largest_number(void)
{
    long largest = 0;
    FILE *file = fopen("/proc/sys/kernel/pid_max", "re");
    if (file && fscanf(file, "%ld", &largest) != 1)
        largest = 0;
    if (file)
        fclose(file);
    return largest;
}

/* Processes that may begin after this one, until one has more digits, or fewer. */
static long numbers_left(long last, long largest)
{
    long next = 10;
    while (next <= last)
        next *= 10;
    if (largest > last && largest < next)
        next = largest;
    return next - last;
}

/* Begins processes that end at once, until there are numbers enough for a test. */
static void leave_numbers(void)
{
    long largest = largest_number();
    for (int i = 0; i < 2 * NUMBERS; i++) {
        pid_t child = fork();
        if (!child)
            _exit(0);
        if (child < 0 || waitpid(child, NULL, 0) != child || numbers_left(child, largest) > NUMBERS)
            return;
    }
}

int main(int argc, char **argv)
{
    sigset_t signals, old;
    if (argc < 2) {
        fprintf(stderr, "usage: %s COMMAND ARGUMENT...\n", argv[0]);
        return 2;
    }
    if (is_skipped(argv[1]) || is_too_late())
        return SKIPPED;
    leave_numbers();
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &old);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    test = fork();
    if (test < 0) {
        perror("fork");
        return HARD_ERROR;
    }
    if (!test)
        run_test(argv + 1, &old);
    time_t begin = after(0).tv_sec;
    int status = wait_for_test(limit_of(argv + 1), &signals);
    note_time(argv + 1, after(0).tv_sec - begin);
    return status;
}
