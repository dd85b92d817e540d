// SPDX-License-Identifier: Apache-2.0
// Switches counting on and off. Next: allocations.c.
#include "counters.h"

#include <string.h>

int counting_is_on;
struct counts counting_counts;

void counting_start(void) {
    memset(&counting_counts, 0, sizeof counting_counts);
    __atomic_store_n(&counting_is_on, 1, __ATOMIC_SEQ_CST);
}

struct counts counting_stop(void) {
    __atomic_store_n(&counting_is_on, 0, __ATOMIC_SEQ_CST);
    return counting_counts;
}
