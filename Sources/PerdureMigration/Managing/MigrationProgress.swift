// SPDX-License-Identifier: Apache-2.0
// How much of a migration is done: three passes, each weighted by the source's objects.

/// Counts the steps of a migration.
struct MigrationProgress {
    /// The objects of the mappings before each, and of all; one more for each mapping, so that none is empty.
    private var before: [Int] = []
    private var total = 1
    private var done = 0
    private var place = (pass: 0, mapping: -1)

    init() {}

    /// - Parameter counts: the source objects of each mapping.
    init(_ counts: [Int]) {
        var sum = 0
        for count in counts {
            before.append(sum)
            sum += count + 1
        }
        before.append(sum)
        total = max(sum, 1)
    }

    /// The progress after one more object of a mapping; nil where it has hardly changed.
    mutating func step(_ pass: Int, _ mapping: Int) -> Double? {
        if place != (pass, mapping) { (place, done) = ((pass, mapping), 0) }
        done += 1
        guard done & 63 == 0 || total < 10_000 else { return nil }
        return value(pass, min(before[mapping] + done, before[mapping + 1]))
    }

    /// The progress at the end of a mapping.
    func finish(_ pass: Int, _ mapping: Int) -> Double { value(pass, before[mapping + 1]) }

    private func value(_ pass: Int, _ objects: Int) -> Double {
        (Double(pass) + Double(objects) / Double(total)) / 3
    }
}
