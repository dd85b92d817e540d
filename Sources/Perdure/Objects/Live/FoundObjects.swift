// SPDX-License-Identifier: Apache-2.0
// The result of a fetched property, in a slot behind the slots of the entity's layout.

/// The objects that a fetched property found, until their owner becomes a fault.
final class FoundObjects: LiveValue {
    let objects: [NSManagedObject]

    init(_ objects: [NSManagedObject]) { self.objects = objects }
}
