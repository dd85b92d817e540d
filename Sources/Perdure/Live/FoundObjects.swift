// SPDX-License-Identifier: Apache-2.0
// What a fetched property found, in the slot that follows those of the entity's layout.

/// The objects that a fetched property found, until their owner becomes a fault.
final class FoundObjects: LiveValue {
    let objects: [NSManagedObject]

    init(_ objects: [NSManagedObject]) { self.objects = objects }
}
