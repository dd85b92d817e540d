// SPDX-License-Identifier: Apache-2.0
// Derived attributes: missing triggers are made, and where a value differs all are computed anew. Part of SQLiteStoreMender.swift.

import PerdureSQL
import PerdureStore

enum DerivedMending: StoreMending {
    static func run(_ run: inout MendingRun) throws {
        var check = StoreCheck(connection: run.connection)
        try DerivedCheck.check(&check, run.mapping, run.review.rules)
        let faults = check.problems.filter { $0.severity == .error }
        // Triggers of strangers keep all of them off, and their values cannot be trusted either.
        guard !faults.isEmpty, try run.review.run(run.connection) else { return }
        try DerivedRebuild(
            connection: run.connection, mapping: run.mapping, options: run.options, review: run.review
        ).recompute()
        let places = Set(faults.compactMap(\.object)).sorted().joined(separator: ", ")
        run.note(StoreRepair(places, "derived attributes are computed anew, and get their triggers"))
    }
}
