// SPDX-License-Identifier: Apache-2.0
// The same as ByHand/, where the library keeps snapshot and change apart.

import CoreData
import PerdureMacros

@ManagedObject final class MergingShape: NSManagedObject, Shape {
    @Mergeable(.value) var color: Color?
}

@ManagedObject final class MergingRecord: NSManagedObject, Record {
    @Mergeable(.dictionary, criterion: .setterCalled) var extendedData: [String: Any]

    func entry(_ key: String) -> Any? { $extendedData[key] }
    func setEntry(_ value: Any?, _ key: String) { $extendedData[key] = value }
}

@ManagedObject final class MergingTally: NSManagedObject, Tally {
    @Mergeable(.counter) var total: Int64
    @Mergeable(.set) var labels: Set<String>

    func add(_ amount: Int64) { $total.increment(by: amount) }
    func insertLabel(_ label: String) { $labels.insert(label) }
    func removeLabel(_ label: String) { $labels.remove(label) }
}
