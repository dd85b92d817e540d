// SPDX-License-Identifier: Apache-2.0
// The values of one object: a heap block with a small header, followed by one SlotValue per slot. The only
// file of this module that uses unsafe memory. SlotAccessors.swift reads and writes it for generated code.

import PerdureStore

/// What stands before the slots of a block.
struct SlotHeader {
    /// The snapshot: nil for an object that was never saved.
    var row: Row?
    /// Slots that were written since the snapshot: candidates, a comparison decides.
    var written: SlotMask
    /// Slots whose old value the context has noted in this event.
    var noted: SlotMask
    /// Changes that were announced and not ended yet.
    var openChanges: [OpenChange]
    let count: Int
}

/// A change between willChangeValue and didChangeValue.
struct OpenChange {
    let slot: Int
    let oldValue: SlotValue
}

/// A set of slots in one word: slots from 63 up share the last bit.
struct SlotMask: Equatable {
    private(set) var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }
    @inline(__always) static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(slot, 63)) }
    /// Whether the slot may be in the set; certain below 63.
    @inline(__always) func contains(_ slot: Int) -> Bool { bits & Self.bit(slot) != 0 }
    @inline(__always) mutating func insert(_ slot: Int) { bits |= Self.bit(slot) }
    mutating func removeAll() { bits = 0 }
}

/// The block of one object, or nothing for a fault.
///
/// It is a pointer with the object's name on it: the object allocates it when it is realized, and deallocates
/// it in deinit or when it turns into a fault. Copies of this value are never kept.
struct SlotStorage {
    // One allocation holds header and slots, because a Swift array would cost a second one and an exclusivity
    // check per access. Valid from `init(values:row:)` until `deallocate()`, which only the object calls.
    private let base: UnsafeMutablePointer<SlotHeader>?

    static var fault: SlotStorage { SlotStorage() }

    private init() { base = nil }

    /// Where the slots begin: computed, so that it is a constant in the code and no lazy global.
    @inline(__always) private static var offset: Int {
        let mask = MemoryLayout<SlotValue>.alignment - 1
        return (MemoryLayout<SlotHeader>.size + mask) & ~mask
    }

    init(values: ContiguousArray<SlotValue>, row: Row?) {
        let size = Self.offset + values.count * MemoryLayout<SlotValue>.stride
        let alignment = max(MemoryLayout<SlotValue>.alignment, MemoryLayout<SlotHeader>.alignment)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        let header = memory.bindMemory(to: SlotHeader.self, capacity: 1)
        header.initialize(
            to: SlotHeader(
                row: row, written: SlotMask(), noted: SlotMask(), openChanges: [], count: values.count))
        let slots = (memory + Self.offset).bindMemory(to: SlotValue.self, capacity: values.count)
        values.withUnsafeBufferPointer { source in
            // An empty array may have no base address, and then there is nothing to copy.
            if let first = source.baseAddress { slots.initialize(from: first, count: source.count) }
        }
        base = header
    }

    func deallocate() {
        guard let base else { return }
        slots(base).deinitialize(count: base.pointee.count)
        base.deinitialize(count: 1)
        UnsafeMutableRawPointer(base).deallocate()
    }

    @inline(__always) var isFault: Bool { base == nil }

    /// The number of slots; 0 for a fault.
    var count: Int { base?.pointee.count ?? 0 }

    @inline(__always) private func slots(_ header: UnsafeMutablePointer<SlotHeader>)
        -> UnsafeMutablePointer<SlotValue>
    {
        (UnsafeMutableRawPointer(header) + Self.offset).assumingMemoryBound(to: SlotValue.self)
    }

    /// The value of a slot, null for a fault; setting does nothing to a fault.
    @inline(__always) subscript(slot: Int) -> SlotValue {
        get {
            guard let base else { return .null }
            assert(slot >= 0 && slot < base.pointee.count)
            return slots(base)[slot]
        }
        nonmutating set {
            guard let base else { return }
            assert(slot >= 0 && slot < base.pointee.count)
            slots(base)[slot] = newValue
        }
    }

    var row: Row? {
        get { base?.pointee.row }
        nonmutating set { base?.pointee.row = newValue }
    }

    var written: SlotMask {
        get { base?.pointee.written ?? SlotMask() }
        nonmutating set { base?.pointee.written = newValue }
    }

    var noted: SlotMask {
        get { base?.pointee.noted ?? SlotMask() }
        nonmutating set { base?.pointee.noted = newValue }
    }

    var openChanges: [OpenChange] {
        get { base?.pointee.openChanges ?? [] }
        nonmutating set { base?.pointee.openChanges = newValue }
    }

    /// Writes a slot and remembers that it was written.
    @inline(__always) func write(_ value: SlotValue, at slot: Int) {
        guard let base else { return }
        assert(slot >= 0 && slot < base.pointee.count)
        slots(base)[slot] = value
        base.pointee.written.insert(slot)
    }
}

extension SlotStorage {
    /// Remembers that what a slot refers to has changed.
    func markWritten(_ slot: Int) {
        var mask = written
        mask.insert(slot)
        written = mask
    }

    /// Remembers that the context has a slot's old value.
    func markNoted(_ slot: Int) {
        var mask = noted
        mask.insert(slot)
        noted = mask
    }
}

extension SlotStorage {
    func clearWritten() { written = SlotMask() }
    func clearNoted() { noted = SlotMask() }
}
