// SPDX-License-Identifier: Apache-2.0
// One of several processes that count in one row. Next: latency.c.
#include <stdio.h>
#include <unistd.h>

#include "baseline.h"

static uint32_t random_state;

// Waits for a lock as Perdure's busy handler does: 20 to 120 microseconds by chance, longer after some hundred tries. SQLite's
// own waiting sleeps longer each time, lets whoever has just had the lock have it again, and starves the others.
static int wait_for_lock(void *context, int tries) {
    (void)context;
    int patience = 1 + tries / 200 < 20 ? 1 + tries / 200 : 20;
    random_state = random_state * 1664525u + 1013904223u;
    usleep((20 + (random_state >> 16) % 101) * (useconds_t)patience);
    return 1;
}

// FILE COUNT: adds 1 to the first counter, each time in a transaction; begins when it may read a line.
int work_increment(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *begin = NULL, *update = NULL, *commit = NULL;
    char line[8];
    int code = open_file(text_argument(arguments, count, 0), &db);
    random_state = (uint32_t)getpid();
    if (code == SQLITE_OK) code = sqlite3_busy_handler(db, wait_for_lock, NULL);
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
