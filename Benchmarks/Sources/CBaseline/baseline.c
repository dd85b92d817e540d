// See include/baseline.h. Statements are prepared once and values bound, as a careful C program does it.
#include "baseline.h"

#include <malloc.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static int open_file(const char *path, sqlite3 **db) {
    int code = sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(*db, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
    return code;
}

static int64_t read_row(sqlite3_stmt *statement) {
    int64_t sum = sqlite3_column_int64(statement, 0) + sqlite3_column_int64(statement, 1);
    sum += sqlite3_column_int64(statement, 2) + sqlite3_column_int64(statement, 3);
    sum += sqlite3_column_int64(statement, 4) + (int64_t)sqlite3_column_double(statement, 5);
    sum += (int64_t)sqlite3_column_double(statement, 6);
    for (int column = 7; column <= 8; column++) {
        const unsigned char *text = sqlite3_column_text(statement, column);
        int length = sqlite3_column_bytes(statement, column);
        sum += length > 0 ? text[length - 1] : 0;
    }
    return sum;
}

static const char *const columns =
    "SELECT Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZSCORE, ZCREATED, ZNAME, ZNOTE FROM ZITEM";

int baseline_read_all(const char *path, int64_t *rows, int64_t *checksum) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    int code = open_file(path, &db);
    if (code != SQLITE_OK) return code;
    code = sqlite3_prepare_v2(db, columns, -1, &statement, NULL);
    *rows = 0;
    *checksum = 0;
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        *checksum += read_row(statement);
        *rows += 1;
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return code;
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_open(const char *path, sqlite3 **db) { return open_file(path, db); }

void baseline_close(sqlite3 *db) { sqlite3_close(db); }

int64_t baseline_read_range(sqlite3 *db, int by_number, int64_t first, int64_t count, int64_t *checksum) {
    sqlite3_stmt *statement;
    char text[256];
    const char *column = by_number ? "ZNUMBER" : "Z_PK";
    snprintf(text, sizeof text, "%s WHERE %s >= ? AND %s < ?", columns, column, column);
    if (sqlite3_prepare_v2(db, text, -1, &statement, NULL) != SQLITE_OK) return -1;
    sqlite3_bind_int64(statement, 1, first);
    sqlite3_bind_int64(statement, 2, first + count);
    int64_t found = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        *checksum += read_row(statement);
        found++;
    }
    sqlite3_finalize(statement);
    return found;
}

int baseline_insert(const char *path, int64_t count) { return baseline_append(path, 1, count); }

int baseline_append(const char *path, int64_t first, int64_t count) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    int code = open_file(path, &db);
    if (code != SQLITE_OK) return code;
    sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    code = sqlite3_prepare_v2(
        db,
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZSCORE, ZCREATED, ZNAME, ZNOTE) "
        "VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?)",
        -1, &statement, NULL);
    char name[32], note[64];
    for (int64_t i = first; code == SQLITE_OK && i < first + count; i++) {
        int name_length = snprintf(name, sizeof name, "Item %lld", (long long)i);
        int note_length = snprintf(note, sizeof note, "A note of some length about item %lld", (long long)i);
        sqlite3_bind_int64(statement, 1, i);
        sqlite3_bind_int64(statement, 2, i % 1000);
        sqlite3_bind_int64(statement, 3, i);
        sqlite3_bind_double(statement, 4, (double)i * 0.5);
        sqlite3_bind_double(statement, 5, (double)i + 0.25);
        sqlite3_bind_text(statement, 6, name, name_length, SQLITE_TRANSIENT);
        sqlite3_bind_text(statement, 7, note, note_length, SQLITE_TRANSIENT);
        code = run(statement);
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_OK) {
        char text[96];
        snprintf(text, sizeof text, "UPDATE Z_PRIMARYKEY SET Z_MAX = %lld WHERE Z_ENT = 1", (long long)(first + count - 1));
        code = sqlite3_exec(db, text, NULL, NULL, NULL);
    }
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    return code;
}

