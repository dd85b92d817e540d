// SPDX-License-Identifier: Apache-2.0
// Compares what was counted with the budgets: what is above one fails, what is below one is told.

import Foundation
import Workloads

/// Counts beside their budgets.
struct BudgetReview {
    // Statements are the same on every run, and allocations nearly so: a thread that starts, or a table that grows while
    // another thread looks, makes a block more or less. Bytes depend on what malloc had left over besides.
    private static let allocationMargin = (share: 0.02, least: 0.05)
    private static let byteMargin = (share: 0.05, least: 32.0)

    private let counted: Budgets
    private let budgets: Budgets
    private(set) var excesses: [String] = []
    private(set) var savings: [String] = []

    init(counted: Budgets, budgets: Budgets) {
        (self.counted, self.budgets) = (counted, budgets)
        for (name, counts) in counted.work.sorted(by: { $0.key < $1.key }) {
            if let budget = budgets.work[name] {
                compare(name, counts, budget)
            } else {
                excesses.append("\(name): has no budget")
            }
        }
        for name in budgets.work.keys.sorted() where counted.work[name] == nil {
            excesses.append("\(name): has a budget, but was not counted")
        }
    }

    /// Memory is compared only where the budgets were recorded with the same compiler for the same processor.
    var comparesMemory: Bool {
        (counted.compiler, counted.architecture) == (budgets.compiler, budgets.architecture)
    }

    private mutating func compare(_ name: String, _ counts: Budget, _ budget: Budget) {
        note("\(name): statements prepared", Double(counts.prepared), Double(budget.prepared), 0)
        note("\(name): texts executed", Double(counts.executed), Double(budget.executed), 0)
        note("\(name): steps", Double(counts.stepped), Double(budget.stepped), 0)
        guard comparesMemory else { return }
        let (blocks, bytes) = (budget.allocationsPerObject, budget.keptBytesPerObject)
        note(
            "\(name): allocations per object", counts.allocationsPerObject, blocks,
            max(Self.allocationMargin.least, blocks * Self.allocationMargin.share))
        note(
            "\(name): bytes kept per object", counts.keptBytesPerObject, bytes,
            max(Self.byteMargin.least, bytes * Self.byteMargin.share))
    }

    private mutating func note(_ what: String, _ count: Double, _ budget: Double, _ margin: Double) {
        let text = String(format: "%.8g instead of %.8g", count, budget)
        if count > budget + margin { excesses.append("\(what): \(text)") }
        if count < budget - margin { savings.append("\(what): \(text)") }
    }

    /// Says what differs.
    ///
    /// - Throws: `BenchmarkFailure` when a budget is exceeded.
    func report() throws {
        if !comparesMemory {
            print(
                "budgets are of \(budgets.compiler), \(budgets.architecture); "
                    + "with \(counted.compiler), \(counted.architecture) only statements are compared")
        }
        for saving in savings { print("less: \(saving)") }
        if !savings.isEmpty { print("`make budgets-record` makes the smaller counts the budgets") }
        for excess in excesses { print("MORE: \(excess)") }
        guard excesses.isEmpty else {
            throw BenchmarkFailure(
                "\(excesses.count) count(s) above the budget; where more is wanted, `make budgets-record` and say why"
            )
        }
        print("\(counted.work.count) pieces of work are within their budgets")
    }
}
