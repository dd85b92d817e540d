// SPDX-License-Identifier: Apache-2.0
// Counts what a program asks of malloc and of SQLite. A program that links this has malloc's functions and a few of
// SQLite's from here: they count and pass on. Only PerdureCounts links it; nothing that is timed does.
#ifndef PERDURE_COUNTING_H
#define PERDURE_COUNTING_H

#include <stdint.h>

struct counts {
    // Blocks that malloc and its relatives gave out, a block that realloc moves or grows included, and their bytes.
    int64_t allocations;
    int64_t allocated_bytes;
    // Blocks that were given back.
    int64_t releases;
    // Calls of sqlite3_prepare_v2 and _v3, of sqlite3_step, of sqlite3_exec (what it prepares and steps is not counted
    // again), and rows that steps gave.
    int64_t prepared;
    int64_t stepped;
    int64_t executed;
    int64_t rows;
};

// Counts from nothing, until `counting_stop`. All threads of the process count together.
void counting_start(void);
struct counts counting_stop(void);

#endif
