// SPDX-License-Identifier: Apache-2.0
// An allocator in front of SQLite's own that runs out of memory when it is told to.
#include "FaultVFS.h"

#include <malloc.h>
#include <pthread.h>
#include <sqlite3.h>

// Everything is guarded by `lock`.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t until_failure, hits;
static int all_fail;
static sqlite3_mem_methods real;

static int fails(void) {
    pthread_mutex_lock(&lock);
    int result = 0;
    if (until_failure > 0) {
        result = --until_failure == 0;
        if (result && all_fail) until_failure = 1;
    }
    hits += result;
    pthread_mutex_unlock(&lock);
    return result;
}

static void *fault_malloc(int size) { return fails() ? 0 : real.xMalloc(size); }
static void *fault_realloc(void *memory, int size) { return fails() ? 0 : real.xRealloc(memory, size); }

int perdure_memory_install(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods methods = real;
    methods.xMalloc = fault_malloc;
    methods.xRealloc = fault_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

void perdure_memory_arm(int64_t nth, int stays) {
    pthread_mutex_lock(&lock);
    until_failure = nth;
    all_fail = stays;
    if (nth > 0) hits = 0;
    pthread_mutex_unlock(&lock);
}

int64_t perdure_memory_hits(void) {
    pthread_mutex_lock(&lock);
    int64_t result = hits;
    pthread_mutex_unlock(&lock);
    return result;
}

void perdure_memory_trim(void) { malloc_trim(0); }
