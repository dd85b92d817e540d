// SPDX-License-Identifier: Apache-2.0
// A walk through a graph in the file: from each stop to its keeper, its line and its town, and to its visits. Once with
// a statement for each step, as objects are followed one by one; once with a join, as one who knows beforehand what will
// be needed writes it. structs.c does it in memory.
#include <stdlib.h>

#include "baseline.h"

enum { to_ones = 3 };

#define STOPS "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME, ZKEEPER, ZLINE, ZTOWN FROM ZSTOP"

static const char *const by_key[to_ones + 1] = {
    "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME FROM ZKEEPER WHERE Z_PK = ?",
    "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME FROM ZLINE WHERE Z_PK = ?",
    "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME FROM ZTOWN WHERE Z_PK = ?",
    "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZSTOP FROM ZVISIT WHERE ZSTOP = ?",
};

// The keys of a stop's keeper, line and town, and its own.
struct keys {
    int64_t keys[to_ones + 1];
};

static struct keys keys_of(sqlite3_stmt *stop) {
    struct keys found;
    for (int i = 0; i < to_ones; i++) found.keys[i] = sqlite3_column_int64(stop, 5 + i);
    found.keys[to_ones] = sqlite3_column_int64(stop, 0);
    return found;
}

// Reads what a stop leads to.
static int follow(struct keys stop, sqlite3_stmt *steps[to_ones + 1], struct report *report) {
    int code = SQLITE_OK;
    for (int i = 0; i < to_ones && code == SQLITE_OK; i++) {
        sqlite3_bind_int64(steps[i], 1, stop.keys[i]);
        code = sqlite3_step(steps[i]) == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
        report->checksum += sqlite3_column_int64(steps[i], 3);
        sqlite3_reset(steps[i]);
    }
    sqlite3_bind_int64(steps[to_ones], 1, stop.keys[to_ones]);
    while (code == SQLITE_OK && sqlite3_step(steps[to_ones]) == SQLITE_ROW) {
        report->checksum += sqlite3_column_int64(steps[to_ones], 3);
        report->rows++;
    }
    sqlite3_reset(steps[to_ones]);
    return code;
}

// FILE: a statement for each step; rows are visits.
int work_walk_by_key(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *stops = NULL, *steps[to_ones + 1] = {NULL};
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = prepare(db, STOPS, &stops);
    for (int i = 0; i <= to_ones && code == SQLITE_OK; i++) code = prepare(db, by_key[i], &steps[i]);
    while (code == SQLITE_OK && sqlite3_step(stops) == SQLITE_ROW) code = follow(keys_of(stops), steps, report);
    for (int i = 0; i <= to_ones; i++) sqlite3_finalize(steps[i]);
    sqlite3_finalize(stops);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}

// FILE ROWS: as many stops, read first; then each statement is a transaction of its own, because it must see what others have
// committed. That is what firing a fault has to do, and so the floor of walking a graph by faults.
int work_walk_alone(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *stops = NULL, *steps[to_ones + 1] = {NULL};
    int64_t rows = number_argument(arguments, count, 1), found = 0;
    struct keys *all = calloc(rows > 0 ? rows : 1, sizeof *all);
    int code = all ? open_file(text_argument(arguments, count, 0), &db) : SQLITE_NOMEM;
    if (code != SQLITE_OK) {
        free(all);
        return code;
    }
    start_clock(report);
    code = prepare(db, STOPS, &stops);
    for (int i = 0; i <= to_ones && code == SQLITE_OK; i++) code = prepare(db, by_key[i], &steps[i]);
    while (code == SQLITE_OK && found < rows && sqlite3_step(stops) == SQLITE_ROW) all[found++] = keys_of(stops);
    sqlite3_finalize(stops);
    for (int64_t i = 0; i < found && code == SQLITE_OK; i++) code = follow(all[i], steps, report);
    for (int i = 0; i <= to_ones; i++) sqlite3_finalize(steps[i]);
    stop_clock(report);
    sqlite3_close(db);
    free(all);
    return code;
}

// FILE: two statements, both in the order of the stops.
int work_walk_by_joins(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *stops = NULL, *visits = NULL;
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = prepare(db,
                   "SELECT s.Z_PK, s.ZNUMBER, s.ZNAME, k.ZNUMBER, k.ZNAME, l.ZNUMBER, l.ZNAME, t.ZNUMBER, t.ZNAME "
                   "FROM ZSTOP s JOIN ZKEEPER k ON k.Z_PK = s.ZKEEPER JOIN ZLINE l ON l.Z_PK = s.ZLINE "
                   "JOIN ZTOWN t ON t.Z_PK = s.ZTOWN ORDER BY s.Z_PK",
                   &stops);
    if (code == SQLITE_OK) code = prepare(db, "SELECT ZSTOP, ZNUMBER FROM ZVISIT ORDER BY ZSTOP", &visits);
    int is_visit = code == SQLITE_OK && sqlite3_step(visits) == SQLITE_ROW;
    while (code == SQLITE_OK && sqlite3_step(stops) == SQLITE_ROW) {
        for (int column = 3; column <= 7; column += 2) report->checksum += sqlite3_column_int64(stops, column);
        for (int column = 2; column <= 8; column += 2) (void)sqlite3_column_text(stops, column);
        int64_t stop = sqlite3_column_int64(stops, 0);
        while (is_visit && sqlite3_column_int64(visits, 0) == stop) {
            report->checksum += sqlite3_column_int64(visits, 1);
            report->rows++;
            is_visit = sqlite3_step(visits) == SQLITE_ROW;
        }
    }
    sqlite3_finalize(stops);
    sqlite3_finalize(visits);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}
