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
    /// What few objects need; nil for the others.
    var extras: SlotExtras?
    let count: Int
}

/// What few objects keep beside their values, until they become faults.
final class SlotExtras {
    /// Changes that were announced and not ended yet.
    var openChanges: [OpenChange] = []
    /// What is kept for as long as the object has its values (Patterns/NSManagedObject+Companions.swift).
    var companions: [AnyHashable: AnyObject] = [:]
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
    //
    // The lowest bit of the address, which alignment leaves free, says that accessors must not read the slots
    // directly: of a fault, where it stands alone, and of special objects. So one test is all that a read needs.
    private var word: UInt

    private static var indirect: UInt { 1 }

    static var fault: SlotStorage { SlotStorage() }

    private init() { word = Self.indirect }

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
                row: row, written: SlotMask(), noted: SlotMask(), extras: nil, count: values.count))
        let slots = (memory + Self.offset).bindMemory(to: SlotValue.self, capacity: values.count)
        values.withUnsafeBufferPointer { source in
            // An empty array may have no base address, and then there is nothing to copy.
            if let first = source.baseAddress { slots.initialize(from: first, count: source.count) }
        }
        word = UInt(bitPattern: header)
    }

    func deallocate() {
        guard let base else { return }
        slots(base).deinitialize(count: base.pointee.count)
        base.deinitialize(count: 1)
        UnsafeMutableRawPointer(base).deallocate()
    }

    @inline(__always) private var base: UnsafeMutablePointer<SlotHeader>? {
        UnsafeMutablePointer(bitPattern: word & ~Self.indirect)
    }

    @inline(__always) var isFault: Bool { word == Self.indirect }

    /// Whether accessors may read the slots by the numbers that stand in their code: no for faults, and for
    /// objects marked as special.
    @inline(__always) var isDirect: Bool { word & Self.indirect == 0 }

    /// Whether accessors must ask first (NSManagedObject+SpecialReading.swift); false for a fault.
    var isSpecial: Bool {
        get { !isDirect && !isFault }
        set { if !isFault { word = newValue ? word | Self.indirect : word & ~Self.indirect } }
    }

    /// The number of slots; 0 for a fault.
    var count: Int { base?.pointee.count ?? 0 }

    @inline(__always) private func slots(_ header: UnsafeMutablePointer<SlotHeader>)
        -> UnsafeMutablePointer<SlotValue>
    {
        (UnsafeMutableRawPointer(header) + Self.offset).assumingMemoryBound(to: SlotValue.self)
    }

    /// Where the value of a slot lies; only for storage that `isDirect`.
    @inline(__always) func directPlace(of slot: Int) -> SlotPlace {
        // Without the mark, the word is an address.
        let base = UnsafeMutablePointer<SlotHeader>(bitPattern: word).unsafelyUnwrapped
        assert(slot >= 0 && slot < base.pointee.count)
        return SlotPlace(address: slots(base) + slot)
    }

    /// Where the value of a slot lies; that of a null for a fault, and without a slot.
    func place(of slot: Int?) -> SlotPlace {
        guard let base, let slot, slot >= 0 && slot < base.pointee.count else { return .null }
        return SlotPlace(address: slots(base) + slot)
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

    /// nil when nothing was put there yet, and for a fault.
    var extras: SlotExtras? { base?.pointee.extras }

    /// The extras, made when they are not there; nil for a fault.
    func makeExtras() -> SlotExtras? {
        guard let base else { return nil }
        if let extras = base.pointee.extras { return extras }
        let made = SlotExtras()
        base.pointee.extras = made
        return made
    }

    /// Writes a slot as `write` does and gives what was there, which costs no count of references.
    @inline(__always) func exchange(_ value: consuming SlotValue, at slot: Int) -> SlotValue {
        guard let base else { return .null }
        assert(slot >= 0 && slot < base.pointee.count)
        let place = slots(base) + slot
        let former = place.move()
        place.initialize(to: value)
        base.pointee.written.insert(slot)
        return former
    }

    /// Writes a slot and remembers that it was written.
    @inline(__always) func write(_ value: SlotValue, at slot: Int) {
        guard let base else { return }
        assert(slot >= 0 && slot < base.pointee.count)
        slots(base)[slot] = value
        base.pointee.written.insert(slot)
    }
}

/// Where the value of a slot lies, so that one payload can be read without a copy of the whole value.
///
/// To be read at once: the next change of the object, or its end, makes it invalid.
struct SlotPlace {
    fileprivate let address: UnsafePointer<SlotValue>

    fileprivate init(address: UnsafePointer<SlotValue>) { self.address = address }

    @inline(__always) var value: SlotValue { address.pointee }

    /// Of a null that is never written and never freed.
    static var null: SlotPlace { SlotPlace(address: nullAddress) }

    private nonisolated(unsafe) static let nullAddress: UnsafePointer<SlotValue> = {
        let place = UnsafeMutablePointer<SlotValue>.allocate(capacity: 1)
        place.initialize(to: .null)
        return UnsafePointer(place)
    }()
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
