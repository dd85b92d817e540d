// SPDX-License-Identifier: Apache-2.0
// Changing the tables of a store: what a program would run by hand for the next version of a model.
#include "baseline.h"

// FILE STATEMENT...: opens the file, and runs the statements in one transaction.
int work_migrate(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    start_clock(report);
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK) code = execute(db, "BEGIN IMMEDIATE");
    for (int i = 1; code == SQLITE_OK && i < count; i++) {
        code = execute(db, text_argument(arguments, count, i));
        report->rows++;
    }
    if (code == SQLITE_OK) code = execute(db, "COMMIT");
    stop_clock(report);
    sqlite3_close(db);
    return code;
}
