// SPDX-License-Identifier: Apache-2.0
// Runs a batch deletion: finds the rows and their cascades, checks deny rules, clears references to the rows, deletes the
// rows. BatchMembers.swift finds the members of relationships.

import PerdureStore

/// A batch deletion as statements.
struct BatchDeletionWork: BatchWork {
    private let engine: SQLEngine
    private let rules: [Int32: [Int: DeletionRule]]
    private let entity: Int32
    private let rows: BatchRows

    init(_ engine: SQLEngine, _ deletion: BatchDeletion) throws {
        self.engine = engine
        rules = deletion.rules
        entity = try engine.mapping.entity(deletion.rows.entity).entity
        rows = BatchRows(try engine.translator.statement(for: deletion.rows))
    }

    func run(on connection: any SQLConnection, _ support: any WriteSupport) throws -> BatchOutcome {
        var outcome = BatchOutcome()
        let members = BatchMembers(engine: engine, connection: connection)
        let rowsToDelete = try withCascades(
            try rows.locked(entity, engine.mapping, connection, support), members, support)
        guard !rowsToDelete.list.isEmpty else { return outcome }
        try requireNothingDenies(rowsToDelete, members)
        outcome.unlinked = try unlink(rowsToDelete, members, connection, support)
        outcome.deleted = rowsToDelete.list
        try support.willDelete(rowsToDelete.list)
        var changes = ChangeSet()
        changes.deletions = rowsToDelete.list.map { RowDeletion(key: $0, expectedVersion: nil) }
        // The deletions expect no versions, so none is refused.
        _ = try engine.execute(changes, on: connection, support)
        return outcome
    }

    /// Rows that will be deleted, in the order in which they were found.
    private struct RowsToDelete {
        var list: [ObjectKey] = []
        private var all: Set<ObjectKey> = []

        func contains(_ key: ObjectKey) -> Bool { all.contains(key) }

        /// Adds rows, and returns the new ones among them.
        mutating func add(_ keys: [ObjectKey]) -> [ObjectKey] {
            let new = keys.filter { all.insert($0).inserted }
            list += new
            return new
        }

        /// The rows by entity, in an order that does not depend on hashing.
        var byEntity: [(entity: Int32, keys: KeyList)] { Self.byEntity(list) }

        static func byEntity(_ keys: [ObjectKey]) -> [(entity: Int32, keys: KeyList)] {
            Dictionary(grouping: keys, by: \.entity).sorted { $0.key < $1.key }
                .map { ($0.key, KeyList($0.value)) }
        }
    }

    /// The rows, and all rows that the cascade rule adds to them.
    private func withCascades(
        _ keys: [ObjectKey], _ members: BatchMembers, _ support: any WriteSupport
    ) throws -> RowsToDelete {
        var rowsToDelete = RowsToDelete()
        var new = rowsToDelete.add(keys)
        while !new.isEmpty {
            var next: [ObjectKey] = []
            for (entity, keys) in RowsToDelete.byEntity(new) {
                for slot in slots(of: entity, .cascade) {
                    next += try members.locked(of: slot, entity, keys, support)
                }
            }
            new = rowsToDelete.add(next)
        }
        return rowsToDelete
    }

    private func requireNothingDenies(_ rowsToDelete: RowsToDelete, _ members: BatchMembers) throws {
        for (entity, keys) in rowsToDelete.byEntity {
            for slot in slots(of: entity, .deny) {
                let found = try members.pairs(of: slot, entity, keys)
                guard let pair = found.first(where: { !rowsToDelete.contains($0.member) }) else { continue }
                let layout = engine.schema[entity]
                throw StoreError.deniedDeletion(
                    entity: layout.name, property: layout.properties[slot].name,
                    key: engine.schema.key(entity: entity, number: pair.owner))
            }
        }
    }

    /// Clears references from remaining rows to the deleted rows.
    private func unlink(
        _ rowsToDelete: RowsToDelete, _ members: BatchMembers, _ connection: any SQLConnection,
        _ support: any WriteSupport
    ) throws -> [UnlinkedRows] {
        var unlinked: [UnlinkedRows] = []
        for (entity, keys) in rowsToDelete.byEntity {
            for slot in slots(of: entity, .nullify) {
                guard let relationship = engine.schema[entity].properties[slot].relationship,
                    let inverse = relationship.inverseSlot,
                    relationship.isToMany || isToOne(inverse, relationship)
                else { continue }
                let found = try members.locked(of: slot, entity, keys, support)
                    .filter { !rowsToDelete.contains($0) }
                guard !found.isEmpty else { continue }
                unlinked.append(UnlinkedRows(slot: inverse, found))
                try clear(inverse, relationship.destination, KeyList(found), of: keys, connection)
            }
        }
        return unlinked
    }

    private func isToOne(_ slot: Int, _ relationship: RelationshipLayout) -> Bool {
        engine.schema[relationship.destination].properties[slot].relationship.map { !$0.isToMany } ?? false
    }

    /// Clears a reference to some owners in some rows, and increments their versions.
    ///
    /// A row that another writer has moved to a new owner keeps it. Pairs of join tables go with the deleted rows.
    private func clear(
        _ slot: Int, _ entity: Int32, _ rows: KeyList, of owners: KeyList, _ connection: any SQLConnection
    ) throws {
        let (mapped, system) = (try engine.mapping.entity(entity), engine.mapping.system)
        var update = SQLUpdate(
            engine.mapping.tables[mapped.table].name, [.nextVersion(system)],
            where: rows.contains(.own(system.key)))
        if case .toOne(let ends) = mapped.slots[slot] {
            update.assignments += [ends.key, ends.entity, ends.order].compactMap { $0 }
                .map(SQLUpdate.Assignment.clearing)
            update.filter = .and([rows.contains(.own(system.key)), owners.contains(.own(ends.key))])
        }
        try connection.run(SQLPrinter.print(update, dialect: engine.translator.dialect))
    }

    private func slots(of entity: Int32, _ rule: DeletionRule) -> [Int] {
        engine.schema[entity].properties.filter { property in
            property.relationship != nil && !property.isTransient
                && (rules[entity]?[property.slot] ?? .nullify) == rule
        }.map(\.slot)
    }
}
