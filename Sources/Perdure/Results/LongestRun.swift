// SPDX-License-Identifier: Apache-2.0
// Which members of a list that was put in another order need not be moved.

/// Finds the longest ascending selection of numbers.
enum LongestRun {
    /// The places of the longest selection whose numbers ascend; costs n log n.
    ///
    /// - Parameter numbers: different numbers, in any order.
    /// - Returns: the places, ascending.
    static func places(in numbers: [Int]) -> [Int] {
        // For each length, the place of the smallest number with which a selection of that length ends.
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
