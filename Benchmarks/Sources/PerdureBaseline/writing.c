// SPDX-License-Identifier: Apache-2.0
// Writes: rows inserted, changed and deleted in one transaction, and many small transactions. Next: rows.c.
#include <stdio.h>

#include "baseline.h"

#define UPDATE_ITEM "UPDATE ZITEM SET ZNUMBER = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?"
#define UPDATE_ANY "UPDATE %1$s SET %2$s = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?"
#define DELETE_ANY "DELETE FROM %1$s WHERE Z_PK = ? AND Z_OPT = ?"

static void bind_item(sqlite3_stmt *statement, int64_t i) {
    char name[32], note[64];
    int name_length = snprintf(name, sizeof name, "Item %lld", (long long)i);
    int note_length = snprintf(note, sizeof note, "A note of some length about item %lld", (long long)i);
    sqlite3_bind_int64(statement, 1, i);
    sqlite3_bind_int64(statement, 2, i % 1000);
    sqlite3_bind_int64(statement, 3, i);
    sqlite3_bind_double(statement, 4, (double)i * 0.5);
    sqlite3_bind_double(statement, 5, (double)i + 0.25);
    sqlite3_bind_text(statement, 6, name, name_length, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 7, note, note_length, SQLITE_TRANSIENT);
}

int append_items(sqlite3 *db, int64_t first, int64_t count) {
    sqlite3_stmt *statement = NULL;
    int code = execute(db, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK)
        code = prepare(db,
                       "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZSCORE, ZCREATED, ZNAME, ZNOTE) "
                       "VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?)",
                       &statement);
    for (int64_t i = first; code == SQLITE_OK && i < first + count; i++) {
        bind_item(statement, i);
        code = run(statement);
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_OK) code = set_greatest_key(db, 1, first + count - 1);
    if (code == SQLITE_OK) code = execute(db, "COMMIT");
    return code;
}

// FILE COUNT: rows 1...COUNT in one transaction.
int work_insert(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    report->rows = number_argument(arguments, count, 1);
    start_clock(report);
    code = append_items(db, 1, report->rows);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}

// Changes or deletes rows 1...count, one statement for each with the counter of optimistic locking, in one transaction.
static int write_each_row(sqlite3 *db, const char *text, int is_update, int64_t count) {
    sqlite3_stmt *statement = NULL;
    int code = execute(db, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK) code = prepare(db, text, &statement);
    for (int64_t i = 1; code == SQLITE_OK && i <= count; i++) {
        int parameter = 1;
        if (is_update) {
            sqlite3_bind_int64(statement, parameter++, i + 1);
            sqlite3_bind_int64(statement, parameter++, 2);
        }
        sqlite3_bind_int64(statement, parameter++, i);
        sqlite3_bind_int64(statement, parameter, 1);
        code = run(statement);
        if (code == SQLITE_OK && sqlite3_changes(db) != 1) code = SQLITE_MISMATCH;
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_OK) code = execute(db, "COMMIT");
    return code;
}

// The entity is Item, and the column its number, unless arguments name others.
static int write_rows(char **arguments, int count, const char *format, int is_update, struct report *report) {
    sqlite3 *db;
    char table[64], text[256];
    table_name(count > 2 ? arguments[2] : "Item", table, sizeof table);
    snprintf(text, sizeof text, format, table, count > 3 ? arguments[3] : "ZNUMBER");
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    report->rows = number_argument(arguments, count, 1);
    start_clock(report);
    code = write_each_row(db, text, is_update, report->rows);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}

// FILE COUNT [ENTITY [COLUMN]]: one column of each row.
int work_update(char **arguments, int count, struct report *report) {
    return write_rows(arguments, count, UPDATE_ANY, 1, report);
}

// FILE COUNT [ENTITY]: each row.
int work_delete(char **arguments, int count, struct report *report) {
    return write_rows(arguments, count, DELETE_ANY, 0, report);
}

// FILE TIMES: one row, changed in so many transactions.
int work_save_one(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *begin = NULL, *update = NULL, *commit = NULL;
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK) code = prepare(db, "BEGIN IMMEDIATE", &begin);
    if (code == SQLITE_OK) code = prepare(db, UPDATE_ITEM, &update);
    if (code == SQLITE_OK) code = prepare(db, "COMMIT", &commit);
    report->rows = number_argument(arguments, count, 1);
    start_clock(report);
    for (int64_t i = 1; code == SQLITE_OK && i <= report->rows; i++) {
        code = run(begin);
        sqlite3_bind_int64(update, 1, i + 1);
        sqlite3_bind_int64(update, 2, i + 1);
        sqlite3_bind_int64(update, 3, 1);
        sqlite3_bind_int64(update, 4, i);
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

// FILE COUNT: rows 1...COUNT changed through one connection and read through another.
int work_update_and_read(char **arguments, int count, struct report *report) {
    sqlite3 *writer, *reader = NULL;
    sqlite3_stmt *statement = NULL;
    int64_t rows = number_argument(arguments, count, 1);
    int code = open_file(text_argument(arguments, count, 0), &writer);
    if (code == SQLITE_OK) code = open_file(text_argument(arguments, count, 0), &reader);
    if (code == SQLITE_OK) code = prepare(reader, ITEM_COLUMNS " WHERE Z_PK <= ?", &statement);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = write_each_row(writer, UPDATE_ITEM, 1, rows);
    sqlite3_bind_int64(statement, 1, rows);
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        report->checksum += read_item(statement);
        report->rows++;
    }
    stop_clock(report);
    sqlite3_finalize(statement);
    sqlite3_close(reader);
    sqlite3_close(writer);
    return code;
}
