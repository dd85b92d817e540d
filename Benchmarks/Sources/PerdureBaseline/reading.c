// SPDX-License-Identifier: Apache-2.0
// Reads: all rows, single rows by key, and the rows of any statement. Next: writing.c.
#include "baseline.h"

// FILE: every column of every row of ZITEM.
int work_read_all(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = prepare(db, ITEM_COLUMNS, &statement);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        report->checksum += read_item(statement);
        report->rows++;
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    stop_clock(report);
    sqlite3_close(db);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

// FILE COUNT STRIDE: single rows by key, those of the keys 1, 1 + STRIDE, …
int work_read_keys(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    int64_t times = number_argument(arguments, count, 1), stride = number_argument(arguments, count, 2);
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = prepare(db, ITEM_COLUMNS " WHERE Z_PK = ?", &statement);
    for (int64_t i = 0; code == SQLITE_OK && i < times; i++) {
        sqlite3_bind_int64(statement, 1, 1 + i * stride);
        code = sqlite3_step(statement) == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
        if (code == SQLITE_OK) report->checksum += read_item(statement);
        report->rows++;
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}

// FILE TEXT TIMES FIRST STRIDE: a statement, prepared once and run some times; every column of every row is read. Its one
// parameter, if it has one, is FIRST, FIRST + STRIDE, …
int work_ask(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    int64_t times = number_argument(arguments, count, 2), stride = number_argument(arguments, count, 4);
    int64_t value = number_argument(arguments, count, 3);
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = prepare(db, text_argument(arguments, count, 1), &statement);
    for (int64_t i = 0; code == SQLITE_OK && i < times; i++, value += stride) {
        if (sqlite3_bind_parameter_count(statement) > 0) sqlite3_bind_int64(statement, 1, value);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            report->checksum += read_any_row(statement);
            report->rows++;
        }
        if (code == SQLITE_DONE) code = SQLITE_OK;
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}
