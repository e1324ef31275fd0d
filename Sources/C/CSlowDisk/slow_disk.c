/* A table of functions is filled in C: Swift would need a closure for each and a global for what they find. */
#include "slow_disk.h"
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* What an open file points at: the methods of its disk but for two, and behind them what those need. */
struct slow_methods {
    sqlite3_io_methods methods;
    const sqlite3_io_methods *original;
    unsigned microseconds;
};

struct slow_disk {
    sqlite3_vfs disk;
    sqlite3_vfs *original;
    unsigned microseconds;
    char name[40];
};

static int slow_sync(sqlite3_file *file, int flags) {
    const struct slow_methods *slow = (const struct slow_methods *)file->pMethods;
    int status = slow->original->xSync(file, flags);
    struct timespec rest = {slow->microseconds / 1000000, (long)(slow->microseconds % 1000000) * 1000};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
    return status;
}

static int slow_close(sqlite3_file *file) {
    struct slow_methods *slow = (struct slow_methods *)file->pMethods;
    int status = slow->original->xClose(file);
    free(slow);
    return status;
}

static int slow_open(sqlite3_vfs *disk, const char *name, sqlite3_file *file, int flags, int *out_flags) {
    const struct slow_disk *slow = (const struct slow_disk *)disk;
    int status = slow->original->xOpen(slow->original, name, file, flags, out_flags);
    if (status != SQLITE_OK || file->pMethods == 0) return status;
    struct slow_methods *methods = malloc(sizeof *methods);
    if (methods == 0) {
        file->pMethods->xClose(file);
        file->pMethods = 0;
        return SQLITE_NOMEM;
    }
    methods->methods = *file->pMethods;
    methods->methods.xSync = slow_sync;
    methods->methods.xClose = slow_close;
    methods->original = file->pMethods;
    methods->microseconds = slow->microseconds;
    file->pMethods = &methods->methods;
    return SQLITE_OK;
}

const char *tidings_slow_disk(unsigned microseconds) {
    struct slow_disk *slow = calloc(1, sizeof *slow);
    sqlite3_vfs *original = sqlite3_vfs_find(0);
    if (slow == 0 || original == 0) {
        free(slow);
        return 0;
    }
    snprintf(slow->name, sizeof slow->name, "tidings-slow-%u", microseconds);
    sqlite3_vfs *known = sqlite3_vfs_find(slow->name);
    if (known != 0) {
        free(slow);
        return known->zName;
    }
    slow->disk = *original;
    slow->disk.zName = slow->name;
    slow->disk.pNext = 0;
    slow->disk.xOpen = slow_open;
    slow->original = original;
    slow->microseconds = microseconds;
    /* It stays for the life of the process, as files may be open on it. */
    return sqlite3_vfs_register(&slow->disk, 0) == SQLITE_OK ? slow->name : 0;
}
