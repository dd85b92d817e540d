// The work of the benchmarks as raw SQLite calls, on a file that Perdure created.
// Every function returns an SQLite result code, 0 when all went well.
#ifndef PERDURE_BASELINE_H
#define PERDURE_BASELINE_H

#include <stdint.h>

// Reads all columns of all rows of ZITEM; *checksum keeps the compiler from leaving the reads out.
int baseline_read_all(const char *path, int64_t *rows, int64_t *checksum);

// Inserts rows 1...count in one transaction and moves Z_MAX.
int baseline_insert(const char *path, int64_t count);

// Inserts `count` rows from `first` on in one transaction and moves Z_MAX.
int baseline_append(const char *path, int64_t first, int64_t count);

// A connection that stays open.
typedef struct sqlite3 sqlite3;
int baseline_open(const char *path, sqlite3 **db);
void baseline_close(sqlite3 *db);

// Reads all columns of the rows whose key (by_number 0) or ZNUMBER (by_number 1) is first ..< first + count.
// Returns how many there are.
int64_t baseline_read_range(sqlite3 *db, int by_number, int64_t first, int64_t count, int64_t *checksum);

// Changes one column of every row, with the optimistic-locking counter, in one transaction.
int baseline_update_all(const char *path);

// Deletes every row by key and counter, in one transaction.
int baseline_delete_all(const char *path);

// Reads single rows by key: keys 1, 1 + stride, … , `count` of them.
int baseline_read_keys(const char *path, int64_t count, int64_t stride, int64_t *checksum);

// Runs a statement `times` times, prepared once, and reads every column of every row. Its one parameter, if it has
// one, is first, first + stride, …
int baseline_ask(const char *path, const char *text, int64_t times, int64_t first, int64_t stride, int64_t *rows,
                 int64_t *checksum);

// Inserts tasks under lists 1...lists in turn, each_list of them for each, in one transaction; the file's triggers run.
int baseline_insert_tasks(const char *path, int64_t lists, int64_t each_list);

// Bytes that malloc has given out and not got back.
int64_t baseline_heap_bytes(void);

#endif
