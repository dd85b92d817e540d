// SPDX-License-Identifier: Apache-2.0
// The counters, for the files that count: allocations.c and statements.c.
#ifndef PERDURE_COUNTING_COUNTERS_H
#define PERDURE_COUNTING_COUNTERS_H

#include "include/counting.h"

extern int counting_is_on;
extern struct counts counting_counts;

static inline void counting_add(int64_t *counter, int64_t amount) {
    if (__atomic_load_n(&counting_is_on, __ATOMIC_RELAXED)) __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
}

#endif
