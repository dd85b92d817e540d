// SPDX-License-Identifier: Apache-2.0
// Rows and objects as dictionaries, for the snapshots of conflicts: attributes and to-one relationships by
// name, NSNull for nil (SAV-42).

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The object's values in their stored form.
    var conflictSnapshot: [String: Any] {
        binding.conflictSnapshot(objectID.namespace) { slot in (try? storedValue(at: slot)) ?? .null }
    }

    /// The stored form of an attribute, found by the name that a constraint uses.
    func valueForConflict(_ name: String) -> StoredValue {
        let keys = name.split(separator: ".").map(String.init)
        guard let property = keys.first.flatMap({ binding.property(named: $0) }),
            let value = try? storedForm(at: property.slot)
        else { return .null }
        guard keys.count > 1 else { return value }
        guard let leaves = value.leaves,
            let index = binding.layout.properties[property.slot].attribute?.onlyLeafIndex(
                of: Array(keys.dropFirst())),
            index < leaves.count
        else { return .null }
        return leaves[index]
    }
}

extension Row {
    /// The row's values; the row may belong to another entity than the conflicting object.
    func conflictSnapshot(_ namespace: ObjectIDNamespace) -> [String: Any] {
        EntityBinding.of(namespace.entity(key.entity)).conflictSnapshot(namespace) { .stored(self[$0]) }
    }
}

extension EntityBinding {
    fileprivate func conflictSnapshot(_ namespace: ObjectIDNamespace?, _ value: (Int) -> SlotValue)
        -> [String: Any]
    {
        var result: [String: Any] = [:]
        for property in slotProperties where !property.isTransient && !property.isToMany {
            result[property.name] = Self.visible(value(property.slot), property, namespace) ?? NSNull()
        }
        return result
    }

    private static func visible(_ value: SlotValue, _ property: SlotProperty, _ namespace: ObjectIDNamespace?)
        -> Any?
    {
        switch value {
        case .stored(.reference(let key)): namespace?.id(key)
        case .stored: property.coding?.value(value)
        case .live(let live): live.asDestination?.objectID ?? property.coding?.value(value)
        }
    }
}
