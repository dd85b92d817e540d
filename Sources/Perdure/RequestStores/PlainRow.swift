// SPDX-License-Identifier: Apache-2.0
// Rows made of the values that programs see: numbers, texts, dates, object IDs.

import Foundation
import PerdureStore

/// Makes rows of plain values.
package enum PlainRow {
    /// The row of an object.
    ///
    /// - Parameters:
    ///   - id: the object's permanent ID.
    ///   - version: the version for the optimistic lock.
    ///   - value: the value of a stored attribute or to-one relationship; of the latter the ID of the destination.
    /// - Returns: the row.
    /// - Throws: `CoreDataException` for a value of a wrong class, with entity and property; what `value` throws.
    package static func row(
        of id: NSManagedObjectID, version: Int64, _ value: (NSPropertyDescription) throws -> Any?
    ) throws -> Row {
        let binding = EntityBinding.of(id.entity)
        var values = ContiguousArray<StoredValue>(repeating: .null, count: binding.layout.properties.count)
        for property in binding.slotProperties where !property.isTransient {
            if let coding = property.coding {
                let given = try value(property.description)
                values[property.slot] = try coding.slotValue(given is NSNull ? nil : given)
                    .storedForm(binding.layout.name, property.name)
            } else if !property.isToMany {
                guard let destination = try value(property.description), !(destination is NSNull) else {
                    continue
                }
                values[property.slot] = .reference(try key(of: destination, property, from: id))
            }
        }
        return Row(key: id.key, version: version, values: values)
    }

    /// The key of a related object, which must be in the same store.
    ///
    /// - Throws: `CoreDataException` for anything but a permanent ID of that store.
    private static func key(of value: Any, _ property: SlotProperty, from id: NSManagedObjectID) throws
        -> ObjectKey
    {
        if let destination = value as? NSManagedObjectID, let key = destination.key(beside: id) { return key }
        throw CoreDataException.invalidArgument(
            "The relationship \"\(property.name)\" of \(id) has the value \(value). Give an NSManagedObjectID of the same store, "
                + "or NSNull.")
    }
}

extension NSManagedObjectID {
    /// The permanent key, if the ID belongs to the store of another ID; nil otherwise.
    package final func key(beside other: NSManagedObjectID) -> ObjectKey? {
        let id = permanent ?? self
        return id.isTemporaryID || id.namespace !== other.namespace ? nil : id.key
    }

    /// The permanent ID, if a save or the program has chosen one; else the ID itself.
    package final var chosen: NSManagedObjectID { permanent ?? self }
}
