// SPDX-License-Identifier: Apache-2.0
// The values of derived attributes in a migration (DER-45, DER-46): those that are new, and those that anything may have changed
// that they are made of. Triggers are MigratedObjects' matter.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Computes derived values within the migration's transaction.
struct MigratedDerived {
    private let session: any MigrationSession
    private let computed: [DerivedColumn]

    /// How many rows the client finishes at once.
    private static let portion = 10_000

    init(
        _ entities: MigratedEntities, _ session: any MigrationSession, _ namespace: String,
        _ untouched: Set<String>
    ) {
        self.session = session
        computed = DerivedColumn.all(in: entities.new, ServerPlace(namespace)).filter { column in
            column.isNew(entities)
                || (column.route.form != .clock && !column.route.allTables.isSubset(of: untouched))
        }
    }

    /// All values of a store but times, which cannot be computed again.
    init(ofAll mapping: StoreMapping, _ session: any MigrationSession, _ namespace: String) {
        self.session = session
        computed = DerivedColumn.all(in: mapping, ServerPlace(namespace))
    }

    /// Whether all values are right as they are.
    var isRight: Bool { computed.isEmpty }

    /// Computes values; no trigger may answer to it.
    ///
    /// - Throws: `StoreError.invalidValue` for a sum that does not fit into 64 bits.
    func compute() throws {
        guard !computed.isEmpty else { return }
        // The functions leave to the client what the server cannot judge.
        try session.run(SaveSetting.request(isOwn: true))
        for column in computed {
            try session.run(ServerRequest(assignment(column), isPrepared: false))
            if column.asksClient { try finish(column) }
        }
    }

    /// Sets the value of all rows; a time that is there stays.
    private func assignment(_ column: DerivedColumn) -> String {
        let condition = column.entityCondition("h")
        guard column.route.form != .clock else {
            return "UPDATE \(column.home) h SET \(column.column) = \(DerivedExpression.now) "
                + "WHERE h.\(column.column) IS NULL\(condition)"
        }
        let value = DerivedExpression(derived: column).value(of: "h")
        return "WITH v AS (SELECT h.\(column.key) AS id, \(value) AS value FROM \(column.home) h "
            + "WHERE TRUE\(condition)) UPDATE \(column.home) h SET \(column.column) = v.value FROM v "
            + "WHERE h.\(column.key) = v.id AND h.\(column.column) IS DISTINCT FROM v.value"
    }

    /// Finishes the rows without a value, some thousand at a time.
    private func finish(_ column: DerivedColumn) throws {
        let name = DerivedRepair.Column(table: column.route.home, name: column.route.column.name)
        let repair = DerivedRepair([column], session)
        var last = Int64.min
        while true {
            let found = try session.run(
                ServerRequest(
                    unfinished(column), [.int8(last), .int8(Int64(Self.portion))], isPrepared: false))
            let keys = try found.column(0).compactMap { $0?.integer }
            guard let greatest = keys.last else { return }
            try repair.finish([name: Set(keys)])
            last = greatest
        }
    }

    /// The keys of rows whose value the server left to the client.
    private func unfinished(_ column: DerivedColumn) -> String {
        let source = DerivedExpression(derived: column).source(of: "h")
        let hasSource = column.function == nil ? "" : " AND \(source) IS NOT NULL"
        return "SELECT h.\(column.key) FROM \(column.home) h WHERE h.\(column.column) IS NULL\(hasSource)"
            + "\(column.entityCondition("h")) AND h.\(column.key) > $1 ORDER BY h.\(column.key) LIMIT $2"
    }
}

extension DerivedColumn {
    /// Whether the old version did not derive the value, or derived it in another way.
    fileprivate func isNew(_ entities: MigratedEntities) -> Bool {
        entities.pairs(below: derivation.entity).contains {
            guard case .attribute(let origin) = $0.step.origins[derivation.slot] else { return false }
            return origin.source == nil || origin.isComputedAnew
        }
    }
}

extension DerivationRoute {
    /// The tables that the value is made of, with the one that it stands in.
    fileprivate var allTables: Set<String> {
        let links = hops.compactMap { hop -> String? in
            if case .links(let links) = hop { links.name } else { nil }
        }
        return Set(tables + links)
    }
}
#endif
