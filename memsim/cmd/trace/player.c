/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The player of player.h: the reader in one thread, the study in another, and a ring of chunks
 * between. */
#include "player.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/progress.h"
#include "engine/machine/oneline.h"
#include "host/memory.h"
#include "stream/trace/read.h"

/* Allocates memory for the freestanding layers.  Large pieces are mapped, so that their pages cost
 * nothing until they are used. */

enum { MAPPED_FROM = 32 * 1024 };

static void *get(void *self, size_t bytes, size_t align)
{
    (void)self;
    void *piece = NULL;
    if (bytes >= MAPPED_FROM) {
        piece = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            piece = NULL;
    } else if (posix_memalign(&piece, align < 16 ? 16 : align, bytes ? bytes : 1) == 0) {
        memset(piece, 0, bytes);
    }
    if (!piece)
        msim_bad_input("out of memory: cannot get %zu more bytes", bytes);
    return piece;
}

static size_t read_some(const char *name, char *to, size_t room)
{
    FILE *from = fopen(name, "r");
    size_t used = from ? fread(to, 1, room, from) : 0;
    if (from)
        fclose(from);
    return used;
}

uint64_t msim_memory_available(void)
{
    uint64_t left = msim_host_memory_left(read_some, UINT64_MAX);
    return left == UINT64_MAX ? 0 : left;
}

uint64_t msim_memory_limit(void)
{
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return msim_host_memory(read_some, limited ? limit.rlim_cur : UINT64_MAX);
}

const struct msim_mem msim_hosted_mem = {get, NULL};

/* --- Playing ------------------------------------------------------------------------------ */

enum { SLOTS = 16 };

struct slot {
    enum msim_trace_event event;
    uint32_t mark;
    uint64_t offset; /* in the file, after it */
    size_t used;
    uint64_t words[MSIM_TRACE_CHUNK_WORDS];
};

struct msim_player {
    const char *name;
    bool partial;
    int fd;
    char *header, *end;
    struct msim_feed file;
    struct msim_trace_reader reader;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t filled, emptied; /* number of slots filled and studied since the start */
    struct slot *slot;
    void (*take)(void *self, const uint64_t *words, const uint64_t *end); /* NULL: a study */
    void *taker;
};

/* --- Opening ------------------------------------------------------------------------------ */

static long read_file(void *self, void *to, size_t bytes)
{
    struct msim_player *player = self;
    for (;;) {
        ssize_t got = read(player->fd, to, bytes);
        if (got >= 0 || errno != EINTR)
            return got;
    }
}

/* Describes the reader's error in one line: where, what was expected, and what was found. */
static void describe(const struct msim_player *player, char *text, size_t room)
{
    const struct msim_trace_error *error = &player->reader.error;
    size_t used = (size_t)snprintf(text, room, "%s: offset %" PRIu64 ": expected %s", player->name,
                                   error->offset, error->expected);
    if (used < room && error->numbers == 16)
        snprintf(text + used, room - used, " %08" PRIx64 ", found %08" PRIx64, error->wanted,
                 error->found);
    else if (used < room && error->numbers == 10)
        snprintf(text + used, room - used, " %" PRIu64 ", found %" PRIu64, error->wanted,
                 error->found);
    else if (used < room && error->failure == MSIM_TRACE_CUT)
        snprintf(text + used, room - used, ", found the end of the file");
}

/* Before its header is complete, there is nothing to use. */
static void refuse(const struct msim_player *player)
{
    char text[512];
    enum msim_trace_failure failure = player->reader.error.failure;
    bool usable =
        player->header && failure != MSIM_TRACE_FOREIGN && failure != MSIM_TRACE_VERSION_UNKNOWN;
    describe(player, text, sizeof text);
    msim_bad_input("%s%s", text, usable ? " (--partial uses what there is)" : "");
}

bool msim_is_trace(const char *name)
{
    char start[sizeof MSIM_TRACE_MAGIC - 1];
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool is_trace = read(fd, start, sizeof start) == (ssize_t)sizeof start &&
                    !memcmp(start, MSIM_TRACE_MAGIC, sizeof start);
    close(fd);
    return is_trace;
}

/* The first event of the file that was opened as player->fd. */
static enum msim_trace_event begin(struct msim_player *player)
{
    player->file = (struct msim_feed){read_file, player};
    msim_trace_open(&player->reader, &msim_hosted_mem, &player->file);
    return msim_trace_next(&player->reader);
}

