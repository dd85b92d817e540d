// SPDX-License-Identifier: Apache-2.0
// A managed object in the slot of a to-one relationship: the destination, resolved. Its stored form is its key.

import PerdureStore

extension NSManagedObject: LiveValue {
    final func shows(_ other: SlotValue) -> Bool {
        guard case .stored(.reference(let key)) = other else { return other.live === self }
        return id.key == key || id.permanentSuccessor?.key == key
    }

    /// The destination's key; a temporary ID's key is negative and never in a row.
    final func storedForm(_ place: ValueLocation) throws -> StoredValue { .reference(id.key) }

    final func visible(_ coding: AttributeCoding?) -> Any? { self }
    // The ID and the key identify the destination without keeping it alive.
    final var sourceState: SourceState { id.isTemporaryID ? .object(id) : .value(.reference(id.key)) }
    final func slotSummary(_ coding: AttributeCoding?) -> String { "\(objectID)" }
    final var asDestination: NSManagedObject? { self }
    final var leadsToFault: Bool { slots.isFault }
}
