// SPDX-License-Identifier: Apache-2.0
// What several stores answer to the plans of PlanGenerator.swift, and whether the answers are the same.

import Foundation
import PerdurePredicates
import PerdureStore

/// The answers to one plan, of a store in memory and of another one.
package struct FetchAnswers {
    /// What came of it.
    package enum Outcome: Sendable {
        /// The same results, and whether they say something.
        case same(isTelling: Bool)
        /// The store has no form for the plan.
        case refused(String)
        case overflow
        case different(String)
    }

    /// Asks both.
    package static func compare(
        _ plan: FetchPlan, _ store: any StoreEngine, _ memory: any StoreEngine
    ) -> Outcome {
        let (stored, expected) = (Result { try store.fetch(plan) }, Result { try memory.fetch(plan) })
        switch (stored, expected) {
        case (.success(let found), .success(let wanted)):
            guard isSame(found, wanted, isOrdered: !plan.sort.isEmpty) else {
                return .different("\(text(plan))\n   store \(found)\n   memory \(wanted)")
            }
            return .same(isTelling: count(found) > 1)
        case (.failure(let error), _) where "\(error)".contains("integer overflow"): return .overflow
        case (.success, .failure(let error)) where "\(error)".contains("integer overflow"): return .overflow
        case (.failure(StoreError.unsupported(let request)), _):
            return .refused(request.reason.prefix(110).description)
        // The server reads groups by the text of their keys, and refuses what it does not know again before anything runs.
        case (.failure(StoreError.refused(let refusal)), _) where refusal.state == "42803":
            return .refused("42803")
        case (.failure(let error), _): return .different("\(text(plan))\n   store: \(error)")
        case (.success(let found), .failure(let error)):
            return .different("\(text(plan))\n   store \(found)\n   memory: \(error)")
        }
    }

    private static func count(_ outcome: FetchOutcome) -> Int {
        switch outcome {
        case .rows(let rows): rows.count
        case .keys(let keys): keys.count
        case .count(let count): count
        case .tuples(let tuples): tuples.count
        }
    }

    private static func isSame(_ left: FetchOutcome, _ right: FetchOutcome, isOrdered: Bool) -> Bool {
        switch (left, right) {
        case (.keys(let left), .keys(let right)): return isOrdered ? left == right : Set(left) == Set(right)
        case (.count(let left), .count(let right)): return left == right
        case (.tuples(let left), .tuples(let right)):
            guard left.count == right.count else { return false }
            guard isOrdered else { return haveSameTuples(left, right) }
            return zip(left, right).allSatisfy { $0.elementsEqual($1, by: isSame) }
        default: return false
        }
    }

    /// Whether two lists of equal length have the same tuples in some order.
    private static func haveSameTuples(_ left: [[StoredValue]], _ right: [[StoredValue]]) -> Bool {
        var rest = right
        return left.allSatisfy { tuple in
            guard let place = rest.firstIndex(where: { $0.elementsEqual(tuple, by: isSame) }) else {
                return false
            }
            rest.remove(at: place)
            return true
        }
    }

    /// Numbers are the same whatever form they have; sums of doubles depend on the order of the rows.
    private static func isSame(_ left: StoredValue, _ right: StoredValue) -> Bool {
        if left == right { return true }
        guard let left = number(left), let right = number(right) else { return false }
        if left == right || left.isNaN && right.isNaN { return true }
        guard left.isFinite, right.isFinite else { return false }
        return abs(left - right) <= 1e-12 * max(abs(left), abs(right))
    }

    private static func number(_ value: StoredValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .decimal(let box): Double("\(box.value)")
        default: nil
        }
    }

    // MARK: - Words

    /// A plan in words.
    package static func text(_ plan: FetchPlan) -> String {
        var words = ["entity \(plan.entity), \(plan.nullSemantics)"]
        if case .tuples(let shape) = plan.shape {
            words.append(shape.isDistinct ? "distinct" : "all")
            words += shape.columns.map {
                "\($0.name): \(PredicatePrinter.format($0.expression)) as \($0.type)"
            }
            words += shape.groupBy.map { "by \(PredicatePrinter.format($0))" }
            if let having = shape.having { words.append("having \(PredicatePrinter.format(having))") }
        } else {
            words.append("\(plan.shape)")
        }
        if let predicate = plan.predicate { words.append("where \(PredicatePrinter.format(predicate))") }
        words += plan.sort.map {
            "sort \($0.keys.joined(separator: ".")) \($0.isAscending ? "up" : "down") \($0.collation)"
        }
        if let limit = plan.limit { words.append("limit \(limit)") }
        if plan.offset > 0 { words.append("offset \(plan.offset)") }
        return words.joined(separator: "; ")
    }
}

/// What was found over many plans.
package struct FetchTally: CustomStringConvertible {
    package private(set) var differences: [String] = []
    package private(set) var telling = 0
    package private(set) var refused = 0
    package private(set) var reasons: [String: Int] = [:]
    private var overflows = 0
    private var all = 0

    package init() {}

    package mutating func add(_ outcome: FetchAnswers.Outcome) {
        all += 1
        switch outcome {
        case .same(let isTelling): telling += isTelling ? 1 : 0
        case .overflow: overflows += 1
        case .different(let words): differences.append(words)
        case .refused(let reason):
            refused += 1
            reasons[reason, default: 0] += 1
        }
    }

    /// The shortest ones: those that are easiest to understand.
    package var report: String {
        let shortest = differences.sorted { $0.utf8.count < $1.utf8.count }.prefix(25)
        return "\(differences.count) differences\n" + shortest.joined(separator: "\n")
    }

    package var description: String {
        "\(all) answers, \(telling) telling, \(refused) refused, \(overflows) overflows, \(differences.count) differences"
    }
}
