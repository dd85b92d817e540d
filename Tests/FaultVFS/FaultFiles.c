// SPDX-License-Identifier: Apache-2.0
// Calls to the system that are not SQLite's: those of the library that make, write, move and remove files. A program that
// links this calls these functions in the place of the C library's.
#define _GNU_SOURCE
#include "FaultPlan.h"
#include "FaultVFS.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether a call on a path shall fail; errno is set then.
static int fails(const char *path) {
    int code = perdure_fault_step(path, PERDURE_CALL_FILE, SQLITE_IOERR);
    if (code) errno = code == SQLITE_FULL ? ENOSPC : EIO;
    return code;
}

// The same for a name in an open folder, or for an open file where there is no name.
static int fails_at(int folder, const char *name) {
    char link[64], path[PATH_MAX * 2] = "";
    if (!perdure_fault_counts(PERDURE_CALL_FILE)) return 0;
    if (name && name[0] == '/') return fails(name);
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, path, PATH_MAX);
    if (length <= 0) return 0;
    snprintf(path + length, sizeof path - length, "/%s", name ? name : "");
    return fails(path);
}

// The C library's function of the same name. Threads that look it up at once find the same.
#define REAL(name, ...) \
    static void *_Atomic found; \
    void *real = atomic_load(&found); \
    if (!real) atomic_store(&found, real = dlsym(RTLD_NEXT, #name)); \
    return ((__typeof__(name) *)real)(__VA_ARGS__)

int rename(const char *from, const char *to) {
    if (fails(to)) return -1;
    REAL(rename, from, to);
}

int renameat(int folder, const char *from, int other, const char *to) {
    if (fails_at(other, to)) return -1;
    REAL(renameat, folder, from, other, to);
}

int unlink(const char *path) {
    if (fails(path)) return -1;
    REAL(unlink, path);
}

int unlinkat(int folder, const char *name, int flags) {
    if (fails_at(folder, name)) return -1;
    REAL(unlinkat, folder, name, flags);
}

int mkdir(const char *path, mode_t mode) {
    if (fails(path)) return -1;
    REAL(mkdir, path, mode);
}

int rmdir(const char *path) {
    if (fails(path)) return -1;
    REAL(rmdir, path);
}

int fsync(int file) {
    if (fails_at(file, NULL)) return -1;
    REAL(fsync, file);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (fails_at(file, NULL)) return -1;
    REAL(write, file, bytes, count);
}
