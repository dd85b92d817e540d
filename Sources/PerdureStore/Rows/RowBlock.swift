// SPDX-License-Identifier: Apache-2.0
// The memory of a row (Row.swift): one block for the header and all values, because a fetch makes one for each
// result. Unsafe memory is fenced here; objects read the same block while they have no changes
// (Objects/SlotStorage.swift in Perdure).

import PerdurePredicates

/// What stands before the values of a row.
package struct RowHeader: Sendable {
    package let key: ObjectKey
    package let version: Int64
    package let count: Int32

    @inlinable package init(key: ObjectKey, version: Int64, count: Int32) {
        self.key = key
        self.version = version
        self.count = count
    }
}

/// A row's header and values.
package final class RowBlock: ManagedBuffer<RowHeader, StoredValue> {
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

    /// Where the values begin.
    ///
    /// Valid for as long as the block is held; to be written only by who made it, before anybody else has it.
    @inlinable package var slots: UnsafeMutablePointer<StoredValue> {
        withUnsafeMutablePointerToElements { $0 }
    }

    /// How far behind the address of a block its values begin: behind what every object of Swift has, and the header.
    @inlinable package static var slotOffset: Int {
        // A constant, because each read of a snapshot's object comes by; `layoutProblem` holds it against the truth.
        2 * MemoryLayout<Int>.size + MemoryLayout<RowHeader>.stride
    }

    /// What is wrong with `slotOffset` in this build; looked for at most once per process, because reading at a wrong place
    /// would show one value as another.
    package static let layoutProblem: String? = {
        let block = make(key: ObjectKey(entity: 0, root: 0, number: 0), version: 0, count: 1)
        return layoutProblem(
            slotsAt: UnsafeMutableRawPointer(block.slots) - block.address, computed: slotOffset)
    }()

    /// What is wrong with a computed place of the values; nil if they are there.
    package static func layoutProblem(slotsAt place: Int, computed: Int) -> String? {
        place == computed ? nil : "The values of a row begin at \(place), and are looked for at \(computed)."
    }

    deinit {
        _ = withUnsafeMutablePointers { header, slots in
            slots.deinitialize(count: Int(header.pointee.count))
        }
    }
}
