// The one function of the Swift runtime that Perdure calls by name: the test that every weak reference
// makes. It is exported with the C calling convention; LiveReference.swift says why it is needed.
#ifndef PERDURE_CSWIFTRUNTIME_H
#define PERDURE_CSWIFTRUNTIME_H

// Retains an object whose memory is still there, unless it is being deallocated: then the result is null.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
