// SPDX-License-Identifier: Apache-2.0
// The stored values of one object at one version. Immutable and shared: by the row cache, and by
// every object whose snapshot it is. Where the values lie is in RowBlock.swift.

/// The stored values of one object: its snapshot.
///
/// A reference to one block of memory, as large as a pointer; copies share it.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct Row: Sendable {
    // Unsafe for the compiler, because ManagedBuffer is not Sendable. Nobody writes in a block after its maker has filled it
    // and handed it on; the values in it are Sendable by their type.
    @usableFromInline package nonisolated(unsafe) let block: RowBlock

    @inlinable package init(_ block: RowBlock) { self.block = block }

    /// Copies values, one per slot of the entity's layout; transient and to-many slots are null.
    public init(key: ObjectKey, version: Int64, values: ContiguousArray<StoredValue>) {
        block = RowBlock.make(key: key, version: version, count: values.count)
        values.withUnsafeBufferPointer { source in
            // An empty array may have no base address, and then there is nothing to copy.
            if let first = source.baseAddress { block.slots.update(from: first, count: source.count) }
        }
    }

    /// The object's key, with its concrete entity.
    @inlinable public var key: ObjectKey { block.header.key }
    /// The optimistic-locking counter (`Z_OPT`): 1 after the insert, one more with each saved update, many more when a
    /// deleted row is written again.
    @inlinable public var version: Int64 { block.header.version }
    /// The number of slots.
    @inlinable public var count: Int { Int(block.header.count) }

    /// The value of a slot; the slot must be one of the entity's layout.
    @inlinable public subscript(slot: Int) -> StoredValue {
        precondition(slot >= 0 && slot < count)
        return block.slots[slot]
    }

    /// A copy of all values.
    public var values: ContiguousArray<StoredValue> {
        ContiguousArray(UnsafeBufferPointer(start: block.slots, count: count))
    }
}

/// Whether two references are to the very same row, not to one with equal values.
package func === (left: Row?, right: Row?) -> Bool { left?.block === right?.block }
package func !== (left: Row?, right: Row?) -> Bool { left?.block !== right?.block }
