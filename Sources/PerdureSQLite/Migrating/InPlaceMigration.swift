// SPDX-License-Identifier: Apache-2.0
// Migrates a store within its file and in one transaction: columns, indexes, triggers, values, metadata, model cache.
// The column of an attribute that is gone stays, as any column does that the model does not know. Columns are added in
// DerivedColumns.swift; DerivedRebuild.swift makes triggers and values.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// One migration.
struct InPlaceMigration {
    let connection: SQLiteConnection
    let migration: StoreMigration
    let schema: Schema
    /// The entities of the store; nil for all.
    let entities: Set<Int32>?
    let options: SQLiteOptions

    /// Migrates the store, or finds that another process has done it.
    ///
    /// - Throws: `StoreError.schemaMismatch` when the store is of a third version by now, or the model would need other
    ///   columns for what is stored.
    func run() throws {
        try connection.beginWriting()
        do {
            let metadata = try StoreMetadata.read(connection)
            if try isDue(metadata) { try migrate(metadata) }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func isDue(_ metadata: [String: PropertyListValue]) throws -> Bool {
        let hashes = metadata[StoreMigration.hashesKey]
        let wanted = migration.metadata[StoreMigration.hashesKey]
        // With equal hashes a derived attribute has another name, or the store is one of Apple's, and ours afterwards.
        if hashes == wanted { return wanted == migration.oldHashes && !hasNewNames(metadata) }
        guard hashes == migration.oldHashes else {
            throw mismatch("", nil, "another process has given it another version meanwhile; open it again")
        }
        return true
    }

    /// Whether the derived attributes that the store remembers are those of the new model.
    private func hasNewNames(_ metadata: [String: PropertyListValue]) -> Bool {
        guard let record = DerivationRecord(metadata) else { return false }
        let derivations = schema.derivations.filter { entities?.contains($0.entity) ?? true }
        let names = Dictionary(grouping: derivations) { schema[$0.entity].name }
        return record.expressions.filter { !$1.isEmpty }.mapValues { Set($0.keys) }
            == names.mapValues { Set($0.map(\.name)) }
    }

    private func migrate(_ metadata: [String: PropertyListValue]) throws {
        try ElementColumns(
            connection: connection, schema: migration.oldSchema, entities: oldEntities, options: options
        ).rename()
        let existing = try ExistingSchemaReader.read(connection)
        let old = try StoreMapping(schema: migration.oldSchema, entities: oldEntities, existing: existing)
        var extended = existing
        for derivation in schema.derivations {
            extended.addable[schema[derivation.entity].name, default: []].insert(derivation.name)
        }
        let new = try StoreMapping(schema: schema, entities: entities, existing: extended)
        try requireSameColumns(old, new)
        let rules = TriggerRules(new)
        let work = DerivedWork(from: old, to: new, rules.derived, DerivationRecord(metadata))
        let review = TriggerReview(rules)
        let rebuild = DerivedRebuild(connection: connection, mapping: new, options: options, review: review)
        // SQLite removes no column that a trigger names.
        try rebuild.drop(work)
        try DerivedColumns(connection: connection, mapping: new).add()
        try rebuild.make(work)
        try HistoryMigration(connection: connection, old: old, new: new).run()
        try write(metadata, work.record)
    }

    private func write(_ metadata: [String: PropertyListValue], _ record: DerivationRecord?) throws {
        var metadata = metadata.merging(migration.metadata) { $1 }
        metadata[Derivation.metadataKey] = record?.value
        try StoreMetadata.write(metadata, connection)
        try ModelCache.write(options.modelArchive, connection)
    }

    /// The same entities in the old model.
    private var oldEntities: Set<Int32>? {
        entities.map { Set($0.compactMap { migration.oldSchema.entity(named: schema[$0].name)?.number }) }
    }

    /// A name that an added attribute takes away from another one would need that one's values to move.
    private func requireSameColumns(_ old: StoreMapping, _ new: StoreMapping) throws {
        for entity in new.entities.compactMap({ $0 }) {
            let layout = schema[entity.entity]
            guard let former = old.schema.entity(named: layout.name), let columns = old[former.number] else {
                continue
            }
            for property in layout.properties {
                guard let slot = former.slots[property.name], !property.isDerived,
                    !former.properties[slot].isDerived,
                    columns.slots[slot].names != entity.slots[property.slot].names
                else { continue }
                throw mismatch(
                    layout.name, property.name,
                    "its column would have to get another name, because an added attribute is named alike")
            }
        }
    }

    private func mismatch(_ entity: String, _ property: String?, _ reason: String) -> StoreError {
        .schemaMismatch(path: connection.path, entity: entity, property: property, reason: reason)
    }
}

extension InPlaceMigration: FileStep {
    /// Migrates a file where a way is given.
    static func run(_ file: OpenedFile) throws {
        guard let migration = file.options.migration, !file.options.isReadOnly else { return }
        try InPlaceMigration(
            connection: file.writer, migration: migration, schema: file.schema, entities: file.entities,
            options: file.options
        ).run()
    }
}

extension SlotColumns {
    /// The names of the columns that hold values.
    fileprivate var names: [String] {
        switch self {
        case .none: []
        case .attribute(let column): [column.name]
        case .composite(let leaves): leaves.map(\.name)
        case .toOne(let ends): [ends.key, ends.entity, ends.order].compactMap { $0 }
        case .toMany(.foreignKey(let key)): [key.key, key.entity, key.order].compactMap { $0 }
        case .toMany(.joinTable(let link)): [link.own, link.member, link.order].compactMap { $0 }
        }
    }
}

extension DerivedWork {
    /// What a migration has to do: attributes that are not derived alike in the old model.
    ///
    /// A store of Apple's remembers nothing, and its other triggers stay.
    init(
        from old: StoreMapping, to new: StoreMapping, _ now: [DerivedAttribute], _ record: DerivationRecord?
    ) {
        var next = record ?? DerivationRecord([])
        let before = DerivedAttribute.all(in: old)
        for attribute in now {
            let former = before.first { $0.entity == attribute.entity && $0.name == attribute.name }
            if let former, former.text == attribute.text, former.column == attribute.column {
                let known = record.map { $0[attribute.entity, attribute.name] } ?? DerivationRecord.foreign
                next[attribute.entity, attribute.name] = known
                continue
            }
            made.append(attribute)
            computed.append(attribute)
            let wasPlain =
                former == nil && old.schema.entity(named: attribute.entity)?.slots[attribute.name] != nil
            // A column that another version left behind has old times.
            if attribute.isClock, !wasPlain { emptied.append(attribute) }
            next[attribute.entity, attribute.name] = attribute.text
        }
        for former in before
        where !now.contains(where: { $0.entity == former.entity && $0.name == former.name }) {
            guard let entity = new.schema.entity(named: former.entity) else { continue }
            self.former.append((entity.number, former.name))
            next[former.entity, former.name] = nil
        }
        self.record = next
    }
}
