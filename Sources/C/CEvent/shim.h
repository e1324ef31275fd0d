#ifndef TIDINGS_CEVENT_H
#define TIDINGS_CEVENT_H
/* libevent's headers define _GNU_SOURCE; reading features.h first keeps fd_set the same as in other C modules. */
#ifdef __linux__
#include <features.h>
#endif
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <event2/thread.h>
#endif