bool msim_has_trace_header(const char *name)
{
    struct msim_player *player = msim_zeroed(1, sizeof *player);
    player->fd = open(name, O_RDONLY | O_CLOEXEC);
    bool has = player->fd >= 0 && begin(player) == MSIM_TRACE_HEADER;
    if (player->fd >= 0)
        close(player->fd);
    return has;
}

struct msim_player *msim_player_open(const char *name, bool partial)
{
    struct msim_player *player = msim_zeroed(1, sizeof *player);
    player->name = name;
    player->partial = partial;
    player->end = msim_copy("");
    player->fd = open(name, O_RDONLY | O_CLOEXEC);
    if (player->fd < 0)
        msim_bad_input("%s: %s", name, strerror(errno));
    if (begin(player) != MSIM_TRACE_HEADER)
        refuse(player);
    player->header = msim_copy(player->reader.text);
    return player;
}

/* --- The header --------------------------------------------------------------------------- */

/* Returns the value, allocated, of the header's next line with this key, and moves *at past it;
 * NULL: none. */
static char *next_value(const char **at, const char *key)
{
    size_t length = strlen(key);
    while (**at) {
        const char *line = *at, *end = line + strcspn(line, "\n");
        *at = *end ? end + 1 : end;
        if (!strncmp(line, key, length) && line[length] == ':' && line[length + 1] == ' ')
            return strndup(line + length + 2, (size_t)(end - line) - length - 2);
    }
    return NULL;
}

static char *need_value(const struct msim_player *player, const char *key)
{
    const char *at = player->header;
    char *value = next_value(&at, key);
    if (!value)
        msim_bad_input("%s: the header has no \"%s\"", player->name, key);
    return value;
}

struct msim_about msim_player_about(const struct msim_player *player)
{
    const char *end = msim_player_end(player);
    char *pid = next_value(&end, "pid");
    struct msim_about about = {.command = need_value(player, "command"),
                               .pid = pid ? (uint32_t)strtoul(pid, NULL, 10) : 0,
                               .incomplete =
                                   strstr(msim_player_end(player), "killed: ") ? MSIM_KILLED : NULL,
                               .dict = &player->reader.dict};
    free(pid);
    return about;
}

void msim_player_options(const struct msim_player *player, struct msim_options *options,
                         struct msim_machine *base)
{
    char *machine = need_value(player, "base");
    const char *wrong = msim_read_machine(machine, base);
    if (wrong)
        msim_bad_input("%s: the header's machine %s: %s", player->name, machine, wrong);
    free(machine);
    msim_options_init(options, &msim_hosted_mem);
    const char *at = player->header;
    for (char *argument; (argument = next_value(&at, "option"));) {
        const struct msim_option *option = msim_option_find(argument);
        wrong = option ? msim_option_set(options, option, argument) : "unknown";
        if (wrong)
            msim_bad_input("%s: the header's option %s: %s", player->name, argument, wrong);
    }
    msim_machine_options_recorded(&options->machine);
}

bool msim_player_has_threads(const struct msim_player *player)
{
    return player->reader.front.has_tasks;
}

struct msim_dict *msim_player_dict(struct msim_player *player)
{
    return &player->reader.dict;
}

static uint64_t bytes_of(const struct stat *now)
{
    return S_ISREG(now->st_mode) ? (uint64_t)now->st_size : 0;
}

/* The size of the trace; 0: unknown. */
static uint64_t player_bytes(const struct msim_player *player)
{
    struct stat now;
    return fstat(player->fd, &now) == 0 ? bytes_of(&now) : 0;
}

uint64_t msim_trace_bytes(const char *name)
{
    struct stat now;
    return stat(name, &now) == 0 ? bytes_of(&now) : 0;
}

const char *msim_player_end(const struct msim_player *player)
{
    return player->end;
}

/* --- Decoding ----------------------------------------------------------------------------- */

/* Called before the reader changes the dictionary, which the study must not be using. */
static void wait_until_empty(void *self)
{
    struct msim_player *player = self;
    pthread_mutex_lock(&player->lock);
    while (player->emptied < player->filled)
        pthread_cond_wait(&player->changed, &player->lock);
    pthread_mutex_unlock(&player->lock);
}

