// The functions of the Swift runtime that Perdure calls by name: what weak and unowned references are made of, and look-ups
// of methods and classes. They are exported with the C calling convention; WeakObjectReference.swift, IdentityTable.swift,
// ValueTransformer.swift and CompiledClasses.swift say why they are needed.
#ifndef PERDURE_CSWIFTRUNTIME_H
#define PERDURE_CSWIFTRUNTIME_H

#include <stdbool.h>
#include <stddef.h>

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

// An object of a class that inherits from Foundation's NSObject, made by the class's own `init()`: objects.c.
extern void *_Nonnull perdure_make_object(const void *_Nonnull object_class);

// The declarations of all classes in this process that are not generic: classes.c. They are there for good, because no
// image with Swift code is ever unloaded. The visitor must not ask the runtime for anything.
typedef void (*perdure_class_visitor)(const void *_Nonnull declaration, void *_Nonnull context);
extern void perdure_visit_classes(perdure_class_visitor _Nonnull visitor, void *_Nonnull context);

// Grows when an image is loaded that declares types.
extern size_t perdure_length_of_types(void);

// The name of a class, of another type or of a module; null for a declaration without a name, such as a function.
extern const char *_Nullable perdure_name_of(const void *_Nonnull declaration);
extern bool perdure_is_module(const void *_Nonnull declaration);
// The declaration around a declaration: a type or a module. Null for a module.
extern const void *_Nullable perdure_surrounding_of(const void *_Nonnull declaration);
// The class itself, as metadata.
extern const void *_Nullable perdure_class_of(const void *_Nonnull declaration);

#endif
