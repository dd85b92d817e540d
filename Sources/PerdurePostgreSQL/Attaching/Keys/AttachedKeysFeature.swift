// SPDX-License-Identifier: Apache-2.0
// The part that others' keys take in each transaction: new objects get theirs before rows are written (NewKeys.swift), and
// everybody finds them when the transaction is committed.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The keys of an attached store, as a feature of transactions.
final class AttachedKeysFeature: StoreFeature {
    private let mapping: StoreMapping
    private let statements: KeyedStatements?
    private let sources: [Int32: KeyColumnSources]

    init(_ mapping: StoreMapping, _ attached: AttachedTables) {
        self.mapping = mapping
        statements = attached.keys
        var sources: [Int32: KeyColumnSources] = [:]
        for entity in mapping.entities.compactMap({ $0 }) {
            guard let table = attached[mapping.tables[entity.table].name] else { continue }
            sources[entity.entity] = KeyColumnSources(entity, mapping, table)
        }
        self.sources = sources
    }

    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant {
        Participant(NewKeys(mapping: mapping, sources: sources, statements: statements, session: session))
    }

    private final class Participant: TransactionParticipant {
        private let keys: NewKeys

        init(_ keys: NewKeys) { self.keys = keys }

        func willSave(_ changes: inout ChangeSet) throws { try keys.bind(changes) }
        func committed() { keys.session.keys?.publish() }
        func rolledBack() { keys.session.keys?.forget() }
    }
}
#endif
