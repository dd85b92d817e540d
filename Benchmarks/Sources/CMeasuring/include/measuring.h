// SPDX-License-Identifier: Apache-2.0
// What the system knows about this process: time, heap, peak of memory. Shared by the C program and the Swift ones, so
// that both are measured alike.
#ifndef PERDURE_MEASURING_H
#define PERDURE_MEASURING_H

#include <stdint.h>

// A clock that all processes of the machine share.
int64_t measuring_nanoseconds(void);

// Time that this process has run, on all processors together.
int64_t measuring_process_nanoseconds(void);

// Time that this thread has run.
int64_t measuring_thread_nanoseconds(void);

// Bytes that malloc has given out and not got back.
int64_t measuring_heap_bytes(void);

// Gives free memory of the heap back to the system.
void measuring_trim_heap(void);

// Lets the peak of resident memory begin anew with what is resident now.
void measuring_forget_peak(void);

// The greatest resident memory since then.
int64_t measuring_peak_bytes(void);

#endif
