#ifndef TIDINGS_SLOW_DISK_H
#define TIDINGS_SLOW_DISK_H
/* Makes SQLite know a disk like its own whose flushes take so many microseconds longer; answers its name, or null. */
const char *tidings_slow_disk(unsigned microseconds);
#endif
