// SPDX-License-Identifier: Apache-2.0
// The stored values of one object at one version. Immutable and shared: by the row cache, and by
// every object whose snapshot it is.

/// The stored values of one object: its snapshot.
package final class Row: Sendable {
    package let key: ObjectKey
    /// The optimistic-locking counter (`Z_OPT`): 1 after the insert, one more with each saved update.
    package let version: Int64
    /// One value per slot of the entity's layout; transient and to-many slots are null.
    package let values: ContiguousArray<SlotValue>

    package init(key: ObjectKey, version: Int64, values: ContiguousArray<SlotValue>) {
        self.key = key
        self.version = version
        self.values = values
    }

    @inlinable package subscript(slot: Int) -> SlotValue { values[slot] }
}
