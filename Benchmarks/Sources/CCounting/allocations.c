// SPDX-License-Identifier: Apache-2.0
// malloc and its relatives, which count and call those of glibc under the names that it keeps for this purpose. The
// program's own definitions come before those of shared libraries, so Swift's runtime and SQLite call them too.
#include <errno.h>
#include <stddef.h>

#include "counters.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void count(size_t size) {
    counting_add(&counting_counts.allocations, 1);
    counting_add(&counting_counts.allocated_bytes, (int64_t)size);
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count(size);
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *made = memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block) {
    if (block) counting_add(&counting_counts.releases, 1);
    __libc_free(block);
}
