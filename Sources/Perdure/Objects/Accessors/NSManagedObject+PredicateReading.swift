// SPDX-License-Identifier: Apache-2.0
// Managed objects as predicates and key paths see them: properties by name, and an ID that stands for the object.

import Foundation
import PerdureBase
import PerdureModel
import PerdurePredicates
import PerdureStore

extension NSManagedObject: ModelReadable, IdentityReadable {
    /// Reads a property for a predicate.
    package final func readValue(forKey key: String) throws -> Any? {
        let value = try ExceptionTrap.catching { self.value(forKey: key) }
        if let value, type(of: value) == [String: Any].self,
            entity.layout.property(named: key)?.hasEntries ?? false
        {
            return (value as? [String: Any]).map { DictionaryEntries($0) }
        }
        switch value {
        case let members as NSOrderedSet: return members.array
        case let members as NSSet: return members.allObjects
        default: return value
        }
    }

    /// Whether a key path leads to a to-many relationship or to a set.
    package final func leadsToCollection(_ keys: ArraySlice<String>) -> Bool? {
        entity.compiled.schema.leadsToCollection(keys, from: entity.layout)
    }

    /// The object's ID, which a predicate may name in the object's place (PRE-45).
    package final var identity: NSObject { id }

    /// Whether the ID is temporary: a save replaces it.
    package final var mayChangeIdentity: Bool { id.isTemporaryID }
}
