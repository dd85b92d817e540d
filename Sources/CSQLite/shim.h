// Swift cannot call variadic C functions: the switches of sqlite3_db_config need these wrappers.
#ifndef PERDURE_CSQLITE_SHIM_H
#define PERDURE_CSQLITE_SHIM_H

#include <sqlite3.h>

static inline int perdure_sqlite3_db_config_switch(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which the importer leaves out.
static inline sqlite3_destructor_type perdure_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
