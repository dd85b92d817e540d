// SPDX-License-Identifier: Apache-2.0
// See include/measuring.h; the files are those of proc(5).
#include "measuring.h"

#include <malloc.h>
#include <stdio.h>
#include <time.h>

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t measuring_nanoseconds(void) { return now(CLOCK_MONOTONIC); }

int64_t measuring_process_nanoseconds(void) { return now(CLOCK_PROCESS_CPUTIME_ID); }

int64_t measuring_thread_nanoseconds(void) { return now(CLOCK_THREAD_CPUTIME_ID); }

int64_t measuring_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)info.uordblks + (int64_t)info.hblkhd;
}

void measuring_trim_heap(void) { malloc_trim(0); }

void measuring_forget_peak(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (!file) return;
    fputs("5", file);
    fclose(file);
}

int64_t measuring_peak_bytes(void) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[128];
    long long kilobytes = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lld kB", &kilobytes) == 1) break;
    if (file) fclose(file);
    return (int64_t)kilobytes * 1024;
}
