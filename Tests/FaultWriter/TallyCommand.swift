// SPDX-License-Identifier: Apache-2.0
// Fairness: a writer that saves as fast as it can, beside others that do the same.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// tally STORE SECONDS: adds 1 to a counter of its own as often as it can.
    ///
    /// Prints how many saves returned and how many microseconds the longest took.
    static func tally(_ url: URL, _ seconds: Double) throws {
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        var longest = Duration.zero
        var saves = 0
        let counter = try context.performAndWait {
            let counter = context.insert("Counter", ["value": 0])
            try context.save()
            return counter
        }
        // All of them begin when all are there.
        say("ready")
        _ = readLine()
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            let start = ContinuousClock.now
            try context.performAndWait {
                counter.setValue(saves + 1, forKey: "value")
                try context.save()
            }
            longest = max(longest, ContinuousClock.now - start)
            saves += 1
        }
        say("\(saves) \(Int(longest / .microseconds(1)))")
    }
}
