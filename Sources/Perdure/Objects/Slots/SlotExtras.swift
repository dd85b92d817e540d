// SPDX-License-Identifier: Apache-2.0
// Facts that few objects keep beside their values. SlotStorage.swift holds them in the header of an object's block.

/// Facts that few objects keep beside their values, until they become faults.
final class SlotExtras {
    /// Changes that were announced and not ended yet.
    var openChanges: [OpenChange] = []
    /// Objects that live as long as the object's values (NSManagedObject+Companions.swift).
    var companions: [AnyHashable: AnyObject] = [:]
    /// A new object's values at its insertion, if they differ from the model's.
    var insertionValues: InsertionValues?
}

/// A change between willChangeValue and didChangeValue.
struct OpenChange {
    let slot: Int
    let oldValue: SlotValue
}

/// The values that a new object was inserted with, if they differ from the model's default values.
struct InsertionValues {
    let values: ContiguousArray<SlotValue>
    let written: SlotMask
}
