// SPDX-License-Identifier: Apache-2.0
// Writes down what a program does to the files of one folder, so that power cuts can be replayed (replay.py).
// A shared library that is loaded before the C library: LD_PRELOAD=record.so CUT_FOLDER=/real/path CUT_LOG=/path program.
//
// Each record: kind (1 byte), inode (8), offset or length (8), size of what follows (8, low byte first), then a name or data.
//
//   c  a file was made: name       o  a file was opened: name         d  a folder was made: name
//   w  bytes were written          t  a file got a length             s  a file was brought to disk
//   S  a folder was brought to disk: name                             m  renamed: old name, NUL, new name
//   u  a name was removed          a  a line was printed
//
// Shared memory of SQLite (-shm) is left out: nothing of it outlives the machine.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// One call at a time: the order of the records is that of the calls.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static char folder[PATH_MAX];
static size_t folder_length;

// The C library's function of a name.
#define NEXT(name) \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int real_open(const char *path, int flags, mode_t mode) {
    NEXT(open);
    return next(path, flags, mode);
}

static ssize_t real_write(int file, const void *bytes, size_t count) {
    NEXT(write);
    return next(file, bytes, count);
}

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("CUT_FOLDER"), *log = getenv("CUT_LOG");
    if (!place || !log || !realpath(place, folder)) return;
    folder_length = strlen(folder);
    log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static void put(char kind, uint64_t inode, uint64_t number, const void *bytes, uint64_t count) {
    unsigned char *record = malloc(25 + count);
    if (!record) abort();
    record[0] = (unsigned char)kind;
    uint64_t numbers[3] = {inode, number, count};
    for (int i = 0; i < 24; i++) record[1 + i] = (unsigned char)(numbers[i / 8] >> (8 * (i % 8)));
    memcpy(record + 25, bytes, count);
    // A record that is not whole would make the whole log worthless.
    if (real_write(log_file, record, 25 + count) != (ssize_t)(25 + count)) abort();
    free(record);
}

