// SPDX-License-Identifier: Apache-2.0
// The counts of the stress test's workers. FaultWriter prints them as a line; the test reads the line.

/// Counts of a stress run.
public struct StressFigures: Sendable {
    /// Saves that returned.
    public var saves = 0
    /// Saves that met a conflict and were repeated.
    public var conflicts = 0
    /// Sums that readers found right.
    public var reads = 0
    /// Changes of accounts that were acknowledged.
    public var touches = 0
    /// The duration of the longest save in microseconds.
    public var longest = 0

    /// Makes counts of no work.
    public init() {}

    /// Reads a line in the form of `text`; nil for any other line.
    ///
    /// - Parameter text: a line.
    public init?(_ text: String) {
        let numbers = text.split(separator: " ").map { Int($0) }
        guard numbers.count == 5, !numbers.contains(nil) else { return nil }
        let values = numbers.compactMap { $0 }
        (saves, conflicts, reads, touches, longest) = (values[0], values[1], values[2], values[3], values[4])
    }

    /// A line with all counts.
    public var text: String { "\(saves) \(conflicts) \(reads) \(touches) \(longest)" }

    /// Adds another worker's counts.
    ///
    /// - Parameter other: its figures.
    public mutating func add(_ other: StressFigures) {
        saves += other.saves
        conflicts += other.conflicts
        reads += other.reads
        touches += other.touches
        longest = max(longest, other.longest)
    }
}
