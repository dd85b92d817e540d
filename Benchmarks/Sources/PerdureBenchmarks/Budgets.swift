// SPDX-License-Identifier: Apache-2.0
// Budgets: what a piece of work may ask of SQLite and of malloc, as counts that are the same on every run. Scripts/check-budgets
// compares them with the committed ones; times are never compared. BudgetReview.swift is the comparison.

import Foundation
import Workloads

/// The counts of one piece of work.
struct Budget: Codable, Equatable {
    let objects: Int64
    /// Statements that are prepared, and texts that are executed without.
    let prepared: Int64
    let executed: Int64
    /// Calls of `sqlite3_step`.
    let stepped: Int64
    let allocationsPerObject: Double
    let keptBytesPerObject: Double

    init(_ counts: Counts) {
        objects = counts.objects
        (prepared, executed, stepped) = (counts.prepared, counts.executed, counts.stepped)
        allocationsPerObject = (counts.allocationsPerObject * 100).rounded() / 100
        keptBytesPerObject = counts.keptBytesPerObject.rounded()
    }
}

/// The counts of all pieces of work, and where they come from.
struct Budgets: Codable {
    /// Enough that what happens once per run is little beside what happens once per object.
    static let rows: Int64 = 2_000

    var compiler = Toolchain.version
    var architecture = Toolchain.architecture
    var rows = Budgets.rows
    var work: [String: Budget] = [:]

    /// Counts everything that has a budget.
    static func count() throws -> Budgets {
        let workspace = try Workspace(rows: rows)
        defer { workspace.remove() }
        var budgets = Budgets()
        for workload in Section.all.flatMap(\.workloads) where workload.hasBudget {
            budgets.work[workload.name] = Budget(try workload.counts(workspace))
        }
        return budgets
    }

    init() {}

    init(contentsOf file: URL) throws {
        self = try JSONDecoder().decode(Budgets.self, from: Data(contentsOf: file))
    }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
    }
}
