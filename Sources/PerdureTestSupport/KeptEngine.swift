// SPDX-License-Identifier: Apache-2.0
// A store engine as a program would write it, with public API only: rows are in memory, and what commits write is kept for the
// next opening. Examples/JSONFolder is the same with files.

import Foundation
import PerdurePropertyList
import PerdureStore

/// What a store has kept when its engine is gone.
package final class KeptStore: @unchecked Sendable {
    // Sendable because the content is only touched under the lock.
    private let lock = NSLock()
    private var rows: [ObjectKey: Row] = [:]
    /// Members of the relationships that no row of a member holds, and of ordered ones.
    private var members: [ObjectKey: [Int: [ObjectKey]]] = [:]
    private var lastKeys: [Int32: Int64] = [:]
    private var entries: [String: PropertyListValue] = [:]

    /// A store that nobody has opened yet.
    package init() {}

    /// The metadata; empty before the first opening.
    package internal(set) var metadata: [String: PropertyListValue] {
        get { lock.withLock { entries } }
        set { lock.withLock { entries = newValue } }
    }

    func note(_ keys: ReservedKeys, root: Int32) {
        lock.withLock { lastKeys[root] = max(lastKeys[root] ?? 0, keys.all.last ?? 0) }
    }

    func keep(_ outcome: CommitOutcome) throws {
        let schema = outcome.store.schema
        let new = try outcome.store.rows(for: outcome.written)
        let lists = try new.map { row in
            try Self.slots(schema[row.key.entity]).reduce(into: [Int: [ObjectKey]]()) {
                $0[$1] = try outcome.store.members(of: $1, for: row.key)
            }
        }
        lock.withLock {
            for key in outcome.deleted { (rows[key], members[key]) = (nil, nil) }
            for (row, list) in zip(new, lists) { (rows[row.key], members[row.key]) = (row, list) }
        }
    }

    func restore(into engine: InMemoryEngine) throws {
        try lock.withLock {
            var contents = ChangeSet()
            contents.insertions = rows.values.map { RowInsertion($0) }
            for (owner, lists) in members {
                for (slot, list) in lists {
                    let relationship = engine.schema[owner.entity].properties[slot].relationship
                    if relationship?.isOrdered == true {
                        contents.orders.append(OrderChange(owner: owner, slot: slot, members: list))
                    }
                    guard relationship?.hasPairs == true, relationship?.listsLinks == true else { continue }
                    contents.links += list.map {
                        LinkChange(owner: owner, slot: slot, member: $0, isInsertion: true)
                    }
                }
            }
            try engine.restore(contents, lastKeys: lastKeys)
        }
    }

    private static func slots(_ layout: EntityLayout) -> [Int] {
        layout.properties.filter { property in
            guard let relationship = property.relationship, !property.isTransient else { return false }
            return relationship.isOrdered || relationship.hasPairs && relationship.listsLinks
        }.map(\.slot)
    }
}

/// An engine whose rows outlive it in a `KeptStore`.
package final class KeptEngine: ForwardingEngine {
    /// The engine that answers.
    package let memory: InMemoryEngine
    /// Where the rows are kept.
    package let kept: KeptStore

    /// Opens a store.
    package init(
        _ kept: KeptStore, schema: Schema, entities: Set<Int32>? = nil,
        metadata: [String: PropertyListValue] = [:]
    ) throws {
        self.kept = kept
        memory = InMemoryEngine(
            schema: schema, entities: entities, metadata: metadata.merging(kept.metadata) { $1 })
        kept.metadata = memory.metadata
        try kept.restore(into: memory)
    }

    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        let keys = try memory.reserveKeys(count, entity: entity)
        kept.note(keys, root: schema[entity].root)
        return keys
    }

    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        switch try memory.prepare(changes) {
        case .prepared(let commit as InMemoryCommit): .prepared(KeptCommit(commit, kept))
        case let other: other
        }
    }

    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try memory.setMetadata(metadata, immediately: immediately)
        kept.metadata = metadata
    }
}

/// Keeps what a commit writes, then shows it to readers.
private final class KeptCommit: PreparedCommit {
    private let rows: InMemoryCommit
    private let kept: KeptStore

    init(_ rows: InMemoryCommit, _ kept: KeptStore) { (self.rows, self.kept) = (rows, kept) }

    func commit() throws -> [Row] {
        try kept.keep(rows.outcome())
        return try rows.commit()
    }

    func rollback() { rows.rollback() }
}
