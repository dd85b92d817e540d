// SPDX-License-Identifier: Apache-2.0
// Attributes that only run time knows, by hand: one binary attribute with all of them, a transient with their changes.

import CoreData
import PerdureMacros

@ManagedObject final class HandRecord: NSManagedObject, Record {
    var extendedData: Data?
    @Transient var extendedChanges: [String: Any]?
    @Ignored private var knownSnapshot: [String: Any]?

    private var extendedSnapshot: [String: Any] {
        if let knownSnapshot { return knownSnapshot }
        // Not the attribute's value: a failed save may have left a new one there.
        let data = committedValues(forKeys: ["extendedData"])["extendedData"] as? Data
        let read = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        let snapshot = read as? [String: Any] ?? [:]
        knownSnapshot = snapshot
        return snapshot
    }

    func entry(_ key: String) -> Any? {
        if let change = extendedChanges?[key] { return change is NSNull ? nil : change }
        return extendedSnapshot[key]
    }

    func setEntry(_ value: Any?, _ key: String) {
        var changes = extendedChanges ?? [:]
        changes[key] = value ?? NSNull()
        extendedChanges = changes
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        knownSnapshot = nil
    }

    override func willSave() {
        super.willSave()
        guard let changes = primitiveExtendedChanges else { return }
        let merged = extendedSnapshot.merging(changes) { $1 }.filter { !($0.value is NSNull) }
        primitiveExtendedData =
            merged.isEmpty
            ? nil : try? PropertyListSerialization.data(fromPropertyList: merged, format: .binary, options: 0)
    }

    override func didSave() {
        super.didSave()
        knownSnapshot = nil
        primitiveExtendedChanges = nil
    }
}