/* Waits while as many slots as `full` are filled, then returns the slot that is next at that
 * end. */
static struct slot *next_slot(struct msim_player *player, unsigned full, const uint64_t *end)
{
    pthread_mutex_lock(&player->lock);
    while (player->filled - player->emptied == full)
        pthread_cond_wait(&player->changed, &player->lock);
    pthread_mutex_unlock(&player->lock);
    return &player->slot[*end % SLOTS];
}

static void hand_over(struct msim_player *player, uint64_t *end)
{
    pthread_mutex_lock(&player->lock);
    ++*end;
    pthread_cond_signal(&player->changed);
    pthread_mutex_unlock(&player->lock);
}

static void *decode(void *self)
{
    struct msim_player *player = self;
    struct msim_trace_reader *reader = &player->reader;
    enum msim_trace_event event;
    do {
        event = msim_trace_next(reader);
        struct slot *slot = next_slot(player, SLOTS, &player->filled);
        slot->event = event;
        slot->offset = reader->offset;
        slot->mark = reader->mark;
        if (event == MSIM_TRACE_CHUNK) {
            slot->used = (size_t)(reader->end - reader->words);
            memcpy(slot->words, reader->words, slot->used * sizeof *slot->words);
        }
        hand_over(player, &player->filled);
    } while (event != MSIM_TRACE_END && event != MSIM_TRACE_FAILED);
    return NULL;
}

/* --- Studying ----------------------------------------------------------------------------- */

/* Studies one slot; false: it was the last one. */
static bool study_slot(const struct msim_player *player, struct msim_study *study,
                       const struct slot *slot)
{
    if (player->take) {
        if (slot->event == MSIM_TRACE_CHUNK)
            player->take(player->taker, slot->words, slot->words + slot->used);
        return slot->event == MSIM_TRACE_CHUNK || slot->event == MSIM_TRACE_MARK;
    }
    switch (slot->event) {
    case MSIM_TRACE_CHUNK:
        msim_study_extend(study);
        msim_study_run(study, slot->words, slot->words + slot->used);
        return true;
    case MSIM_TRACE_MARK:
        if (slot->mark == MSIM_MARK_FORK_CLEAR)
            msim_study_clear(study);
        return true;
    default:
        return false;
    }
}

static void finish(struct msim_player *player)
{
    if (player->reader.last == MSIM_TRACE_END) {
        free(player->end);
        player->end = msim_copy(player->reader.text);
        const char *at = player->end;
        char *cut = next_value(&at, "cut");
        if (cut)
            msim_warn(
                "note: %s was recorded with --trace-limit=%s; what ran afterwards is not in it",
                player->name, cut);
        free(cut);
        return;
    }
    if (!player->partial)
        refuse(player);
    char text[512];
    describe(player, text, sizeof text);
    msim_warn("%s; only the trace before it was used", text);
}

void msim_player_run(struct msim_player *player, struct msim_study *study, const char *what,
                     volatile uint64_t *part)
{
    pthread_t decoder;
    struct msim_progress progress;
    player->slot = msim_zeroed(SLOTS, sizeof *player->slot);
    pthread_mutex_init(&player->lock, NULL);
    pthread_cond_init(&player->changed, NULL);
    player->reader.before_dict = wait_until_empty;
    player->reader.before_dict_self = player;
    if (pthread_create(&decoder, NULL, decode, player) != 0)
        msim_bad_input("cannot start a thread");
    msim_progress_start(&progress, what, what ? player_bytes(player) : 0);
    bool more = true;
    while (more) {
        const struct slot *slot = next_slot(player, 0, &player->emptied);
        more = study_slot(player, study, slot);
        msim_progress(&progress, slot->offset);
        if (part)
            *part = slot->offset;
        hand_over(player, &player->emptied);
    }
    pthread_join(decoder, NULL);
    msim_progress_end(&progress);
    free(player->slot);
    finish(player);
    if (player->take)
        return;
    msim_study_extend(study); /* what the dictionary gained after the last chunk */
    msim_study_settle(study);
}

void msim_player_scan(struct msim_player *player,
                      void (*take)(void *self, const uint64_t *words, const uint64_t *end),
                      void *self, const char *what)
{
    player->take = take;
    player->taker = self;
    msim_player_run(player, NULL, what, NULL);
}
