// SPDX-License-Identifier: Apache-2.0
// A store with derived attributes in transactions: finds out which rows triggers have changed (PG-143).
// DerivedRepair.swift finishes values that the server cannot compute.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// The feature of a store with derived attributes.
struct DerivedFeature: StoreFeature {
    let mapping: StoreMapping
    let derived: [DerivedColumn]

    /// The feature; nil for a store without derived attributes.
    init?(_ mapping: StoreMapping, namespace: String) {
        self.mapping = mapping
        derived = DerivedColumn.all(in: mapping, ServerPlace(namespace))
        if derived.isEmpty { return nil }
    }

    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant {
        DerivedParticipant(self, session)
    }
}

/// The derived attributes in one transaction.
final class DerivedParticipant: TransactionParticipant {
    private let feature: DerivedFeature
    private let session: ServerSession
    /// Rows with computed values: those of the change set, and those that triggers have noted.
    private var rows: [(fileNumber: Int64, number: Int64)] = []

    init(_ feature: DerivedFeature, _ session: ServerSession) {
        self.feature = feature
        self.session = session
    }

    func willSave(_ changes: inout ChangeSet) throws {
        rows = []
        let texts = DerivedTexts(feature.mapping)
        for index in changes.insertions.indices { texts.fill(&changes.insertions[index]) }
        note(changes.insertions.lazy.map(\.key))
        note(changes.updates.lazy.map(\.key))
    }

    private func note(_ keys: some Sequence<ObjectKey>) {
        for key in keys where feature.mapping.schema[key.entity].isComputed {
            guard let entity = feature.mapping[key.entity] else { continue }
            rows.append((Int64(entity.fileNumber), key.number))
        }
    }

    func finishComputedValues() throws {
        let noted = try session.run(
            ServerRequest(
                "DELETE FROM \(feature.derived[0].place.table(DerivedFunctions.computed)) "
                    + "WHERE xid = pg_current_xact_id() RETURNING entity, id, asks, columns"))
        var asked: [DerivedRepair.Column: Set<Int64>] = [:]
        for row in 0..<noted.rowCount {
            guard let entity = try noted.value(row, 0)?.integer, let id = try noted.value(row, 1)?.integer,
                case .array(_, let columns)? = try noted.value(row, 3)
            else { continue }
            rows.append((entity, id))
            guard try noted.value(row, 2) == .bool(true) else { continue }
            for case .text(let name) in columns {
                asked[DerivedRepair.Column(table: table(of: entity), name: name), default: []].insert(id)
            }
        }
        try DerivedRepair(feature.derived, session).finish(asked)
    }

    private func table(of fileNumber: Int64) -> String {
        let mapping = feature.mapping
        guard let number = mapping.schemaNumber(fileNumber: fileNumber), let entity = mapping[number] else {
            return ""
        }
        return mapping.tables[entity.table].name
    }

    func computedRows() -> [(fileNumber: Int64, number: Int64)] {
        defer { rows = [] }
        return rows
    }

    func rolledBack() { rows = [] }
}
#endif
