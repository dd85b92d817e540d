// SPDX-License-Identifier: Apache-2.0
// What FaultVFS.c and FaultFiles.c share: the plan of what shall fail.
#ifndef PERDURE_FAULT_PLAN_H
#define PERDURE_FAULT_PLAN_H

// Whether calls of a kind are counted at all.
int perdure_fault_counts(int kind);

// Counts a call, or kills the process. Returns the code with which the call shall fail; 0 to pass it on.
int perdure_fault_step(const char *path, int kind, int natural);

#endif
