// SPDX-License-Identifier: Apache-2.0
// What a context remembers of the class whose objects it inserts (ManagedObjectMaking.swift).

import PerdureModel

/// A class that was looked up, and what was found.
struct RecentClass {
    let type: ObjectIdentifier
    /// How many classes were known then: a new one may change the result.
    let registrations: Int
    let entity: NSEntityDescription
}
