// SPDX-License-Identifier: Apache-2.0
// Rows and objects as dictionaries, for the snapshots of conflicts: attributes and to-one relationships by
// name, NSNull for nil (SAV-42).

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The object's values as they would be stored.
    var conflictSnapshot: [String: Any] {
        snapshotDictionary { slot in (try? storedValue(at: slot)) ?? .null }
    }

    /// The values of a row of this object's entity.
    func snapshotDictionary(of row: Row) -> [String: Any] { snapshotDictionary { row[$0] } }

    /// The stored form of an attribute, found by the name that a constraint uses.
    func valueForConflict(_ name: String) -> SlotValue {
        let keys = name.split(separator: ".").map(String.init)
        guard let property = keys.first.flatMap({ binding.layout.property(named: $0) }),
            var value = try? storedValue(at: property.slot)
        else { return .null }
        var elements = property.attribute?.elements ?? []
        for key in keys.dropFirst() {
            guard case .composite(let values) = value,
                let index = elements.firstIndex(where: { $0.name == key }), index < values.count
            else { return .null }
            value = values[index]
            guard case .attribute(let definition) = elements[index].kind else { return value }
            elements = definition.elements
        }
        return value
    }

    private func snapshotDictionary(_ value: (Int) -> SlotValue) -> [String: Any] {
        var result: [String: Any] = [:]
        for property in binding.slotProperties where !property.isTransient && !property.isToMany {
            result[property.name] = snapshotValue(value(property.slot), property) ?? NSNull()
        }
        return result
    }

    private func snapshotValue(_ value: SlotValue, _ property: SlotProperty) -> Any? {
        switch value {
        case .reference(let key): return objectID.origin?.id(key)
        case .object(let object as NSManagedObject): return object.objectID
        case .data(let data) where property.coding?.type == .transformable:
            return TransformedValue(archive: data).value
        default: return property.coding?.value(value)
        }
    }
}
