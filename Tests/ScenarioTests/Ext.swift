// SPDX-License-Identifier: Apache-2.0
// Attributes that no model has: a dictionary in one binary attribute, and the changes of it in a transient.

import CoreData
import Foundation

/// An object with attributes by name, known at run time only.
final class Ext: NSManagedObject {
    private var knownSnapshot: [String: Any]?

    private var extendedSnapshot: [String: Any] {
        if let knownSnapshot { return knownSnapshot }
        // Not the attribute's value: a failed save may have left a new one there.
        let data = committedValues(forKeys: ["extendedData"])["extendedData"] as? Data
        let read = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        let snapshot = read as? [String: Any] ?? [:]
        knownSnapshot = snapshot
        return snapshot
    }

    private var changes: [String: Any]? { value(forKey: "extendedChanges") as? [String: Any] }

    func value(forExtendedKey key: String) -> Any? {
        if let change = changes?[key] { return change is NSNull ? nil : change }
        return extendedSnapshot[key]
    }

    func setValue(_ value: Any?, forExtendedKey key: String) {
        var changes = changes ?? [:]
        changes[key] = value ?? NSNull()
        setValue(changes, forKey: "extendedChanges")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        knownSnapshot = nil
    }

    override func willSave() {
        super.willSave()
        guard let changes else { return }
        let merged = extendedSnapshot.merging(changes) { $1 }.filter { !($0.value is NSNull) }
        let data =
            merged.isEmpty
            ? nil : try? PropertyListSerialization.data(fromPropertyList: merged, format: .binary, options: 0)
        setPrimitiveValue(data, forKey: "extendedData")
    }

    override func didSave() {
        super.didSave()
        knownSnapshot = nil
        setPrimitiveValue(nil, forKey: "extendedChanges")
    }
}
