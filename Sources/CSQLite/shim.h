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

// What every connection of a database in WAL mode shares: the twelve words of the WAL index's header, and how many frames are
// in the file.
struct perdure_sqlite3_wal_state {
    uint32_t header[6];
    uint32_t others[6];
    uint32_t moved;
};

// Reads it without a lock and without a call of the system; returns 0 where there is none. Only for a connection that has read
// the database in WAL mode: SQLite would make the memory for another one. Bytes of two states may be mixed; the numbers of a
// commit, its salts and checksums are among them, so that equal bytes mean that nobody has committed.
static inline int perdure_sqlite3_read_wal_state(sqlite3 *db, struct perdure_sqlite3_wal_state *state) {
    sqlite3_file *file = NULL;
    volatile void *memory = NULL;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods)
        return 0;
    if (file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &memory) != SQLITE_OK || !memory) return 0;
    volatile uint32_t *words = (volatile uint32_t *)memory;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    for (int i = 0; i < 6; i++) state->header[i] = __atomic_load_n(&words[i], __ATOMIC_RELAXED);
    for (int i = 0; i < 6; i++) state->others[i] = __atomic_load_n(&words[6 + i], __ATOMIC_RELAXED);
    // Two copies of the header come first.
    state->moved = __atomic_load_n(&words[24], __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return 1;
}

#ifdef __linux__
// The system's headers declare it only for programs that ask for all of GNU.
long perdure_copy_file_range(
    int source, int64_t *from, int target, int64_t *to, size_t count, unsigned int flags) __asm__("copy_file_range");
#endif

#endif
