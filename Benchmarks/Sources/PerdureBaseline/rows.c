// SPDX-License-Identifier: Apache-2.0
// Rows of any entity, inserted in one transaction and read: what the classes that users write are measured beside. Which columns there
// are is read before the clock starts; from then on a row is a step through an array. Next: deriving.c.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"

enum { most_columns = 40, most_kinds = 4, longest_text = 1 << 15 };

// One kind of row: an entity, and the letters of its columns' values. Several kinds share a table and take turns.
struct kind {
    sqlite3_stmt *insert;
    int count;
    char letters[most_columns];
    int lengths[most_columns];
};

struct rows {
    struct kind kinds[most_kinds];
    int kind_count;
    // A text for each column.
    char *texts;
};

// Binds a text of a format and a number.
static void bind_format(sqlite3_stmt *statement, int place, const char *format, int64_t i) {
    char text[64];
    int length = snprintf(text, sizeof text, format, (long long)i);
    sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}

// Binds a text of a number and as many letters as make it `length` bytes long; it is lent, because it stays until the next row.
static void bind_padded(sqlite3_stmt *statement, int place, char *text, int length, int64_t i) {
    int digits = snprintf(text, 32, "%lld", (long long)i);
    if (digits < length) memset(text + digits, 'x', (size_t)(length - digits));
    sqlite3_bind_text(statement, place, text, digits > length ? digits : length, SQLITE_STATIC);
}

// The letters are explained where Swift writes them (RowShape.swift).
static void bind_row(struct rows *rows, const struct kind *kind, int64_t i) {
    sqlite3_bind_int64(kind->insert, 1, i);
    for (int column = 0; column < kind->count; column++) {
        int place = column + 2;
        switch (kind->letters[column]) {
        case 'i': sqlite3_bind_int64(kind->insert, place, i); break;
        case 'm': sqlite3_bind_int64(kind->insert, place, i % 1000); break;
        case 'b': sqlite3_bind_int64(kind->insert, place, i % 2 == 0); break;
        case 'p': sqlite3_bind_int64(kind->insert, place, (i - 1) / 10 + 1); break;
        case 'd': sqlite3_bind_double(kind->insert, place, (double)i * 0.5); break;
        case 't': sqlite3_bind_double(kind->insert, place, (double)i + 0.25); break;
        case 'n': bind_format(kind->insert, place, "Item %lld", i); break;
        case 'l': bind_format(kind->insert, place, "A note of some length about item %lld", i); break;
        case 's':
            bind_padded(kind->insert, place, rows->texts + column * longest_text, kind->lengths[column], i);
            break;
        }
    }
}

// Reads `ZNAME=n ZTEXT=s100`, and writes the names behind each other.
static int read_columns(struct kind *kind, const char *columns, char *names, size_t size) {
    char name[64], letter;
    for (int used = 0; sscanf(columns, " %63[A-Z0-9_]=%c%n", name, &letter, &used) == 2; used = 0) {
        if (kind->count == most_columns) return SQLITE_RANGE;
        columns += used;
        kind->letters[kind->count] = letter;
        if (letter == 's') kind->lengths[kind->count] = (int)strtol(columns, (char **)&columns, 10);
        if (kind->lengths[kind->count] >= longest_text) return SQLITE_TOOBIG;
        kind->count++;
        strncat(names, ", ", size - strlen(names) - 1);
        strncat(names, name, size - strlen(names) - 1);
    }
    return SQLITE_OK;
}

// Looks up an entity's number.
static int entity_number(sqlite3 *db, const char *name, int *number) {
    sqlite3_stmt *statement = NULL;
    int code = prepare(db, "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", &statement);
    if (code != SQLITE_OK) return code;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    code = sqlite3_step(statement) == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
    *number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return code;
}

// Prepares the statement of one kind; its entity's number is looked up by name.
static int prepare_kind(sqlite3 *db, struct kind *kind, const char *table, const char *entity, const char *columns) {
    char names[1024] = "", text[2048];
    int number = 0, code = read_columns(kind, columns, names, sizeof names);
    if (code == SQLITE_OK) code = entity_number(db, entity, &number);
    int length = snprintf(text, sizeof text, "INSERT INTO %s (Z_PK, Z_ENT, Z_OPT%s) VALUES (?, %d, 1", table, names,
                          number);
    for (int i = 0; i < kind->count; i++) length += snprintf(text + length, sizeof text - (size_t)length, ", ?");
    snprintf(text + length, sizeof text - (size_t)length, ")");
    return code == SQLITE_OK ? prepare(db, text, &kind->insert) : code;
}

