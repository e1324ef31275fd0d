#pragma once

/* glibc 2.34 declares these two for _GNU_SOURCE only, which Swift's Glibc module does not define. */
#include <spawn.h>

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
