// SPDX-License-Identifier: Apache-2.0
// A counter and a set as changes of what is stored, by hand.

import CoreData
import PerdureMacros

@ManagedObject final class HandTally: NSManagedObject, Tally {
    var storedTotal: Int64 = 0
    @Transient var addition: Int64?
    var labelData: Data?
    @Transient var inserted: Set<String>?
    @Transient var removed: Set<String>?

    var total: Int64 { committedTotal + (addition ?? 0) }
    var labels: Set<String> { committedLabels.union(inserted ?? []).subtracting(removed ?? []) }

    func add(_ amount: Int64) { addition = (addition ?? 0) + amount }

    func insertLabel(_ label: String) {
        removed = (removed ?? []).subtracting([label])
        inserted = (inserted ?? []).union([label])
    }

    func removeLabel(_ label: String) {
        inserted = (inserted ?? []).subtracting([label])
        removed = (removed ?? []).union([label])
    }

    private var committedTotal: Int64 {
        committedValues(forKeys: ["storedTotal"])["storedTotal"] as? Int64 ?? 0
    }

    private var committedLabels: Set<String> {
        let data = committedValues(forKeys: ["labelData"])["labelData"] as? Data
        return data.flatMap { try? PropertyListDecoder().decode(Set<String>.self, from: $0) } ?? []
    }

    override func willSave() {
        super.willSave()
        if addition != nil { primitiveStoredTotal = total }
        guard inserted != nil || removed != nil else { return }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        primitiveLabelData = labels.isEmpty ? nil : try? encoder.encode(labels)
    }

    override func didSave() {
        super.didSave()
        primitiveAddition = nil
        primitiveInserted = nil
        primitiveRemoved = nil
    }
}
