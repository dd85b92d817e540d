// SPDX-License-Identifier: Apache-2.0
// Makes an object of a class that is known only when the program runs. In C, because the names of descriptors can be written
// here: in Swift they are the compiler's own.
#include "runtime.h"
#include <stdint.h>

// Gives what a class runs for a method, its own or a superclass's; no compiler of Swift 6 lacks it, as subclasses of
// classes in resilient libraries call `super` by it.
extern const void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *base_class);

// The descriptors of Foundation's NSObject, and of its init() as a function of the class.
extern const char foundation_object __asm__("$s10Foundation8NSObjectCMn");
extern const char foundation_init __asm__("$s10Foundation8NSObjectCACycfCTq");

typedef __attribute__((swiftcall)) void *(*making)(__attribute__((swift_context)) const void *metadata);

void *perdure_make_object(const void *object_class) {
    making make = (making)(uintptr_t)swift_lookUpClassMethod(object_class, &foundation_init, &foundation_object);
    return make(object_class);
}
