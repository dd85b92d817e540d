// SPDX-License-Identifier: Apache-2.0
// A state of a store that stays readable (snapshot isolation, PG-131). SnapshotKeeper.swift has its connections; OpenReadViews.swift
// begins and ends read views.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// A store in the state at the beginning of a transaction.
final class PostgreSQLReadView: PagedReader {
    private let engine: SQLEngine
    private let number: Int
    private let open: OpenReadViews
    let keeper: SnapshotKeeper

    init(_ number: Int, _ keeper: SnapshotKeeper, of engine: SQLEngine, in open: OpenReadViews) {
        self.number = number
        self.keeper = keeper
        self.open = open
        self.engine = SQLEngine(engine, readers: keeper)
    }

    deinit { open.end(number, keeper) }

    var schema: Schema { engine.schema }

    func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try engine.fetch(plan) }
    func rows(for keys: [ObjectKey]) throws -> [Row] { try engine.rows(for: keys) }

    func rows(of root: Int32, after number: Int64, limit: Int) throws -> [Row] {
        try engine.rows(of: root, after: number, limit: limit)
    }

    func page(of plan: FetchPlan, after number: Int64) throws -> FetchOutcome {
        try engine.page(of: plan, after: number)
    }

    func memberKeys(of owners: MemberOwners) throws -> MemberKeys {
        try engine.memberKeys(of: owners)
    }

    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try engine.members(of: slot, for: owner)
    }

    func members(of owners: MemberOwners) throws -> MemberRows { try engine.members(of: owners) }
}
#endif
