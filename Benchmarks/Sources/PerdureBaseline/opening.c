// SPDX-License-Identifier: Apache-2.0
// Opening a store: its schema, its metadata and its greatest keys; and a process that only reads one row.
#include "baseline.h"
#include "measuring.h"
#include <stdio.h>

static int read_table(sqlite3 *db, const char *text, struct report *report) {
    sqlite3_stmt *statement = NULL;
    int code = prepare(db, text, &statement);
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        report->checksum += read_any_row(statement);
        report->rows++;
    }
    sqlite3_finalize(statement);
    return code;
}

// FILE: opens it and reads the tables of the format, and the columns of every table.
int work_open(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    start_clock(report);
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK) code = read_table(db, "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA", report);
    if (code == SQLITE_OK) code = read_table(db, "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY", report);
    if (code == SQLITE_OK)
        code = read_table(
            db, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'", report);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}

// FILE: opens it and reads one row; the time is when the row was there, by the clock of the system.
int work_first_row(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    int code = open_file(text_argument(arguments, count, 0), &db);
    char table[64], text[128];
    table_name(text_argument(arguments, count, 1), table, sizeof table);
    snprintf(text, sizeof text, "SELECT * FROM %s LIMIT 1", table);
    if (code == SQLITE_OK) code = prepare(db, text, &statement);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        report->checksum = read_any_row(statement);
        report->rows = 1;
    }
    report->nanoseconds = measuring_nanoseconds();
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return code;
}
