// SPDX-License-Identifier: Apache-2.0
// One change for one observer. KeyObservers.swift makes the changes, the receivers in ChangeReceivers.swift take them.

import Foundation
import PerdureFoundationGaps

/// The content of a message to an observer.
struct KeyChange {
    var kind = NSKeyValueChange.setting
    var indexes: IndexSet?
    var old: ObservedValue?
    var new: ObservedValue?
    var isPrior = false
}

/// The old or the new side of a change.
enum ObservedValue {
    /// The property's value, as the receiver read it.
    case value(Any?)
    /// The members that are added or removed.
    case members([NSManagedObject], isOrdered: Bool)
}

/// A receiver of changes, with its own view of the observed value.
protocol ChangeReceiver {
    /// The observed value now.
    func value(of object: NSObject) -> Any?
    /// Takes a change.
    func receive(_ change: KeyChange, of object: NSObject)
}
