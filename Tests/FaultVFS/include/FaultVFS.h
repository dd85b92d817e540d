// SPDX-License-Identifier: Apache-2.0
// Faults for tests: the n-th call of some kinds that SQLite makes to the system fails, or stops or kills the
// process there. FaultVFS.c holds the files' part, FaultMemory.c the memory's. FaultFiles.c does the same for calls that do
// not go through SQLite. FaultClock.c lets the clock jump.
#ifndef PERDURE_FAULT_VFS_H
#define PERDURE_FAULT_VFS_H

#include <stdint.h>

// Kinds of calls, to be added up.
#define PERDURE_CALL_OPEN 1
#define PERDURE_CALL_READ 2
#define PERDURE_CALL_WRITE 4
#define PERDURE_CALL_TRUNCATE 8
#define PERDURE_CALL_SYNC 16
#define PERDURE_CALL_DELETE 32
#define PERDURE_CALL_SHARED 64
#define PERDURE_CALL_LOCK 128
// What makes, writes, moves and removes files, through SQLite or not.
#define PERDURE_CALL_FILE 256

// Puts the VFS in front of SQLite's own; files that are opened from now on go through it.
// Returns an SQLite code; a second call does nothing.
int perdure_fault_install(void);

// From now on counts calls of `kinds` to files whose path starts with `folder`, and lets the `nth` fail.
// `code` is an SQLite code, or 0 for the one of an input/output error of that kind; `stays` lets all that follow fail
// too. A failing write writes the first half of its bytes. With `signal_number` above 0 nothing fails: the process
// sends itself that signal before the call.
void perdure_fault_arm(
    const char *folder, int kinds, int64_t nth, int code, int stays, int signal_number);

// No call fails any more. Returns how many calls were counted.
int64_t perdure_fault_disarm(void);

// How many calls have failed since the last arming.
int64_t perdure_fault_hits(void);

// Puts an allocator in front of SQLite's own; only before SQLite is used for the first time. Returns an SQLite code.
int perdure_memory_install(void);

// The `nth` allocation from now on fails, and all that follow if `stays`; 0 lets all succeed.
void perdure_memory_arm(int64_t nth, int stays);

// How many allocations have failed since the last arming with an `nth` above 0.
int64_t perdure_memory_hits(void);

// Gives back what the C library's allocator keeps for later.
void perdure_memory_trim(void);

// From now on the clock on the wall is wrong by so many seconds; 0 sets it right. Clocks that only go forward stay right.
void perdure_clock_set(int64_t seconds);

#endif
