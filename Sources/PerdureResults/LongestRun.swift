// SPDX-License-Identifier: Apache-2.0
// Which members of a reordered list need not be moved.

/// Finds the longest increasing subsequence of numbers.

enum LongestRun {
    /// The indexes of the longest increasing subsequence; costs n log n.
    ///
    /// - Parameter numbers: different numbers, in any order.
    /// - Returns: the indexes, ascending.
    static func indexes(in numbers: [Int]) -> [Int] {
        // For each length: the index of the smallest number that ends an increasing subsequence of that length.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var result: [Int] = []
        var place = ends.last ?? -1
        while place >= 0 {
            result.append(place)
            place = previous[place]
        }
        return result.reversed()
    }
}
