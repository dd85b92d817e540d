// SPDX-License-Identifier: Apache-2.0
// A reader beside a writer: how long single reads take alone, and while another connection saves rows in one transaction
// on a thread of its own. Next: graph.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "baseline.h"
#include "measuring.h"

enum { most_rounds = 100000 };

struct writer {
    const char *path;
    int64_t first, count;
    int code;
    atomic_int is_done;
};

struct reader {
    sqlite3 *db;
    // Rows whose ZNUMBER is in a range (there is no index on it), and one row by its key.
    sqlite3_stmt *range, *row;
    int64_t rows, found, checksum;
};

static void *write_rows(void *context) {
    struct writer *writer = context;
    sqlite3 *db;
    writer->code = open_file(writer->path, &db);
    if (writer->code == SQLITE_OK) writer->code = append_items(db, writer->first, writer->count);
    sqlite3_close(db);
    atomic_store(&writer->is_done, 1);
    return NULL;
}

static int read_range(struct reader *reader) {
    int64_t first = 1 + random() % (reader->rows - reader->found), found = 0;
    sqlite3_bind_int64(reader->range, 1, first);
    sqlite3_bind_int64(reader->range, 2, first + reader->found);
    while (sqlite3_step(reader->range) == SQLITE_ROW) {
        reader->checksum += read_item(reader->range);
        found++;
    }
    sqlite3_reset(reader->range);
    return found == reader->found ? SQLITE_OK : SQLITE_NOTFOUND;
}

static int read_row(struct reader *reader) {
    sqlite3_bind_int64(reader->row, 1, 1 + random() % reader->rows);
    int code = sqlite3_step(reader->row) == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
    if (code == SQLITE_OK) reader->checksum += read_item(reader->row);
    sqlite3_reset(reader->row);
    return code;
}

// Notes one duration of each kind.
static int read_round(struct reader *reader, int64_t *lists[2], int64_t place) {
    int64_t start = measuring_nanoseconds();
    int code = read_range(reader);
    int64_t middle = measuring_nanoseconds();
    if (code == SQLITE_OK) code = read_row(reader);
    lists[0][place] = middle - start;
    lists[1][place] = measuring_nanoseconds() - middle;
    return code;
}

static int compare(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static int measure_reads(struct reader *reader, struct writer *writer, int64_t rounds, struct report *report) {
    pthread_t thread;
    int code = SQLITE_OK;
    for (int i = 0; i < 2; i++) {
        report->quiet[i] = calloc(most_rounds, sizeof(int64_t));
        report->busy[i] = calloc(most_rounds, sizeof(int64_t));
        if (!report->quiet[i] || !report->busy[i]) return SQLITE_NOMEM;
    }
    while (code == SQLITE_OK && report->quiet_count < rounds)
        code = read_round(reader, report->quiet, report->quiet_count++);
    if (pthread_create(&thread, NULL, write_rows, writer) != 0) return SQLITE_NOMEM;
    while (code == SQLITE_OK && !atomic_load(&writer->is_done) && report->busy_count < most_rounds)
        code = read_round(reader, report->busy, report->busy_count++);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        qsort(report->quiet[i], (size_t)report->quiet_count, sizeof(int64_t), compare);
        qsort(report->busy[i], (size_t)report->busy_count, sizeof(int64_t), compare);
    }
    return code == SQLITE_OK ? writer->code : code;
}

// FILE ROWS WRITTEN FOUND ROUNDS: the file has ROWS rows; a save adds WRITTEN; a range has FOUND.
int work_read_beside_writer(char **arguments, int count, struct report *report) {
    const char *path = text_argument(arguments, count, 0);
    struct reader reader = {.rows = number_argument(arguments, count, 1), .found = number_argument(arguments, count, 3)};
    struct writer writer = {.path = path, .first = reader.rows + 1, .count = number_argument(arguments, count, 2)};
    int64_t rounds = number_argument(arguments, count, 4);
    int code = open_file(path, &reader.db);
    if (code == SQLITE_OK) code = prepare(reader.db, ITEM_COLUMNS " WHERE ZNUMBER >= ? AND ZNUMBER < ?", &reader.range);
    if (code == SQLITE_OK) code = prepare(reader.db, ITEM_COLUMNS " WHERE Z_PK = ?", &reader.row);
    if (code != SQLITE_OK || reader.rows <= reader.found) return code == SQLITE_OK ? SQLITE_RANGE : code;
    start_clock(report);
    code = measure_reads(&reader, &writer, rounds < most_rounds ? rounds : most_rounds, report);
    stop_clock(report);
    report->checksum = reader.checksum;
    sqlite3_finalize(reader.range);
    sqlite3_finalize(reader.row);
    sqlite3_close(reader.db);
    return code;
}
