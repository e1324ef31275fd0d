#ifndef TIDINGS_CNGHTTP2_H
#define TIDINGS_CNGHTTP2_H
#include <nghttp2/nghttp2.h>
#endif
