// SPDX-License-Identifier: Apache-2.0
// Sums of integers that have left the range of integers are computed from scratch before a commit: one change may have come
// before another that brings the sum back, and what was in between has lost digits. Triggers note them (AffectedRows).

import PerdureSQL
import PerdureStore

/// The feature of a store with derived attributes.
struct DerivedSums: StoreFeature {
    let attributes: [DerivedAttribute]

    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        DerivedSettlement(attributes, connection)
    }
}

extension DerivedSums: StoreStep {
    static func run(_ store: MappedStore) {
        let attributes = store.review.rules.derived
        if !attributes.isEmpty { store.join { _ in DerivedSums(attributes: attributes) } }
    }
}

/// Looks at the sums that one transaction has made.
final class DerivedSettlement: TransactionParticipant {
    private let attributes: [DerivedAttribute]
    private let connection: SQLiteConnection

    init(_ attributes: [DerivedAttribute], _ connection: SQLiteConnection) {
        self.attributes = attributes
        self.connection = connection
    }

    /// - Throws: `StoreError.invalidValue` for the first that does not fit.
    func settleComputed() throws {
        let giants = connection.affectedRows.giants
        guard !giants.isEmpty else { return }
        for attribute in attributes {
            let figure = AffectedRows.Figure(table: attribute.table, attribute: attribute.name)
            for row in (giants[figure] ?? []).sorted() { try settle(attribute, row) }
        }
    }

    private func settle(_ attribute: DerivedAttribute, _ row: Int64) throws {
        guard let query = attribute.values.overflowing(row: row) else { return }
        if try connection.first(query, [], { $0.integer(0) }) != nil {
            throw StoreError.invalidValue(
                entity: attribute.entity, property: attribute.name,
                reason: "the sum does not fit into 64 bits; save smaller values")
        }
        if let statement = attribute.values.refill(row: row) { try connection.execute(statement) }
    }
}
