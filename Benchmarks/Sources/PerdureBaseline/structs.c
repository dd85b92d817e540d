// SPDX-License-Identifier: Apache-2.0
// The walk of graph.c through plain structs with pointers, once everything is in memory: what a program in C would build
// if it went through the same graph again and again. Loading is not measured.
#include <stdlib.h>

#include "baseline.h"

struct place {
    int64_t number;
};

struct visit {
    int64_t number;
    const struct visit *next;
};

struct stop {
    int64_t number;
    const struct place *to_ones[3];
    const struct visit *visits;
};

// Rows of a table, found by their key.
struct table {
    void *rows;
    int64_t last;
};

static int load_table(sqlite3 *db, const char *last_key, size_t size, struct table *table) {
    sqlite3_stmt *statement = NULL;
    int code = prepare(db, last_key, &statement);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) table->last = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    table->rows = calloc((size_t)table->last + 1, size);
    return code == SQLITE_OK && !table->rows ? SQLITE_NOMEM : code;
}

static int load_places(sqlite3 *db, const char *last_key, const char *text, struct table *table) {
    sqlite3_stmt *statement = NULL;
    int code = load_table(db, last_key, sizeof(struct place), table);
    if (code == SQLITE_OK) code = prepare(db, text, &statement);
    struct place *places = table->rows;
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        places[sqlite3_column_int64(statement, 0)].number = sqlite3_column_int64(statement, 1);
    sqlite3_finalize(statement);
    return code;
}

static int load_stops(sqlite3 *db, const struct table places[3], struct table *table) {
    sqlite3_stmt *statement = NULL;
    int code = load_table(db, "SELECT MAX(Z_PK) FROM ZSTOP", sizeof(struct stop), table);
    if (code == SQLITE_OK) code = prepare(db, "SELECT Z_PK, ZNUMBER, ZKEEPER, ZLINE, ZTOWN FROM ZSTOP", &statement);
    struct stop *stops = table->rows;
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        struct stop *stop = &stops[sqlite3_column_int64(statement, 0)];
        stop->number = sqlite3_column_int64(statement, 1);
        for (int i = 0; i < 3; i++)
            stop->to_ones[i] = (struct place *)places[i].rows + sqlite3_column_int64(statement, 2 + i);
    }
    sqlite3_finalize(statement);
    return code;
}

static int load_visits(sqlite3 *db, struct stop *stops, struct table *table) {
    sqlite3_stmt *statement = NULL;
    int code = load_table(db, "SELECT MAX(Z_PK) FROM ZVISIT", sizeof(struct visit), table);
    if (code == SQLITE_OK) code = prepare(db, "SELECT Z_PK, ZNUMBER, ZSTOP FROM ZVISIT", &statement);
    struct visit *visits = table->rows;
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        struct visit *visit = &visits[sqlite3_column_int64(statement, 0)];
        struct stop *stop = &stops[sqlite3_column_int64(statement, 2)];
        visit->number = sqlite3_column_int64(statement, 1);
        visit->next = stop->visits;
        stop->visits = visit;
    }
    sqlite3_finalize(statement);
    return code;
}

static void walk(const struct table *stops, struct report *report) {
    for (const struct stop *stop = stops->rows, *end = stop + stops->last + 1; stop < end; stop++) {
        for (int i = 0; i < 3 && stop->to_ones[i]; i++) report->checksum += stop->to_ones[i]->number;
        for (const struct visit *visit = stop->visits; visit; visit = visit->next) {
            report->checksum += visit->number;
            report->rows++;
        }
    }
}

// FILE: rows are visits.
int work_walk_structs(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    struct table places[3] = {{0}}, stops = {0}, visits = {0};
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK)
        code = load_places(db, "SELECT MAX(Z_PK) FROM ZKEEPER", "SELECT Z_PK, ZNUMBER FROM ZKEEPER", &places[0]);
    if (code == SQLITE_OK)
        code = load_places(db, "SELECT MAX(Z_PK) FROM ZLINE", "SELECT Z_PK, ZNUMBER FROM ZLINE", &places[1]);
    if (code == SQLITE_OK)
        code = load_places(db, "SELECT MAX(Z_PK) FROM ZTOWN", "SELECT Z_PK, ZNUMBER FROM ZTOWN", &places[2]);
    if (code == SQLITE_OK) code = load_stops(db, places, &stops);
    if (code == SQLITE_OK) code = load_visits(db, stops.rows, &visits);
    start_clock(report);
    if (code == SQLITE_OK) walk(&stops, report);
    stop_clock(report);
    for (int i = 0; i < 3; i++) free(places[i].rows);
    free(stops.rows);
    free(visits.rows);
    sqlite3_close(db);
    return code;
}
