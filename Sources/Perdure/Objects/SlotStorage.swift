// SPDX-License-Identifier: Apache-2.0
// The values of one object: those of its snapshot, or a heap block of its own with a small header, followed by one
// SlotValue per slot. Unsafe memory is fenced here. SlotAccessors.swift reads and writes it for generated code.

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
    /// Of a new object: what it was inserted with, where that is not what the model says.
    var firstValues: FirstValues?
    /// Of an object of a parent: the saves that the context has made of it since it was filled.
    var ownSaves: OwnSaves?
}

/// Versions of a row between which nobody but one context has written it.
struct OwnSaves {
    var first: Int64
    var last: Int64
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

/// Where the values of an object lie: in the row that is its snapshot, in a block of its own, or, for a fault, nowhere.
///
/// An object without changes reads its snapshot itself. The first change gives it a block of its own, which begins as
/// a copy: the snapshot and the change, apart. It is a pointer with the object's name on it: the object lets go of what
/// it refers to in deinit or when it turns into a fault. Copies of this value are never kept.
struct SlotStorage {
    // The address of the first slot, in a row or in a block whose header stands before it. One allocation holds header
    // and slots, because a Swift array would cost a second one and an exclusivity check per access. Valid until
    // `deallocate()`, which only the object calls.
    //
    // The lowest bits of the address, which alignment leaves free, are marks, so that one test is all that a read needs.
    private var word: UInt

    /// Accessors must not read the slots directly: of a fault, where it stands alone, and of special objects.
    private static var indirect: UInt { 1 }
    /// The slots are those of a row, which is retained, and must not be written.
    private static var shared: UInt { 2 }

    static var fault: SlotStorage { SlotStorage() }

    private init() { word = Self.indirect }

    /// The bits of an address that are used as marks.
    static var marks: UInt { indirect | shared }

    /// How far the slots are behind the header of a block of its own.
    @inline(__always) static var offset: Int {
        let mask = MemoryLayout<SlotValue>.alignment - 1
        return (MemoryLayout<SlotHeader>.size + mask) & ~mask
    }

    /// Values of the object's own.
    init(values: ContiguousArray<SlotValue>, row: Row?) {
        self = values.withUnsafeBufferPointer { Self(copying: $0, row: row) }
    }

    /// The values of a row, as long as none changes.
    init(sharing row: Row) {
        // A stored value has the same bytes in a slot (MemoryAssumptions.swift).
        word = UInt(bitPattern: row.block.slots) | Self.shared
        _ = Unmanaged.passRetained(row.block)
    }

    private init(copying values: UnsafeBufferPointer<SlotValue>, row: Row?) {
        let size = Self.offset + values.count * MemoryLayout<SlotValue>.stride
        let alignment = max(MemoryLayout<SlotValue>.alignment, MemoryLayout<SlotHeader>.alignment)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        memory.bindMemory(to: SlotHeader.self, capacity: 1).initialize(
            to: SlotHeader(
                row: row, written: SlotMask(), noted: SlotMask(), extras: nil, count: values.count))
        let slots = (memory + Self.offset).bindMemory(to: SlotValue.self, capacity: values.count)
        // An empty array may have no base address, and then there is nothing to copy.
        if let first = values.baseAddress { slots.initialize(from: first, count: values.count) }
        word = UInt(bitPattern: slots)
    }

    func deallocate() {
        guard let slots else { return }
        if isShared { return sharedBlock(slots).release() }
        let header = header(slots)
        slots.deinitialize(count: header.pointee.count)
        header.deinitialize(count: 1)
        UnsafeMutableRawPointer(header).deallocate()
    }

    /// The first slot; nil for a fault.
    @inline(__always) private var slots: UnsafeMutablePointer<SlotValue>? {
        UnsafeMutablePointer(bitPattern: word & ~(Self.indirect | Self.shared))
    }

    @inline(__always) private var isShared: Bool { word & Self.shared != 0 }

    /// Whether there is a block of its own: only such a one refers to objects.
    @inline(__always) var ownsSlots: Bool { !isShared && slots != nil }

    /// The header of a block of its own.
    @inline(__always) private func header(_ slots: UnsafeMutablePointer<SlotValue>)
        -> UnsafeMutablePointer<SlotHeader>
    {
        (UnsafeMutableRawPointer(slots) - Self.offset).assumingMemoryBound(to: SlotHeader.self)
    }

