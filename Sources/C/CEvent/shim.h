#ifndef TIDINGS_CEVENT_H
#define TIDINGS_CEVENT_H
/* libevent's headers define _GNU_SOURCE; reading features.h first keeps fd_set the same as in other C modules. */
#ifdef __linux__
#include <features.h>
#endif
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <event2/thread.h>
/* prctl is variadic and pthread_setname_np hidden, so Swift can import neither. */
#ifdef __linux__
#include <sys/prctl.h>
static inline void tidings_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
#else
#include <pthread.h>
static inline void tidings_name_thread(const char *name) { pthread_setname_np(name); }
#endif
#endif
