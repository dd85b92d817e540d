// The work of the benchmarks as raw SQLite calls, on a file that Perdure created.
// Every function returns an SQLite result code, 0 when all went well.
#ifndef PERDURE_BASELINE_H
#define PERDURE_BASELINE_H

#include <stdint.h>

// Reads all columns of all rows of ZITEM; *checksum keeps the compiler from leaving the reads out.
int baseline_read_all(const char *path, int64_t *rows, int64_t *checksum);

// Inserts rows 1...count in one transaction and moves Z_MAX.
int baseline_insert(const char *path, int64_t count);

// Changes one column of every row, with the optimistic-locking counter, in one transaction.
int baseline_update_all(const char *path);

// Deletes every row by key and counter, in one transaction.
int baseline_delete_all(const char *path);

// Reads single rows by key: keys 1, 1 + stride, … , `count` of them.
int baseline_read_keys(const char *path, int64_t count, int64_t stride, int64_t *checksum);

// Bytes that malloc has given out and not got back.
int64_t baseline_heap_bytes(void);

#endif
