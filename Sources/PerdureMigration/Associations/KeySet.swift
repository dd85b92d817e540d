// SPDX-License-Identifier: Apache-2.0
// A set of object keys as bits: the numbers of a store lie close together.

import PerdureStore

/// A set of keys that needs few bits for each.
struct KeySet {
    private struct Group: Hashable {
        let root: Int32
        let number: Int64
    }

    private var groups: [Group: UInt64] = [:]
    /// The group of the last insertion, and its bits; they are in `groups` only after the next one.
    private var last: (group: Group, bits: UInt64)?

    /// Adds a key.
    ///
    /// - Returns: Whether it was not there.
    @discardableResult
    mutating func insert(_ key: ObjectKey) -> Bool {
        let group = Group(root: key.root, number: key.number >> 6)
        let bit: UInt64 = 1 << UInt64(key.number & 63)
        if last?.group != group {
            if let last { groups[last.group] = last.bits }
            last = (group, groups[group] ?? 0)
        }
        // Set just above.
        defer { last!.bits |= bit }
        return last!.bits & bit == 0
    }

    /// Whether a key is there.
    func contains(_ key: ObjectKey) -> Bool {
        let group = Group(root: key.root, number: key.number >> 6)
        let bits = last?.group == group ? last?.bits : groups[group]
        return (bits ?? 0) & (1 << UInt64(key.number & 63)) != 0
    }

    /// Removes a key, if it is there.
    mutating func remove(_ key: ObjectKey) {
        flush()
        let group = Group(root: key.root, number: key.number >> 6)
        guard let bits = groups[group] else { return }
        let rest = bits & ~(1 << UInt64(key.number & 63))
        groups[group] = rest == 0 ? nil : rest
    }

    /// The keys by hierarchy, in ascending order; their entities are the roots.
    mutating func sorted() -> [Int32: [ObjectKey]] {
        flush()
        var found: [Int32: [ObjectKey]] = [:]
        for group in groups.keys.sorted(by: { $0.number < $1.number }) {
            let bits = groups[group] ?? 0
            for bit in 0..<64 where bits & (1 << UInt64(bit)) != 0 {
                let number = group.number << 6 + Int64(bit)
                found[group.root, default: []].append(
                    ObjectKey(entity: group.root, root: group.root, number: number))
            }
        }
        return found
    }

    private mutating func flush() {
        if let last { groups[last.group] = last.bits }
        last = nil
    }
}