// The name within the folder, or NULL for what is not recorded. `at` is an open folder or AT_FDCWD.
static const char *name_of(int at, const char *path, char *space) {
    if (log_file < 0) return NULL;
    if (path && path[0] == '/') {
        snprintf(space, PATH_MAX, "%s", path);
    } else {
        char link[64], base[PATH_MAX] = "";
        if (at == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
        else snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        if (readlink(link, base, sizeof base - 1) <= 0) return NULL;
        snprintf(space, PATH_MAX, path ? "%s/%s" : "%s", base, path);
    }
    if (strncmp(space, folder, folder_length) || space[folder_length] != '/') {
        // The folder itself has an empty name.
        return strcmp(space, folder) ? NULL : "";
    }
    size_t length = strlen(space);
    if (length > 4 && !strcmp(space + length - 4, "-shm")) return NULL;
    return space + folder_length + 1;
}

static uint64_t inode_of(int file) {
    struct stat status;
    return fstat(file, &status) ? 0 : status.st_ino;
}

static const char *name_of_file(int file, char *space) {
    struct stat status;
    if (log_file < 0 || fstat(file, &status) || !S_ISREG(status.st_mode)) return NULL;
    return name_of(file, NULL, space);
}

// MARK: Opening and closing

static int open_at(int at, const char *path, int flags, mode_t mode) {
    char space[PATH_MAX];
    static int (*next)(int, const char *, int, ...);
    if (!next) next = dlsym(RTLD_NEXT, "openat");
    pthread_mutex_lock(&lock);
    const char *name = name_of(at, path, space);
    int is_new = name && flags & O_CREAT && faccessat(at, path, F_OK, AT_SYMLINK_NOFOLLOW);
    int file = next(at, path, flags, mode);
    int error = errno;
    if (file >= 0 && name && !(flags & O_DIRECTORY)) {
        uint64_t inode = inode_of(file);
        put(is_new ? 'c' : 'o', inode, 0, name, strlen(name));
        if (flags & O_TRUNC && !is_new) put('t', inode, 0, "", 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return file;
}

static mode_t mode_in(int flags, va_list words) {
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(words, mode_t) : 0;
}

#define OPEN(name, at, ...) \
    int name(__VA_ARGS__, int flags, ...) { \
        va_list words; \
        va_start(words, flags); \
        mode_t mode = mode_in(flags, words); \
        va_end(words); \
        return open_at(at, path, flags, mode); \
    }

OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(openat, folder_file, int folder_file, const char *path)
OPEN(openat64, folder_file, int folder_file, const char *path)

// MARK: Changing files

static void put_write(int file, const void *bytes, ssize_t count, off_t offset) {
    char space[PATH_MAX];
    int error = errno;
    if (count > 0 && name_of_file(file, space)) put('w', inode_of(file), offset, bytes, count);
    else if (count > 0 && file == STDOUT_FILENO && log_file >= 0) put('a', 0, 0, bytes, count);
    errno = error;
}

ssize_t write(int file, const void *bytes, size_t count) {
    pthread_mutex_lock(&lock);
    ssize_t done = real_write(file, bytes, count);
    off_t end = done > 0 && file != STDOUT_FILENO ? lseek(file, 0, SEEK_CUR) : 0;
    put_write(file, bytes, done, end - done);
    pthread_mutex_unlock(&lock);
    return done;
}

#define PWRITE(name) \
    ssize_t name(int file, const void *bytes, size_t count, off_t offset) { \
        NEXT(pwrite); \
        pthread_mutex_lock(&lock); \
        ssize_t done = next(file, bytes, count, offset); \
        put_write(file, bytes, done, offset); \
        pthread_mutex_unlock(&lock); \
        return done; \
    }

PWRITE(pwrite)
PWRITE(pwrite64)

// Calls on an open file that give 0 when they are done.
#define ON_FILE(name, kind, number, ...) \
    int name(int file, ##__VA_ARGS__) { \
        char space[PATH_MAX]; \
        NEXT(name); \
        pthread_mutex_lock(&lock); \
        int result = CALL; \
        int error = errno; \
        if (result == 0) put_call(kind, file, number, space); \
        pthread_mutex_unlock(&lock); \
        errno = error; \
        return result; \
    }

static void put_call(char kind, int file, uint64_t number, char *space) {
    struct stat status;
    const char *name = log_file < 0 ? NULL : name_of(file, NULL, space);
    if (!name || fstat(file, &status)) return;
    if (S_ISREG(status.st_mode)) put(kind, status.st_ino, number, "", 0);
    else if (S_ISDIR(status.st_mode) && kind == 's') put('S', status.st_ino, 0, name, strlen(name));
}

#define CALL next(file)
ON_FILE(fsync, 's', 0)
ON_FILE(fdatasync, 's', 0)
#undef CALL
#define CALL next(file, length)
ON_FILE(ftruncate, 't', length, off_t length)
ON_FILE(ftruncate64, 't', length, off_t length)
#undef CALL

// MARK: Names

static int named(int result, char kind, const char *name) {
    int error = errno;
    if (result == 0 && name) put(kind, 0, 0, name, strlen(name));
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int unlink(const char *path) {
    char space[PATH_MAX];
    NEXT(unlink);
    pthread_mutex_lock(&lock);
    const char *name = name_of(AT_FDCWD, path, space);
    return named(next(path), 'u', name);
}

int unlinkat(int at, const char *path, int flags) {
    char space[PATH_MAX];
    NEXT(unlinkat);
    pthread_mutex_lock(&lock);
    const char *name = name_of(at, path, space);
    return named(next(at, path, flags), 'u', name);
}

int rmdir(const char *path) {
    char space[PATH_MAX];
    NEXT(rmdir);
    pthread_mutex_lock(&lock);
    const char *name = name_of(AT_FDCWD, path, space);
    return named(next(path), 'u', name);
}

int mkdir(const char *path, mode_t mode) {
    char space[PATH_MAX];
    NEXT(mkdir);
    pthread_mutex_lock(&lock);
    const char *name = name_of(AT_FDCWD, path, space);
    return named(next(path, mode), 'd', name);
}

static void put_rename(int at, const char *from, int other, const char *to) {
    char old_space[PATH_MAX], new_space[PATH_MAX], both[2 * PATH_MAX];
    int error = errno;
    const char *old_name = name_of(at, from, old_space), *new_name = name_of(other, to, new_space);
    if (old_name && new_name) {
        size_t old_length = strlen(old_name) + 1;
        memcpy(both, old_name, old_length);
        memcpy(both + old_length, new_name, strlen(new_name));
        put('m', 0, 0, both, old_length + strlen(new_name));
    }
    errno = error;
}

int rename(const char *from, const char *to) {
    NEXT(rename);
    pthread_mutex_lock(&lock);
    int result = next(from, to);
    if (result == 0) put_rename(AT_FDCWD, from, AT_FDCWD, to);
    pthread_mutex_unlock(&lock);
    return result;
}

int renameat(int at, const char *from, int other, const char *to) {
    NEXT(renameat);
    pthread_mutex_lock(&lock);
    int result = next(at, from, other, to);
    if (result == 0) put_rename(at, from, other, to);
    pthread_mutex_unlock(&lock);
    return result;
}
