// The code behind methods of NSManagedObject, for the module Perdure alone (OverriddenMethods.swift says why).
#ifndef PERDURE_METHODS_H
#define PERDURE_METHODS_H

// The code that a class derived from NSManagedObject runs for validateValue(_:forKey:).
extern const void *_Nonnull perdure_validate_value_of(const void *_Nonnull managed_object_class);

#endif
