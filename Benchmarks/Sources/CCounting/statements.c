// SPDX-License-Identifier: Apache-2.0
// The functions of SQLite that prepare and run statements. They count and call SQLite's own, which the dynamic linker
// finds behind the program's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"

// sqlite3_exec prepares and steps; whether it does so through these functions depends on how SQLite was linked.
static _Thread_local int exec_depth;

// The next definition of a function after the program's.
static void *real(void **known, const char *name) {
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (!found) {
        found = dlsym(RTLD_NEXT, name);
        if (!found) abort();
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}

static void count(int64_t *counter) {
    if (exec_depth == 0) counting_add(counter, 1);
}

// Whether a snapshot is kept between reads depends on time: its three texts are not counted. They are those of
// KeptSnapshot.swift, and no other statement has them.
static int is_snapshot(const char *text) {
    if (!text) return 0;
    return !strcmp(text, "BEGIN DEFERRED") || !strcmp(text, "END") || !strcmp(text, "PRAGMA main.journal_mode");
}

int sqlite3_prepare_v2(sqlite3 *db, const char *text, int length, sqlite3_stmt **statement, const char **tail) {
    static void *known;
    int (*next)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **) = real(&known, "sqlite3_prepare_v2");
    count(&counting_counts.prepared);
    return next(db, text, length, statement, tail);
}

int sqlite3_prepare_v3(sqlite3 *db, const char *text, int length, unsigned flags, sqlite3_stmt **statement,
                       const char **tail) {
    static void *known;
    int (*next)(sqlite3 *, const char *, int, unsigned, sqlite3_stmt **, const char **) =
        real(&known, "sqlite3_prepare_v3");
    if (!is_snapshot(text)) count(&counting_counts.prepared);
    return next(db, text, length, flags, statement, tail);
}

int sqlite3_step(sqlite3_stmt *statement) {
    static void *known;
    int (*next)(sqlite3_stmt *) = real(&known, "sqlite3_step");
    if (!is_snapshot(sqlite3_sql(statement))) count(&counting_counts.stepped);
    int code = next(statement);
    if (code == SQLITE_ROW) count(&counting_counts.rows);
    return code;
}

int sqlite3_exec(sqlite3 *db, const char *text, int (*callback)(void *, int, char **, char **), void *context,
                 char **message) {
    static void *known;
    int (*next)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **) =
        real(&known, "sqlite3_exec");
    count(&counting_counts.executed);
    exec_depth++;
    int code = next(db, text, callback, context, message);
    exec_depth--;
    return code;
}
