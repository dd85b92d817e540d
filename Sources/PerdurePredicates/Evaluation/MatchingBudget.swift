// SPDX-License-Identifier: Apache-2.0
// Limits the time of MATCHES in one fetch. RegularExpressionMatching.swift limits it for one text, and a fetch has many texts.
// Only slow texts count, so that an ordinary pattern may look through a store of any size.

/// The processor time that slow texts of one fetch may take.

import PerdureBase

package final class MatchingBudget: @unchecked Sendable {
    // Sendable because a fetch runs on one thread, and no other knows its budget.

    /// Seconds for all slow texts together.
    package static let limit = 2.0
    /// From how many seconds on a text is slow.
    static let slowText = 0.001

    @TaskLocal static var current: MatchingBudget?

    private let limit: Double
    private var spent = 0.0

    private init(_ limit: Double) { self.limit = limit }

    /// Runs a fetch with a budget; fetches inside of it share the budget.
    ///
    /// - Parameters:
    ///   - seconds: The budget.
    ///   - body: All of the fetch, on the calling thread.
    /// - Returns: What the body gives.
    /// - Throws: What the body throws.
    package static func limiting<Result>(
        to seconds: Double = limit, _ body: () throws -> Result
    ) rethrows -> Result {
        if current != nil { return try body() }
        return try $current.withValue(MatchingBudget(seconds), operation: body)
    }

    /// Adds the time that one text took.
    ///
    /// - Throws: CoreDataException that names the pattern when the budget is used up.
    func spend(_ seconds: Double, on pattern: String) throws {
        guard seconds > Self.slowText else { return }
        spent += seconds
        guard spent > limit else { return }
        throw CoreDataException.invalidArgument(
            "Can't do regex matching, reason: the pattern \"\(pattern)\" is slow on many texts, which took more than "
                + "\(limit) seconds together; repetitions inside of repetitions are the usual cause")
    }
}
