// SPDX-License-Identifier: Apache-2.0
// The inside of IdentityMap.swift: the objects of one hierarchy by their numbers, in a hash table with open addressing.
// A dictionary of references took a tenth of a fetch's time. Only this file has the map's unsafe memory and calls of
// the runtime's reference counts.

import CSwiftRuntime

/// Weakly held objects by number.
///
/// Eight consecutive numbers share a group of places: primary keys are dense, and fetches go through them in order.
final class IdentityTable {
    /// A number and the address of its object.
    ///
    /// The reference is unowned: it keeps the memory, not the object.
    private struct Entry {
        var number: Int64
        var address: UnsafeMutableRawPointer?
    }

    // Exclusivity checks are off for these fields: they would cost more than a lookup. They are not needed: the context
    // is confined to its queue, and no body that is called here uses the table.
    @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
    /// The number of groups of eight places.
    ///
    /// A search that reaches the end of the places goes on at their start.
    @exclusivity(unchecked) private var groups: Int
    /// The number of places that are not empty; removed places count.
    @exclusivity(unchecked) private var used = 0
    @exclusivity(unchecked) private var multiplier = IdentityTable.goldenRatio

    /// Spreads consecutive groups evenly.
    private static let goldenRatio: UInt64 = 0x9E37_79B9_7F4A_7C15
    /// Marks a place whose object was removed; searches go on past it.
    private static var removed: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }
    /// The number of steps after which a search suggests that the numbers were chosen to collide.
    private static let longestSearch = 512

    init() {
        groups = 2
        entries = Self.makeEntries(groups)
    }

    deinit {
        forEachAddress { swift_unownedRelease($0) }
        entries.deallocate()
    }

    private static func makeEntries(_ groups: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: groups * 8)
        entries.initialize(repeating: Entry(number: 0, address: nil), count: groups * 8)
        return entries
    }

    /// The index at which the search for a number begins.
    @inline(__always) private func start(_ number: Int64) -> Int {
        let group = (UInt64(bitPattern: number) >> 3) &* multiplier
        let index = Int(truncatingIfNeeded: group.multipliedFullWidth(by: UInt64(groups)).high)
        return index * 8 + Int(truncatingIfNeeded: number & 7)
    }

    /// The place of a number, or the empty place at the end of the search, and the length of the search.
    @inline(__always) private func find(_ number: Int64) -> (index: Int, steps: Int) {
        var index = start(number)
        var steps = 0
        while let address = entries[index].address {
            if entries[index].number == number, address != Self.removed { break }
            index = index + 1 == groups * 8 ? 0 : index + 1
            steps += 1
        }
        return (index, steps)
    }

    /// The object that bears a number; nil when there is none, or the object is gone.
    @inline(__always) subscript(number: Int64) -> NSManagedObject? {
        // The place is empty, or holds an address whose memory the table keeps.
        guard let address = entries[find(number).index].address, let retained = swift_tryRetain(address)
        else {
            return nil
        }
        return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
    }

    func insert(_ object: NSManagedObject, _ number: Int64) {
        reserve(1)
        let address = Unmanaged.passUnretained(object).toOpaque()
        _ = swift_unownedRetain(address)
        let (index, steps) = find(number)
        if let former = entries[index].address {
            swift_unownedRelease(former)
        } else {
            used += 1
        }
        entries[index] = Entry(number: number, address: address)
        if steps > Self.longestSearch { scatter() }
    }

    /// Removes the object with a number.
    func remove(_ number: Int64) {
        let index = find(number).index
        guard let address = entries[index].address else { return }
        entries[index].address = Self.removed
        swift_unownedRelease(address)
    }

    /// Makes room for more objects at once.
    func reserve(_ more: Int) {
        // A quarter of the places stays empty: otherwise searches grow long.
        guard (used + more) * 4 > groups * 24 else { return }
        let living = gatherLiving()
        // A single insertion doubles the room, so that insertions pay for the growth. A large reservation gets its
        // exact size.
        let room = max(living + more, living * 2, 12)
        spread(living, groups: room / 6 + 1)
    }

    /// Hashes all numbers anew with a random factor.
    private func scatter() {
        multiplier = UInt64.random(in: 0...UInt64.max) | 1
        spread(gatherLiving(), groups: groups)
    }

    /// Moves the living objects to the first places, where searches do not find them; returns their number.
    ///
    /// Where a sample is alive, all count as such: the objects lie anywhere in memory, and to look at each takes longer than all else.
    private func gatherLiving() -> Int {
        let looks = sampleShowsGone()
        var living = 0
        for index in 0..<groups * 8 {
            if looks, index + 16 < groups * 8 { perdure_prefetch(entries[index + 16].address) }
            guard let address = entries[index].address, address != Self.removed else { continue }
            if looks, swift_isDeallocating(address) {
                swift_unownedRelease(address)
            } else {
                entries[living] = entries[index]
                living += 1
            }
        }
        return living
    }

    /// Whether one of some objects is gone; true for a small table, of which all are to be looked at.
    private func sampleShowsGone() -> Bool {
        let places = groups * 8
        guard places > 4096 else { return true }
        // The start is random, so that no pattern hides the objects that are gone from every sample.
        let start = Int.random(in: 0..<places)
        for step in 0..<64 {
            guard let address = entries[(start + step * (places / 64 | 1)) % places].address else { continue }
            if address == Self.removed || swift_isDeallocating(address) { return true }
        }
        return false
    }

    /// Puts the gathered objects into the places of a new table.
    private func spread(_ living: Int, groups count: Int) {
        let old = entries
        (entries, groups, used) = (Self.makeEntries(count), count, living)
        for index in 0..<living { entries[find(old[index].number).index] = old[index] }
        old.deallocate()
    }

    /// Calls a body with each living object.
    func forEach(_ body: (NSManagedObject) -> Void) {
        forEachAddress { address in
            guard let retained = swift_tryRetain(address) else { return }
            body(Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue())
        }
    }

    private func forEachAddress(_ body: (UnsafeMutableRawPointer) -> Void) {
        for index in 0..<groups * 8 {
            // Bodies read the objects' reference counts, which lie anywhere in memory.
            if index + 16 < groups * 8 { perdure_prefetch(entries[index + 16].address) }
            if let address = entries[index].address, address != Self.removed { body(address) }
        }
    }
}

extension IdentityTable {
    /// What contradicts the table's own rules: nothing when it is sound.
    ///
    /// Looks at every place.
    func checkInvariants() -> [String] {
        let filled = (0..<groups * 8).filter { entries[$0].address != nil }
        var problems: [String] = []
        if filled.count != used { problems.append("\(filled.count) places are filled, \(used) are counted") }
        if used == groups * 8 { problems.append("no place is empty, so that no search would end") }
        for index in filled where entries[index].address != Self.removed {
            let number = entries[index].number
            if find(number).index != index {
                problems.append("a search for \(number) does not find its place")
            }
        }
        forEachEntry { number, object in
            if object.number != number { problems.append("object \(object.number) lies under \(number)") }
        }
        return problems
    }

    private func forEachEntry(_ body: (Int64, NSManagedObject) -> Void) {
        for index in 0..<groups * 8 {
            guard let address = entries[index].address, address != Self.removed,
                let retained = swift_tryRetain(address)
            else { continue }
            body(entries[index].number, Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue())
        }
    }
}
