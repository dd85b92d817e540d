// SPDX-License-Identifier: Apache-2.0
// An object's description for debugging.

import Foundation
import PerdureBase

extension NSManagedObject {
    /// The class, entity and ID and, unless the object is a fault, the values; reads no relationship.
    final var stateDescription: String {
        let head =
            "<\(type(of: self)): 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
            + " (entity: \(entity.name ?? ""); id: \(objectID); data: "
        return head + (slots.isFault ? "<fault>)" : "{\(valuesDescription)})")
    }

    private var valuesDescription: String {
        binding.slotProperties.map { "\n    \($0.name) = \(text(of: $0));" }.joined() + "\n"
    }

    private func text(of property: SlotProperty) -> String {
        switch slots[property.slot] {
        case .live(let value): return value.slotSummary(property.coding)
        case .stored(.null): return property.isToMany ? "<relationship fault>" : "nil"
        case .stored(.reference(let key)): return "<object \(key.number)>"
        case .stored(let value):
            return Self.text(of: property.coding?.value(.stored(value)))
        }
    }

    /// The text of an attribute's value.
    static func text(of value: Any?) -> String {
        guard let value else { return "nil" }
        return (value as? String).map { "\"\($0)\"" } ?? "\(value)"
    }

    /// The error for a key that neither model nor subclass knows.
    final func undefinedKey(_ key: String, _ call: String) -> CoreDataException {
        ObjectErrors.undefinedKey(key, of: self, call: call)
    }
}

extension NSManagedObject: CustomReflectable {}

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// The description in place of the fields, which lead to the context, its objects and the whole model.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}

extension NSManagedObjectID: CustomReflectable {
    /// The URI in place of the fields, which lead to the whole model.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}