// Runs `text`, which takes a key and a counter as its last two parameters, for every row.
static int for_each_row(const char *path, const char *text, int first_is_value) {
    sqlite3 *db;
    sqlite3_stmt *keys, *statement;
    int code = open_file(path, &db);
    if (code != SQLITE_OK) return code;
    sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    code = sqlite3_prepare_v2(db, "SELECT MAX(Z_PK) FROM ZITEM", -1, &keys, NULL);
    int64_t last = code == SQLITE_OK && sqlite3_step(keys) == SQLITE_ROW ? sqlite3_column_int64(keys, 0) : 0;
    sqlite3_finalize(keys);
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    for (int64_t i = 1; code == SQLITE_OK && i <= last; i++) {
        int parameter = 1;
        if (first_is_value) {
            sqlite3_bind_int64(statement, parameter++, i + 1);
            sqlite3_bind_int64(statement, parameter++, 2);
        }
        sqlite3_bind_int64(statement, parameter++, i);
        sqlite3_bind_int64(statement, parameter, 1);
        code = run(statement);
        if (code == SQLITE_OK && sqlite3_changes(db) != 1) code = SQLITE_MISMATCH;
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    return code;
}

int baseline_update_all(const char *path) {
    return for_each_row(path, "UPDATE ZITEM SET ZNUMBER = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?", 1);
}

int baseline_delete_all(const char *path) {
    return for_each_row(path, "DELETE FROM ZITEM WHERE Z_PK = ? AND Z_OPT = ?", 0);
}

int baseline_read_keys(const char *path, int64_t count, int64_t stride, int64_t *checksum) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    int code = open_file(path, &db);
    if (code != SQLITE_OK) return code;
    char text[256];
    snprintf(text, sizeof text, "%s WHERE Z_PK = ?", columns);
    code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    *checksum = 0;
    for (int64_t i = 0; code == SQLITE_OK && i < count; i++) {
        sqlite3_bind_int64(statement, 1, 1 + i * stride);
        code = sqlite3_step(statement) == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
        if (code == SQLITE_OK) *checksum += read_row(statement);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return code;
}

static int64_t read_any_row(sqlite3_stmt *statement) {
    int64_t sum = 0;
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
        switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, column); break;
        case SQLITE_FLOAT: sum += (int64_t)sqlite3_column_double(statement, column); break;
        case SQLITE_TEXT: sum += sqlite3_column_text(statement, column)[0]; break;
        }
    }
    return sum;
}

int baseline_ask(const char *path, const char *text, int64_t times, int64_t first, int64_t stride, int64_t *rows,
                 int64_t *checksum) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    int code = open_file(path, &db);
    if (code != SQLITE_OK) return code;
    code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    for (int64_t i = 0; code == SQLITE_OK && i < times; i++) {
        if (sqlite3_bind_parameter_count(statement) > 0) sqlite3_bind_int64(statement, 1, first + i * stride);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            *checksum += read_any_row(statement);
            *rows += 1;
        }
        if (code == SQLITE_DONE) code = SQLITE_OK;
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return code;
}

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

int baseline_insert_tasks(const char *path, int64_t lists, int64_t each_list) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    int64_t sum = 0;
    char title[32], text[96];
    int code = open_file(path, &db);
    if (code == SQLITE_OK) code = register_triggers(db, &sum);
    if (code != SQLITE_OK) return code;
    sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    code = sqlite3_prepare_v2(
        db, "INSERT INTO ZTASK (Z_PK, Z_ENT, Z_OPT, ZLIST, ZPOINTS, ZTITLE) VALUES (?, 1, 1, ?, ?, ?)", -1, &statement,
        NULL);
    for (int64_t i = 0; code == SQLITE_OK && i < lists * each_list; i++) {
        int length = snprintf(title, sizeof title, "Task %lld", (long long)i);
        sqlite3_bind_int64(statement, 1, i + 1);
        sqlite3_bind_int64(statement, 2, i % lists + 1);
        sqlite3_bind_int64(statement, 3, i % 10);
        sqlite3_bind_text(statement, 4, title, length, SQLITE_TRANSIENT);
        code = run(statement);
    }
    sqlite3_finalize(statement);
    snprintf(text, sizeof text, "UPDATE Z_PRIMARYKEY SET Z_MAX = %lld WHERE Z_ENT = 1", (long long)(lists * each_list));
    if (code == SQLITE_OK) code = sqlite3_exec(db, text, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    return code;
}

int64_t baseline_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)info.uordblks + (int64_t)info.hblkhd;
}