    /// The same, if there is one: neither a fault nor an object that reads its snapshot has it.
    @inline(__always) private var ownHeader: UnsafeMutablePointer<SlotHeader>? {
        isShared ? nil : slots.map { header($0) }
    }

    private func sharedBlock(_ slots: UnsafeMutablePointer<SlotValue>) -> Unmanaged<RowBlock> {
        Unmanaged.fromOpaque(UnsafeMutableRawPointer(slots) - RowBlock.slotOffset)
    }

    /// Gives the object a block of its own, unless it has one or is a fault.
    @inline(__always) private mutating func own() { if isShared { copySnapshot() } }

    @inline(never) private mutating func copySnapshot() {
        guard let slots else { return }
        // The reference that was held for the snapshot goes over to the new block's header.
        let row = Row(sharedBlock(slots).takeRetainedValue())
        let mark = word & Self.indirect
        self = Self(copying: UnsafeBufferPointer(start: slots, count: row.count), row: row)
        word |= mark
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
    @inline(__always) var count: Int {
        guard let slots else { return 0 }
        return isShared
            ? sharedBlock(slots)._withUnsafeGuaranteedRef { Int($0.header.count) }
            : header(slots).pointee.count
    }

    /// Where the value of a slot lies; only for storage that `isDirect`.
    @inline(__always) func directPlace(of slot: Int) -> SlotPlace {
        assert(slot >= 0 && slot < count)
        // Without the mark of a fault, the word is an address.
        let first = UnsafePointer<SlotValue>(bitPattern: word & ~Self.shared).unsafelyUnwrapped
        return SlotPlace(address: first + slot)
    }

    /// Where the value of a slot lies; that of a null for a fault, and without a slot.
    func place(of slot: Int?) -> SlotPlace {
        guard let slots, let slot, slot >= 0 && slot < count else { return .null }
        return SlotPlace(address: slots + slot)
    }

    /// The value of a slot, null for a fault; setting does nothing to a fault.
    @inline(__always) subscript(slot: Int) -> SlotValue {
        get {
            guard let slots else { return .null }
            assert(slot >= 0 && slot < count)
            return slots[slot]
        }
        set {
            own()
            guard let slots else { return }
            assert(slot >= 0 && slot < count)
            slots[slot] = newValue
        }
    }

    /// The snapshot.
    var row: Row? {
        get {
            guard let slots else { return nil }
            guard isShared else { return header(slots).pointee.row }
            return Row(sharedBlock(slots).takeUnretainedValue())
        }
        set {
            if isShared, row === newValue { return }
            own()
            ownHeader?.pointee.row = newValue
        }
    }

    var written: SlotMask {
        get { ownHeader?.pointee.written ?? SlotMask() }
        set {
            if !newValue.isEmpty { own() }
            ownHeader?.pointee.written = newValue
        }
    }

    var noted: SlotMask {
        get { ownHeader?.pointee.noted ?? SlotMask() }
        set {
            if !newValue.isEmpty { own() }
            ownHeader?.pointee.noted = newValue
        }
    }

    /// nil when nothing was put there yet, and for a fault.
    var extras: SlotExtras? { ownHeader?.pointee.extras }

    /// The extras, made when they are not there; nil for a fault.
    mutating func makeExtras() -> SlotExtras? {
        own()
        guard let header = ownHeader else { return nil }
        if let extras = header.pointee.extras { return extras }
        let made = SlotExtras()
        header.pointee.extras = made
        return made
    }

    /// Writes a slot as `write` does and gives what was there, which costs no count of references.
    @inline(__always) mutating func exchange(_ value: consuming SlotValue, at slot: Int) -> SlotValue {
        own()
        guard let slots else { return .null }
        assert(slot >= 0 && slot < count)
        let place = slots + slot
        let former = place.move()
        place.initialize(to: value)
        header(slots).pointee.written.insert(slot)
        return former
    }

    /// Writes a slot and remembers that it was written.
    @inline(__always) mutating func write(_ value: SlotValue, at slot: Int) {
        own()
        guard let slots else { return }
        assert(slot >= 0 && slot < count)
        slots[slot] = value
        header(slots).pointee.written.insert(slot)
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
    mutating func markWritten(_ slot: Int) {
        var mask = written
        mask.insert(slot)
        written = mask
    }

    /// Remembers that the context has a slot's old value.
    mutating func markNoted(_ slot: Int) {
        var mask = noted
        mask.insert(slot)
        noted = mask
    }
}

extension SlotStorage {
    mutating func clearWritten() { written = SlotMask() }
    mutating func clearNoted() { noted = SlotMask() }
}
