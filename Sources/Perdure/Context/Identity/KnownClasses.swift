// SPDX-License-Identifier: Apache-2.0
// What a context remembers of the classes whose objects it inserts (ManagedObjectMaking.swift).

import PerdureModel

/// Classes that were looked up, and what was found.
struct KnownClasses {
    /// How many classes the process knew then: a new one may change each result.
    private var registrations = 0
    /// Searched one by one: a program inserts objects of few classes.
    private var known: [(type: ObjectIdentifier, entity: NSEntityDescription)] = []

    /// The entity of a class, if it was looked up and no class has come since.
    func entity(of type: ObjectIdentifier, _ registrations: Int) -> NSEntityDescription? {
        guard registrations == self.registrations else { return nil }
        return known.first { $0.type == type }?.entity
    }

    /// Remembers the entity of a class.
    mutating func learn(_ entity: NSEntityDescription, of type: ObjectIdentifier, _ registrations: Int) {
        if registrations != self.registrations { known = [] }
        self.registrations = registrations
        known.append((type, entity))
    }
}
