// SPDX-License-Identifier: Apache-2.0
// The values of one object: its snapshot's, or a heap block of its own with a small header and one SlotValue per slot.
// Unsafe memory is fenced here. SlotAccessors.swift reads and writes it for generated code.

import CSwiftRuntime
import PerdureStore

/// The header before the slots of a block.
struct SlotHeader {
    /// The snapshot: nil for an object that was never saved.
    var row: Row?
    /// Slots that were written since the snapshot; a comparison tells whether they changed.
    var written: SlotMask
    /// Slots whose old value the context has noted in this event.
    var noted: SlotMask
    /// Further facts of the few objects that need them; else nil.
    var extras: SlotExtras?
    let count: Int
}

/// Where the values of an object lie: in the row that is its snapshot, in a block of its own, or, for a fault, nowhere.
///
/// An object without changes reads the row of its snapshot. Its first change gives it a block of its own with a copy of
/// the row's values, so that the snapshot stays unchanged. This value is a pointer that the object manages: the object
/// releases its memory in deinit or when it turns into a fault. Copies of this value are never kept.
package struct SlotStorage {
    // The address of the first slot, in a row or in a block with its header before it. One allocation holds header and
    // slots, because a Swift array would cost a second one and an exclusivity check per access. The address is valid
    // until `deallocate()`, which only the object calls.
    //
    // Alignment leaves the lowest bits of the address free. They are marks, so that a read needs only one test.
    private var word: UInt

    /// Accessors must not read the slots directly; set for special objects, and alone for a fault.
    private static var indirect: UInt { 1 }
    /// The slots belong to a row, which is retained; they must not be written.
    private static var shared: UInt { 2 }

    static var fault: SlotStorage { SlotStorage() }

    private init() { word = Self.indirect }

    /// The bits of an address that are used as marks.
    static var marks: UInt { indirect | shared }

    /// The offset of the slots from the header of a block.
    @inline(__always) static var offset: Int {
        let mask = MemoryLayout<SlotValue>.alignment - 1
        return (MemoryLayout<SlotHeader>.size + mask) & ~mask
    }

    /// Copies values into a block of the object's own.
    init(values: ContiguousArray<SlotValue>, row: Row?) {
        self = values.withUnsafeBufferPointer { Self(copying: $0, row: row) }
    }

    /// Shares the values of a row until one changes.
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

    /// Asks the processor for the memory of the values and of what stands before them.
    @inline(__always) func prefetch() {
        let address = UnsafeRawPointer(bitPattern: word & ~Self.marks)
        perdure_prefetch(address.map { $0 - Self.offset })
        perdure_prefetch(address)
    }

    /// Whether the object has a block of its own: only such a block refers to objects.
    @inline(__always) var ownsSlots: Bool { !isShared && slots != nil }

    /// The header of a block of its own.
    @inline(__always) private func header(_ slots: UnsafeMutablePointer<SlotValue>)
        -> UnsafeMutablePointer<SlotHeader>
    {
        (UnsafeMutableRawPointer(slots) - Self.offset).assumingMemoryBound(to: SlotHeader.self)
    }

    /// The header of the object's own block; nil for a fault and for an object that shares its row.
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
        // The new block's header takes over the reference to the row.
        let row = Row(sharedBlock(slots).takeRetainedValue())
        let mark = word & Self.indirect
        self = Self(copying: UnsafeBufferPointer(start: slots, count: row.count), row: row)
        word |= mark
    }

    @inline(__always) var isFault: Bool { word == Self.indirect }

    /// Whether accessors may read the slots by the numbers in their code; false for faults and special objects.
    @inline(__always) var isDirect: Bool { word & Self.indirect == 0 }

    /// Whether the object is marked as special (NSManagedObject+SpecialReading.swift); false for a fault.
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

    /// The memory of a slot's value; only for storage that `isDirect`.
    @inline(__always) func directAddress(of slot: Int) -> SlotAddress {
        assert(slot >= 0 && slot < count)
        // Without the mark of a fault, the word is an address.
        let first = UnsafePointer<SlotValue>(bitPattern: word & ~Self.shared).unsafelyUnwrapped
        return SlotAddress(address: first + slot)
    }

    /// The memory of a slot's value; the memory of a null for a fault, and without a slot.
    func address(of slot: Int?) -> SlotAddress {
        guard let slots, let slot, slot >= 0 && slot < count else { return .null }
        return SlotAddress(address: slots + slot)
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

    /// The extras; nil for a fault, and before the object has any.
    var extras: SlotExtras? { ownHeader?.pointee.extras }

    /// The extras, made if the object has none; nil for a fault.
    mutating func makeExtras() -> SlotExtras? {
        own()
        guard let header = ownHeader else { return nil }
        if let extras = header.pointee.extras { return extras }
        let made = SlotExtras()
        header.pointee.extras = made
        return made
    }

    /// Writes a slot as `write` does and gives the former value without counting references.
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

/// The memory of a slot's value, for reading one payload without a copy of the whole value.
///
/// Read it at once: the next change or the end of the object makes it invalid.
struct SlotAddress {
    fileprivate let address: UnsafePointer<SlotValue>

    fileprivate init(address: UnsafePointer<SlotValue>) { self.address = address }

    @inline(__always) var value: SlotValue { address.pointee }

    /// The memory of a null that is never written and never freed.
    static var null: SlotAddress { SlotAddress(address: nullAddress) }

    private nonisolated(unsafe) static let nullAddress: UnsafePointer<SlotValue> = {
        let place = UnsafeMutablePointer<SlotValue>.allocate(capacity: 1)
        place.initialize(to: .null)
        return UnsafePointer(place)
    }()
}

extension SlotStorage {
    /// Remembers that the value which a slot refers to has changed.
    mutating func markWritten(_ slot: Int) {
        var mask = written
        mask.insert(slot)
        written = mask
    }

    /// Remembers that the context has noted a slot's old value.
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
