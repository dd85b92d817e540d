// SPDX-License-Identifier: Apache-2.0
// The position keys of ordered relationships: they start at 2048 and step by 1024. A member between two others gets the
// middle. This file has only the arithmetic; OrderWriter.swift reads and writes the keys.

/// Chooses position keys so that as few as possible change.
package enum OrderKeys {
    package static let first: Int64 = 2_048
    package static let step: Int64 = 1_024
    /// The accepted range.
    ///
    /// Keys of a damaged file beyond this range could overflow, so all members get fresh keys.
    private static let sane: ClosedRange<Int64> = -(1 << 50)...(1 << 50)

    /// Strictly increasing keys for members in their new order.
    ///
    /// - Parameter present: The present keys of the members, in the new order; nil for new members.
    /// - Returns: The new keys of the members.
    package static func keys(_ present: [Int64?]) -> [Int64] {
        let kept = longestIncreasing(present)
        var keys = [Int64](repeating: 0, count: present.count)
        var index = 0
        var lower: Int64?
        while index < present.count {
            if kept[index], let key = present[index] {
                keys[index] = key
                lower = key
                index += 1
                continue
            }
            let end = (index..<present.count).first { kept[$0] } ?? present.count
            let upper = end < present.count ? present[end] : nil
            guard let gap = fill(end - index, above: lower, below: upper) else { return fresh(present.count) }
            keys.replaceSubrange(index..<end, with: gap)
            lower = gap.last
            index = end
        }
        return keys
    }

    private static func fresh(_ count: Int) -> [Int64] { (0..<count).map { first + step * Int64($0) } }

    /// Keys for a run of members between two kept keys; nil when there is no room.
    private static func fill(_ count: Int, above lower: Int64?, below upper: Int64?) -> [Int64]? {
        guard let upper else {
            let start = lower.map { $0 + step } ?? first
            return (0..<count).map { start + step * Int64($0) }
        }
        let bottom = lower ?? min(upper - step * Int64(count + 1), 0)
        let room = upper - bottom
        guard room > Int64(count) else { return nil }
        return (1...count).map {
            bottom + room / Int64(count + 1) * Int64($0) + room % Int64(count + 1) * Int64($0)
                / Int64(count + 1)
        }
    }

    /// Marks the members that keep their keys: a longest strictly increasing subsequence of the accepted keys.
    private static func longestIncreasing(_ present: [Int64?]) -> [Bool] {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: present.count)
        for (index, key) in present.enumerated() {
            guard let key, sane.contains(key) else { continue }
            // `tails` has only members with keys.
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if present[tails[middle]]! < key { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low < tails.count { tails[low] = index } else { tails.append(index) }
        }
        var kept = [Bool](repeating: false, count: present.count)
        var current = tails.last ?? -1
        while current >= 0 {
            kept[current] = true
            current = previous[current]
        }
        return kept
    }
}
