// SPDX-License-Identifier: Apache-2.0
// The members in the slot of a to-many relationship, as a LiveValue. The members themselves are in ToManyValue.swift.

import Foundation
import PerdureStore

extension ToManyValue: LiveValue {
    func isChanged(from snapshot: SlotValue) -> Bool { hasChanges }

    func shows(_ other: SlotValue) -> Bool { other.members.map { hasSameChanges(as: $0) } ?? false }

    /// The members of the snapshot.
    func visible(_ coding: AttributeCoding?) -> Any? {
        if !hasChanges { return collection }
        return isOrdered ? NSOrderedSet(array: committed) : NSSet(array: committed)
    }

    func keptByRefresh() -> any LiveValue { rebased() }
    func isKeptTransient(withNulls: Bool) -> Bool { !list.isEmpty }
    func isSet(besides initial: SlotValue) -> Bool { !list.isEmpty }
    var sourceState: SourceState { .value(isLoaded ? .integer(stamp) : .null) }
    func slotSummary(_ coding: AttributeCoding?) -> String {
        isLoaded ? "<\(count) objects>" : "<relationship fault>"
    }
    var asMembers: ToManyValue? { self }
    var leadsToFault: Bool { !isLoaded }
}
