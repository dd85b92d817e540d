// SPDX-License-Identifier: Apache-2.0
// What a fetched property found, in the slot that follows those of the entity's layout.

/// The objects that a fetched property found, until their owner becomes a fault.
final class FoundObjects: LiveValue {
    let objects: [NSManagedObject]

    init(_ objects: [NSManagedObject]) { self.objects = objects }

    /// The found objects in a slot; nil where nothing was looked for yet.
    static func inSlot(_ value: SlotValue) -> FoundObjects? { value.live as? FoundObjects }
}
