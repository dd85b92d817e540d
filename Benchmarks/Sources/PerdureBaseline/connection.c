// SPDX-License-Identifier: Apache-2.0
// Opening files and running statements. Next: reading.c.
#include <stdio.h>

#include "baseline.h"

const char *synchronous = "FULL";

int open_file(const char *path, sqlite3 **db) {
    char text[64];
    int code = sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    snprintf(text, sizeof text, "PRAGMA synchronous=%s", synchronous);
    if (code == SQLITE_OK) code = execute(*db, text);
    if (code == SQLITE_OK) code = execute(*db, "SELECT 1 FROM sqlite_master LIMIT 1");
    return code;
}

int prepare(sqlite3 *db, const char *text, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int execute(sqlite3 *db, const char *text) { return sqlite3_exec(db, text, NULL, NULL, NULL); }

int set_greatest_key(sqlite3 *db, int entity, int64_t key) {
    char text[96];
    snprintf(text, sizeof text, "UPDATE Z_PRIMARYKEY SET Z_MAX = %lld WHERE Z_ENT = %d", (long long)key, entity);
    return execute(db, text);
}

int64_t read_item(sqlite3_stmt *statement) {
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

int64_t read_any_row(sqlite3_stmt *statement) {
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
