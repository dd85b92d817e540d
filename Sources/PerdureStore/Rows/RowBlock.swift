// SPDX-License-Identifier: Apache-2.0
// The memory of a row (Row.swift): one block for the header and all values, because a fetch makes one for each
// result. Unsafe memory is fenced here; objects read the same block while they have no changes
// (Objects/Slots/SlotStorage.swift in Perdure).

/// The header of a row's block, before the values.
@usableFromInline package struct RowHeader: Sendable {
    @usableFromInline package let key: ObjectKey
    @usableFromInline package let version: Int64
    @usableFromInline package let count: Int32

    @inlinable package init(key: ObjectKey, version: Int64, count: Int32) {
        self.key = key
        self.version = version
        self.count = count
    }
}

/// A row's header and values.
@usableFromInline package final class RowBlock: ManagedBuffer<RowHeader, StoredValue> {
    /// Makes a block whose values are null.
    @inlinable package static func make(key: ObjectKey, version: Int64, count: Int) -> RowBlock {
        let made = create(minimumCapacity: count) { _ in
            RowHeader(key: key, version: version, count: Int32(truncatingIfNeeded: count))
        }
        // `create` of this class makes an instance of it.
        let block = unsafeDowncast(made, to: RowBlock.self)
        block.slots.initialize(repeating: .null, count: count)
        return block
    }

    package var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The address of the values.
    ///
    /// The pointer is valid for as long as the block is held. Only the block's maker may write through it, before it hands the
    /// block on.
    @inlinable package var slots: UnsafeMutablePointer<StoredValue> {
        withUnsafeMutablePointerToElements { $0 }
    }

    /// The distance from a block's address to its values: the header of every Swift object, then `RowHeader`.
    @inlinable package static var slotOffset: Int {
        // Computed without the block, because each read of an unchanged object needs it. `layoutProblem` checks it against a
        // real block.
        2 * MemoryLayout<Int>.size + MemoryLayout<RowHeader>.stride
    }

    /// What is wrong with `slotOffset` in this build; nil when it is right.
    ///
    /// A wrong offset would show one value as another. The check runs at most once per process.
    package static let layoutProblem: String? = {
        let block = make(key: ObjectKey(entity: 0, root: 0, number: 0), version: 0, count: 1)
        return layoutProblem(
            slotsAt: UnsafeMutableRawPointer(block.slots) - block.address, computed: slotOffset)
    }()

    /// What is wrong with a computed offset of the values; nil if it is right.
    package static func layoutProblem(slotsAt place: Int, computed: Int) -> String? {
        place == computed ? nil : "The values of a row begin at \(place), and are looked for at \(computed)."
    }

    deinit {
        _ = withUnsafeMutablePointers { header, slots in
            slots.deinitialize(count: Int(header.pointee.count))
        }
    }
}
