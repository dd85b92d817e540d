// SPDX-License-Identifier: Apache-2.0
// Rows whose insertion runs the triggers of derived attributes that the file has. Next: counting.c.
#include <stdio.h>

#include "baseline.h"

// What the triggers of derived attributes report to: the cheapest that a program can do with it.
static void note_change(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    *(int64_t *)sqlite3_user_data(context) += sqlite3_value_int64(values[2]);
}

static int register_triggers(sqlite3 *db, int64_t *sum) {
    const char *const names[] = {"NSCoreDataDATriggerUpdatedAffectedObjectValue",
                                 "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"};
    int code = SQLITE_OK;
    for (int i = 0; i < 2 && code == SQLITE_OK; i++) {
        code = sqlite3_create_function(db, names[i], 5, SQLITE_UTF8 | SQLITE_INNOCUOUS, sum, note_change, NULL, NULL);
    }
    return code;
}

static int insert_tasks(sqlite3 *db, int64_t lists, int64_t count) {
    sqlite3_stmt *statement = NULL;
    char title[32];
    int code = execute(db, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK)
        code = prepare(db, "INSERT INTO ZTASK (Z_PK, Z_ENT, Z_OPT, ZLIST, ZPOINTS, ZTITLE) VALUES (?, 1, 1, ?, ?, ?)",
                       &statement);
    for (int64_t i = 0; code == SQLITE_OK && i < count; i++) {
        int length = snprintf(title, sizeof title, "Task %lld", (long long)i);
        sqlite3_bind_int64(statement, 1, i + 1);
        sqlite3_bind_int64(statement, 2, i % lists + 1);
        sqlite3_bind_int64(statement, 3, i % 10);
        sqlite3_bind_text(statement, 4, title, length, SQLITE_TRANSIENT);
        code = run(statement);
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_OK) code = set_greatest_key(db, 1, count);
    if (code == SQLITE_OK) code = execute(db, "COMMIT");
    return code;
}

// FILE LISTS EACH: tasks under the lists in turn, EACH for every list, in one transaction.
int work_insert_tasks(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    int64_t lists = number_argument(arguments, count, 1);
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK) code = register_triggers(db, &report->checksum);
    if (code != SQLITE_OK) return code;
    report->rows = lists * number_argument(arguments, count, 2);
    start_clock(report);
    code = insert_tasks(db, lists, report->rows);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}