void table_name(const char *entity, char *name, size_t size) {
    size_t length = (size_t)snprintf(name, size, "Z%s", entity);
    for (size_t i = 0; i < length && i < size; i++) name[i] = (char)toupper((unsigned char)name[i]);
}

static int insert_rows(sqlite3 *db, struct rows *rows, int root, int64_t count) {
    int code = execute(db, "BEGIN IMMEDIATE");
    for (int64_t i = 1; code == SQLITE_OK && i <= count; i++) {
        const struct kind *kind = &rows->kinds[(i - 1) % rows->kind_count];
        bind_row(rows, kind, i);
        code = run(kind->insert);
    }
    if (code == SQLITE_OK) code = set_greatest_key(db, root, count);
    return code == SQLITE_OK ? execute(db, "COMMIT") : code;
}

// FILE ROOT COUNT (ENTITY COLUMNS)...: rows 1...COUNT in the table of the entity ROOT, of each kind in turn.
int work_insert_rows(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    struct rows rows = {.texts = malloc(most_columns * longest_text)};
    char table[64];
    int root = 0;
    table_name(text_argument(arguments, count, 1), table, sizeof table);
    int code = open_file(text_argument(arguments, count, 0), &db);
    if (code == SQLITE_OK) code = entity_number(db, text_argument(arguments, count, 1), &root);
    report->rows = number_argument(arguments, count, 2);
    start_clock(report);
    for (int place = 3; code == SQLITE_OK && place + 1 < count && rows.kind_count < most_kinds; place += 2)
        code = prepare_kind(db, &rows.kinds[rows.kind_count++], table, arguments[place], arguments[place + 1]);
    if (code == SQLITE_OK) code = rows.kind_count > 0 ? insert_rows(db, &rows, root, report->rows) : SQLITE_MISUSE;
    for (int i = 0; i < rows.kind_count; i++) sqlite3_finalize(rows.kinds[i].insert);
    stop_clock(report);
    free(rows.texts);
    sqlite3_close(db);
    return code;
}

// Reads every column of a row by the kind of its value, which the program knows.
static int64_t read_row(sqlite3_stmt *statement, const struct kind *kind) {
    int64_t sum = sqlite3_column_int64(statement, 0) + sqlite3_column_int64(statement, 1);
    sum += sqlite3_column_int64(statement, 2);
    for (int column = 0; column < kind->count; column++) {
        int place = column + 3;
        switch (kind->letters[column]) {
        case 'd':
        case 't': sum += (int64_t)sqlite3_column_double(statement, place); break;
        case 'n':
        case 'l':
        case 's': {
            const unsigned char *text = sqlite3_column_text(statement, place);
            int length = sqlite3_column_bytes(statement, place);
            sum += length > 0 ? text[length - 1] : 0;
            break;
        }
        default: sum += sqlite3_column_int64(statement, place);
        }
    }
    return sum;
}

// Reads the rows of one run of a statement.
static int read_found(sqlite3_stmt *statement, const struct kind *kind, struct report *report) {
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        report->checksum += read_row(statement, kind);
        report->rows++;
    }
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

// FILE ROOT COLUMNS [COUNT STRIDE]: every row of the table, or COUNT rows by the keys 1, 1 + STRIDE, …
int work_read_rows(char **arguments, int count, struct report *report) {
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    struct kind kind = {0};
    char table[64], names[1024] = "", text[2048];
    int64_t times = number_argument(arguments, count, 3), stride = number_argument(arguments, count, 4);
    table_name(text_argument(arguments, count, 1), table, sizeof table);
    int code = read_columns(&kind, text_argument(arguments, count, 2), names, sizeof names);
    snprintf(text, sizeof text, "SELECT Z_PK, Z_ENT, Z_OPT%s FROM %s%s", names, table, times > 0 ? " WHERE Z_PK = ?" : "");
    if (code == SQLITE_OK) code = open_file(text_argument(arguments, count, 0), &db);
    if (code != SQLITE_OK) return code;
    start_clock(report);
    code = prepare(db, text, &statement);
    if (code == SQLITE_OK && times == 0) code = read_found(statement, &kind, report);
    for (int64_t i = 0; code == SQLITE_OK && i < times; i++) {
        sqlite3_bind_int64(statement, 1, 1 + i * stride);
        code = read_found(statement, &kind, report);
    }
    sqlite3_finalize(statement);
    stop_clock(report);
    sqlite3_close(db);
    return code;
}
