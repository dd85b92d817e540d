// Swift cannot call variadic C functions: the switches of sqlite3_db_config need these wrappers.
#ifndef PERDURE_CSQLITE_SHIM_H
#define PERDURE_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

static inline int perdure_sqlite3_db_config_switch(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which the importer leaves out.
static inline sqlite3_destructor_type perdure_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

#ifdef __linux__
// The system's headers declare it only for programs that ask for all of GNU.
long perdure_copy_file_range(
    int source, int64_t *from, int target, int64_t *to, size_t count, unsigned int flags) __asm__("copy_file_range");
#endif

#endif
