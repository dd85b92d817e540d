// SPDX-License-Identifier: Apache-2.0
// The work of the benchmarks as raw SQLite calls, on files that Perdure created: what all parts of the program share.
// Statements are prepared once and values bound, as a careful C program does it. main.c has the list of the work.
#ifndef PERDURE_BASELINE_H
#define PERDURE_BASELINE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// What the program prints about its work.
struct report {
    int64_t nanoseconds;
    // How long the process ran on a processor meanwhile.
    int64_t processor_nanoseconds;
    int64_t rows;
    // Keeps the compiler from leaving the reads out.
    int64_t checksum;
    // By how much the resident memory grew at most.
    int64_t peak_bytes;
    // Of a program that reads beside a writer: durations of single reads, in nanoseconds, sorted.
    int64_t *quiet[2], *busy[2];
    int64_t quiet_count, busy_count;
};

// A piece of work; arguments are what follows its name: a path, then numbers or texts. Returns an SQLite code.
typedef int (*work_function)(char **arguments, int count, struct report *report);

// Arguments by place; a missing one is 0 or "".
int64_t number_argument(char **arguments, int count, int place);
const char *text_argument(char **arguments, int count, int place);

// What is measured lies between these two. Opening and closing a file stand outside, in C as in Perdure.
void start_clock(struct report *report);
void stop_clock(struct report *report);

// What connections are told of `synchronous`.
extern const char *synchronous;

// Opens a file, and reads its schema, which SQLite otherwise does with the first statement.
int open_file(const char *path, sqlite3 **db);

// Prepares a statement.
int prepare(sqlite3 *db, const char *text, sqlite3_stmt **statement);

// Runs a statement that gives no rows, and resets it.
int run(sqlite3_stmt *statement);

int execute(sqlite3 *db, const char *text);

// Sets the greatest key of an entity, as Core Data's files keep it.
int set_greatest_key(sqlite3 *db, int entity, int64_t key);

// The table of an entity.
void table_name(const char *entity, char *name, size_t size);

// Reads every column of the row of ZITEM that a statement stands at; it has selected ITEM_COLUMNS.
int64_t read_item(sqlite3_stmt *statement);

// Reads every column of any row.
int64_t read_any_row(sqlite3_stmt *statement);

// Inserts rows into ZITEM from `first` on, in one transaction.
int append_items(sqlite3 *db, int64_t first, int64_t count);

#define ITEM_COLUMNS "SELECT Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZSCORE, ZCREATED, ZNAME, ZNOTE FROM ZITEM"

// reading.c
int work_read_all(char **arguments, int count, struct report *report);
int work_read_keys(char **arguments, int count, struct report *report);
int work_ask(char **arguments, int count, struct report *report);
// writing.c
int work_insert(char **arguments, int count, struct report *report);
int work_update(char **arguments, int count, struct report *report);
int work_delete(char **arguments, int count, struct report *report);
int work_save_one(char **arguments, int count, struct report *report);
int work_update_and_read(char **arguments, int count, struct report *report);
// rows.c
int work_insert_rows(char **arguments, int count, struct report *report);
int work_read_rows(char **arguments, int count, struct report *report);
// deriving.c
int work_insert_tasks(char **arguments, int count, struct report *report);
// counting.c
int work_increment(char **arguments, int count, struct report *report);
// latency.c
int work_read_beside_writer(char **arguments, int count, struct report *report);
// graph.c, structs.c
int work_walk_by_key(char **arguments, int count, struct report *report);
int work_walk_alone(char **arguments, int count, struct report *report);
int work_walk_by_joins(char **arguments, int count, struct report *report);
int work_walk_structs(char **arguments, int count, struct report *report);
// opening.c
int work_open(char **arguments, int count, struct report *report);
int work_first_row(char **arguments, int count, struct report *report);
// migrating.c
int work_migrate(char **arguments, int count, struct report *report);

#endif
