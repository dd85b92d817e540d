// SPDX-License-Identifier: Apache-2.0
// A VFS around the one that SQLite has: every call is counted, and then fails or is passed on.
#include "FaultVFS.h"
#include "FaultPlan.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// What shall fail; everything is guarded by `lock`.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char folder[4096];
    int kinds, code, stays, signal_number;
    int64_t nth, calls, hits;
} plan;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;

// An open file; the real one lies behind it in the same block.
typedef struct {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
} FaultFile;

static sqlite3_file *real(sqlite3_file *file) { return ((FaultFile *)file)->real; }

int perdure_fault_counts(int kind) {
    pthread_mutex_lock(&lock);
    int result = plan.kinds & kind;
    pthread_mutex_unlock(&lock);
    return result;
}

int perdure_fault_step(const char *path, int kind, int natural) {
    int code = SQLITE_OK, signal_number = 0;
    pthread_mutex_lock(&lock);
    if (path && (plan.kinds & kind) && strncmp(path, plan.folder, strlen(plan.folder)) == 0) {
        plan.calls++;
        if (plan.calls == plan.nth || (plan.stays && plan.calls > plan.nth)) {
            plan.hits++;
            signal_number = plan.signal_number;
            if (signal_number == 0) code = plan.code ? plan.code : natural;
        }
    }
    pthread_mutex_unlock(&lock);
    if (signal_number) kill(getpid(), signal_number);
    return code;
}

static int step_file(sqlite3_file *file, int kind, int natural) {
    return perdure_fault_step(((FaultFile *)file)->path, kind, natural);
}

static int fault_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int fault_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = step_file(file, PERDURE_CALL_READ, SQLITE_IOERR_READ);
    return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int fault_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int code = step_file(file, PERDURE_CALL_WRITE, SQLITE_IOERR_WRITE);
    if (code == SQLITE_OK) return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
    return code;
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = step_file(file, PERDURE_CALL_TRUNCATE, SQLITE_IOERR_TRUNCATE);
    return code ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int fault_sync(sqlite3_file *file, int flags) {
    int code = step_file(file, PERDURE_CALL_SYNC, SQLITE_IOERR_FSYNC);
    return code ? code : real(file)->pMethods->xSync(real(file), flags);
}

static int fault_size(sqlite3_file *file, sqlite3_int64 *size) {
    int code = step_file(file, PERDURE_CALL_READ, SQLITE_IOERR_FSTAT);
    return code ? code : real(file)->pMethods->xFileSize(real(file), size);
}

static int fault_lock(sqlite3_file *file, int level) {
    int code = step_file(file, PERDURE_CALL_LOCK, SQLITE_IOERR_LOCK);
    return code ? code : real(file)->pMethods->xLock(real(file), level);
}

static int fault_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int fault_reserved(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int fault_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int fault_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int fault_device(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int fault_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    int code = step_file(file, PERDURE_CALL_SHARED, SQLITE_IOERR_SHMMAP);
    return code ? code : real(file)->pMethods->xShmMap(real(file), region, size, extend, memory);
}

static int fault_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
    // Letting go of a lock cannot fail.
    int code = flags & SQLITE_SHM_UNLOCK ? 0 : step_file(file, PERDURE_CALL_LOCK, SQLITE_IOERR_SHMLOCK);
    return code ? code : real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void fault_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int fault_unmap(sqlite3_file *file, int remove) { return real(file)->pMethods->xShmUnmap(real(file), remove); }

// Version 2: shared memory, and no memory-mapped files, which would go past the counting.
static const sqlite3_io_methods methods = {
    2,           fault_close,  fault_read,     fault_write,   fault_truncate, fault_sync, fault_size,
    fault_lock,  fault_unlock, fault_reserved, fault_control, fault_sector,   fault_device,
    fault_map,   fault_shared_lock, fault_barrier, fault_unmap,   0,              0,
};

static int fault_open(sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *out) {
    FaultFile *fault = (FaultFile *)file;
    (void)self;
    memset(fault, 0, sizeof *fault);
    fault->path = path;
    fault->real = (sqlite3_file *)(fault + 1);
    fault->real->pMethods = NULL;
    int code = perdure_fault_step(path, PERDURE_CALL_OPEN, SQLITE_CANTOPEN);
    if (code == SQLITE_OK) code = real_vfs->xOpen(real_vfs, path, fault->real, flags, out);
    // Also after a failure SQLite closes what the real one has set up.
    if (fault->real->pMethods) fault->base.pMethods = &methods;
    return code;
}

static int fault_delete(sqlite3_vfs *self, const char *path, int sync_folder) {
    int code = perdure_fault_step(path, PERDURE_CALL_DELETE, SQLITE_IOERR_DELETE);
    (void)self;
    return code ? code : real_vfs->xDelete(real_vfs, path, sync_folder);
}

int perdure_fault_install(void) {
    if (real_vfs) return SQLITE_OK;
    real_vfs = sqlite3_vfs_find(NULL);
    if (!real_vfs) return SQLITE_ERROR;
    // Everything else is done by the real one, which finds its own data in the copy.
    vfs = *real_vfs;
    vfs.pNext = NULL;
    vfs.zName = "perdure-fault";
    vfs.szOsFile = (int)sizeof(FaultFile) + real_vfs->szOsFile;
    vfs.xOpen = fault_open;
    vfs.xDelete = fault_delete;
    return sqlite3_vfs_register(&vfs, 1);
}

void perdure_fault_arm(const char *folder, int kinds, int64_t nth, int code, int stays, int signal_number) {
    pthread_mutex_lock(&lock);
    memset(&plan, 0, sizeof plan);
    strncpy(plan.folder, folder, sizeof plan.folder - 1);
    plan.kinds = kinds;
    plan.nth = nth;
    plan.code = code;
    plan.stays = stays;
    plan.signal_number = signal_number;
    pthread_mutex_unlock(&lock);
}

int64_t perdure_fault_disarm(void) {
    pthread_mutex_lock(&lock);
    plan.kinds = 0;
    int64_t calls = plan.calls;
    pthread_mutex_unlock(&lock);
    return calls;
}

int64_t perdure_fault_hits(void) {
    pthread_mutex_lock(&lock);
    int64_t hits = plan.hits;
    pthread_mutex_unlock(&lock);
    return hits;
}
