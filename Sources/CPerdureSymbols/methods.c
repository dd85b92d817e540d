// SPDX-License-Identifier: Apache-2.0
// Asks the runtime for the code behind a method of NSManagedObject or of the context. In C, because the names of descriptors
// can be written here: in Swift they are the compiler's own. The target stands beside Perdure, which has these symbols: neither
// links without the other. A method that is renamed is a name that the linker does not find.
#include "symbols.h"

// Gives what a class runs for a method, its own or a superclass's; no compiler of Swift 6 lacks it, as subclasses of
// classes in resilient libraries call `super` by it.
extern const void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *base_class);

// The descriptors of NSManagedObject, and of its methods.
extern const char managed_object __asm__("$s7Perdure15NSManagedObjectCMn");
extern const char validate_value __asm__("$s7Perdure15NSManagedObjectC13validateValue_6forKeyySpyyXlSgG_SStKFTq");
extern const char will_save __asm__("$s7Perdure15NSManagedObjectC8willSaveyyFTq");
extern const char did_save __asm__("$s7Perdure15NSManagedObjectC7didSaveyyFTq");

// The descriptors of NSManagedObjectContext, and of the getter of its stalenessInterval.
extern const char managed_object_context __asm__("$s7Perdure22NSManagedObjectContextCMn");
extern const char staleness_interval __asm__("$s7Perdure22NSManagedObjectContextC17stalenessIntervalSdvgTq");

const void *perdure_validate_value_of(const void *managed_object_class) {
    return swift_lookUpClassMethod(managed_object_class, &validate_value, &managed_object);
}

const void *perdure_will_save_of(const void *managed_object_class) {
    return swift_lookUpClassMethod(managed_object_class, &will_save, &managed_object);
}

const void *perdure_did_save_of(const void *managed_object_class) {
    return swift_lookUpClassMethod(managed_object_class, &did_save, &managed_object);
}

const void *perdure_staleness_interval_of(const void *context_class) {
    return swift_lookUpClassMethod(context_class, &staleness_interval, &managed_object_context);
}

// Weak: only the package trait PostgreSQL brings the module that has it.
extern void *perdure_postgresql_stores(void) __attribute__((weak));

void *perdure_postgresql_stores_if_linked(void) {
    return perdure_postgresql_stores ? perdure_postgresql_stores() : 0;
}
