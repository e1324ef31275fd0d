// Preloaded into an app or extension, ends it with SIGKILL right before the n-th step that it takes with files of the SDK
// or towards the network: no seam in the program under test, and no way for it to tidy up.
//
// TIDINGS_KILL_FILE names a file with n; it is taken away when it is read, so that one process is ended and no other.
// TIDINGS_KILL_PATHS are parts of paths that count, separated by '|'. "connect" among them counts connections as well.
// TIDINGS_WATCH_FILE names a file that gets a line for each such step and each file read: "main" or "other", its thread.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int steps_left = -1;
static char paths[1024];
static int watch = -1;

__attribute__((constructor)) static void arm(void) {
    const char *file = getenv("TIDINGS_KILL_FILE"), *counted = getenv("TIDINGS_KILL_PATHS");
    if (!file || !counted) return;
    snprintf(paths, sizeof paths, "%s", counted);
    const char *watched = getenv("TIDINGS_WATCH_FILE");
    if (watched) watch = syscall(SYS_openat, AT_FDCWD, watched, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
    FILE *stream = fopen(file, "r");
    if (!stream) return;
    int steps = -1;
    if (fscanf(stream, "%d", &steps) != 1) steps = -1;
    fclose(stream);
    unlink(file);
    steps_left = steps;
}

static int counts(const char *path) {
    char copy[sizeof paths], *rest = NULL;
    if (!path) return 0;
    memcpy(copy, paths, sizeof copy);
    for (char *part = strtok_r(copy, "|", &rest); part; part = strtok_r(NULL, "|", &rest))
        if (strstr(path, part)) return 1;
    return 0;
}

static void look(const char *path) {
    if (watch < 0 || !counts(path)) return;
    char line[600];
    int length = snprintf(line, sizeof line, "%s %s\n", syscall(SYS_gettid) == getpid() ? "main" : "other", path);
    if (write(watch, line, length < (int)sizeof line ? length : (int)sizeof line - 1) < 0) abort();
}

static void step(const char *path, const char *other) {
    look(path);
    if (steps_left < 0 || (!counts(path) && !counts(other))) return;
    if (atomic_fetch_sub(&steps_left, 1) == 1) kill(getpid(), SIGKILL);
}

#define NEXT(name, type) ((type)dlsym(RTLD_NEXT, #name))

static mode_t mode_of(int flags, va_list *list) { return flags & O_CREAT ? va_arg(*list, mode_t) : 0; }

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, &list);
    va_end(list);
    if (flags & O_CREAT) step(path, NULL);
    else look(path);
    return NEXT(open, int (*)(const char *, int, ...))(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, &list);
    va_end(list);
    if (flags & O_CREAT) step(path, NULL);
    else look(path);
    return NEXT(open64, int (*)(const char *, int, ...))(path, flags, mode);
}

int rename(const char *from, const char *to) {
    step(from, to);
    return NEXT(rename, int (*)(const char *, const char *))(from, to);
}

int link(const char *from, const char *to) {
    step(from, to);
    return NEXT(link, int (*)(const char *, const char *))(from, to);
}

int unlink(const char *path) {
    step(path, NULL);
    return NEXT(unlink, int (*)(const char *))(path);
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
    if (address && (address->sa_family == AF_INET || address->sa_family == AF_INET6)) step("connect", NULL);
    return NEXT(connect, int (*)(int, const struct sockaddr *, socklen_t))(socket, address, length);
}
