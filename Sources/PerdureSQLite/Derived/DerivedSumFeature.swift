// SPDX-License-Identifier: Apache-2.0
// Recomputes integer sums that have left the integer range, before a commit. A later change in the same transaction may bring
// the sum back, but the value in between has lost digits. Triggers note such sums (AffectedRows).

import PerdureSQL
import PerdureStore

/// The feature of a store with derived attributes.
struct DerivedSumFeature: StoreFeature {
    let attributes: [DerivedAttribute]

    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        DerivedSumCheck(attributes, connection)
    }
}

extension DerivedSumFeature: StoreOpeningStep {
    static func run(_ store: MappedStore) {
        let attributes = store.review.rules.derived
        if !attributes.isEmpty { store.join { _, _ in DerivedSumFeature(attributes: attributes) } }
    }
}

/// Checks the sums of one transaction.
final class DerivedSumCheck: TransactionParticipant {
    private let attributes: [DerivedAttribute]
    private let connection: SQLiteConnection

    init(_ attributes: [DerivedAttribute], _ connection: SQLiteConnection) {
        self.attributes = attributes
        self.connection = connection
    }

    /// - Throws: `StoreError.invalidValue` for the first sum that does not fit.
    func finishComputedValues() throws {
        let overflowingRows = connection.affectedRows.overflowingRows
        guard !overflowingRows.isEmpty else { return }
        for attribute in attributes {
            let figure = AffectedRows.Figure(table: attribute.table, attribute: attribute.name)
            for row in (overflowingRows[figure] ?? []).sorted() { try recompute(attribute, row) }
        }
    }

    private func recompute(_ attribute: DerivedAttribute, _ row: Int64) throws {
        guard let query = attribute.values.overflowing(row: row) else { return }
        if try connection.first(query, [], { $0.integer(0) }) != nil {
            throw StoreError.invalidValue(
                entity: attribute.entity, property: attribute.name,
                reason: "the sum does not fit into 64 bits; save smaller values")
        }
        if let statement = attribute.values.refill(row: row) { try connection.execute(statement) }
    }
}
