// The functions of the Swift runtime that Perdure calls by name: what weak and unowned references are made of. They
// are exported with the C calling convention; LiveReference.swift, IdentityTable.swift and OverriddenMethods.swift say why
// they are needed.
#ifndef PERDURE_CSWIFTRUNTIME_H
#define PERDURE_CSWIFTRUNTIME_H

#include <stdbool.h>

// Retains an object whose memory is still there, unless it is being deallocated: then the result is null. The test
// that every weak reference makes.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

// Keeps an object's memory, not the object, until the other one lets go of it.
extern void *_Nonnull swift_unownedRetain(void *_Nonnull object);
extern void swift_unownedRelease(void *_Nonnull object);

// Whether the deallocation of an object, whose memory is still there, has begun.
extern bool swift_isDeallocating(void *_Nonnull object);

// Lets the processor fetch memory that will be needed soon; any address will do.
static inline void perdure_prefetch(const void *_Nullable address) { __builtin_prefetch(address, 1); }

// The code that a class derived from NSManagedObject runs for validateValue(_:forKey:): methods.c.
extern const void *_Nonnull perdure_validate_value_of(const void *_Nonnull managed_object_class);

#endif
