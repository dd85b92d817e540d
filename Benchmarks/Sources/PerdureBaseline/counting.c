// SPDX-License-Identifier: Apache-2.0
// One of several processes that count in one row. Next: latency.c.
#include <stdio.h>

#include "baseline.h"

// FILE COUNT: adds 1 to the first counter, each time in a transaction; begins when it may read a line.
int work_increment(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *begin = NULL, *update = NULL, *commit = NULL;
    char line[8];
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(db, 60000);
    if (code == SQLITE_OK) code = prepare(db, "BEGIN IMMEDIATE", &begin);
    if (code == SQLITE_OK) code = prepare(db, "UPDATE ZCOUNTER SET ZN = ZN + 1 WHERE Z_PK = 1", &update);
    if (code == SQLITE_OK) code = prepare(db, "COMMIT", &commit);
    puts("ready");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) return SQLITE_ABORT;
    start_clock(report);
    for (report->rows = 0; code == SQLITE_OK && report->rows < number_argument(arguments, count, 1); report->rows++) {
        code = run(begin);
        if (code == SQLITE_OK) code = run(update);
        if (code == SQLITE_OK && sqlite3_changes(db) != 1) code = SQLITE_MISMATCH;
        if (code == SQLITE_OK) code = run(commit);
    }
    stop_clock(report);
    sqlite3_finalize(begin);
    sqlite3_finalize(update);
    sqlite3_finalize(commit);
    sqlite3_close(db);
    return code;
}
