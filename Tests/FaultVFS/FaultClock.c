// SPDX-License-Identifier: Apache-2.0
// A clock on the wall that jumps when it is told to. A program that links this calls these functions in the place of the C
// library's; clocks that only go forward are the C library's.
#define _GNU_SOURCE
#include "FaultVFS.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>

// By how many seconds the clock is wrong.
static _Atomic int64_t offset;

void perdure_clock_set(int64_t seconds) { atomic_store(&offset, seconds); }

static int is_on_the_wall(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

int clock_gettime(clockid_t clock, struct timespec *result) {
    static void *_Atomic found;
    void *real = atomic_load(&found);
    // Threads that look it up at once find the same.
    if (!real) atomic_store(&found, real = dlsym(RTLD_NEXT, "clock_gettime"));
    int code = ((__typeof__(clock_gettime) *)real)(clock, result);
    if (code == 0 && is_on_the_wall(clock)) result->tv_sec += atomic_load(&offset);
    return code;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
