// SPDX-License-Identifier: Apache-2.0
// Migrates a store in place and in one transaction: tables, rows, indexes, triggers, values, metadata, model cache.
// Restructuring.swift does so for any two versions. Versions that differ in derived attributes alone need less: the column of
// a removed attribute stays, DerivedColumns.swift adds columns, DerivedRebuild.swift makes triggers and values.

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
    /// What features add.
    let parts: FeatureParts

    /// Migrates the store, unless another process has done it.
    ///
    /// - Throws: `StoreError.schemaMismatch` when the store has a third version by now, or the model would need other columns
    ///   for stored values.
    func run() throws {
        try connection.beginWriting()
        var files: Set<String> = []
        do {
            let metadata = try StoreMetadata.read(connection)
            if try isDue(metadata) { files = try migrate(metadata) }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
        connection.removeFiles(files)
    }

    private func isDue(_ metadata: [String: PropertyListValue]) throws -> Bool {
        let hashes = metadata[StoreMigration.hashesKey]
        let wanted = migration.metadata[StoreMigration.hashesKey]
        // With equal hashes there are two cases: a derived attribute has a new name, or Apple wrote the store and we write it
        // from now on.
        if hashes == wanted {
            return wanted == migration.oldHashes && !changes.allSatisfy { $0.isDone(metadata, entities) }
        }
        guard hashes == migration.oldHashes else {
            throw mismatch("", nil, "another process has given it another version meanwhile; open it again")
        }
        return true
    }

    /// - Returns: The external files that no row names any more.
    private func migrate(_ metadata: [String: PropertyListValue]) throws -> Set<String> {
        try ElementColumns(
            connection: connection, schema: migration.oldSchema, entities: oldEntities, options: options
        ).rename()
        let old = try StoreMapping(
            schema: migration.oldSchema, entities: oldEntities,
            existing: ExistingSchemaReader.read(connection))
        var metadata = metadata
        // What an earlier migration has left comes first, so no name of it is in the way.
        var files = try DeferredRemovalRun(connection: connection, mapping: old).removeAll(&metadata)
        if let steps = migration.steps {
            files.formUnion(try restructure(steps, old, &metadata))
        } else {
            try derive(old, ExistingSchemaReader.read(connection), &metadata)
        }
        metadata.merge(migration.metadata) { $1 }
        try StoreMetadata.write(metadata, connection)
        try ModelCache.write(options.modelArchive, connection)
        return files
    }

    private func restructure(
        _ steps: InferredMigration, _ old: StoreMapping, _ metadata: inout [String: PropertyListValue]
    ) throws -> Set<String> {
        let new = try StoreMapping(schema: schema, entities: newEntities)
        return try Restructuring(
            connection: connection, steps: steps, old: old, new: new, options: options, parts: parts,
            report: migration.report
        ).run(&metadata)
    }

    /// Makes the changes of derived attributes, where nothing else differs.
    private func derive(
        _ old: StoreMapping, _ existing: ExistingSchema, _ metadata: inout [String: PropertyListValue]
    ) throws {
        let new = try StoreMapping(
            schema: schema, entities: entities, existing: changes.reduce(existing) { $1.extended($0) })
        try requireSameColumns(old, new)
        let rules = parts.triggerRules(new)
        for change in changes { try change.run(from: old, to: new, rules, &metadata) }
        try HistoryMigration(
            connection: connection, new: new, pairs: HistoryPair.namesakes(old, new), removed: [],
            sides: parts.historySideTables
        ).run()
    }

    /// The features that may differ between the models.
    private var changes: [any ChangeableFeature] {
        parts.changeable.map { $0.init(connection: connection, schema: schema, options: options) }
    }

    /// The entities that the store has, in the old model; nil for all.
    private var oldEntities: Set<Int32>? {
        guard migration.steps != nil else {
            return entities.map {
                Set($0.compactMap { migration.oldSchema.entity(named: schema[$0].name)?.number })
            }
        }
        return migration.oldSchema.numbers(in: migration.oldHashes)
    }

    /// The entities that the store shall have; nil for all.
    ///
    /// A store of a configuration may list all entities, and then keeps the tables of all.
    private var newEntities: Set<Int32>? {
        schema.numbers(in: migration.metadata[StoreMigration.hashesKey])
    }

    /// Requires that stored properties keep their columns.
    ///
    /// An added attribute may take the column name of another one; that attribute's values would then have to move.
    private func requireSameColumns(_ old: StoreMapping, _ new: StoreMapping) throws {
        for entity in new.entities.compactMap({ $0 }) {
            let layout = schema[entity.entity]
            guard let former = old.schema.entity(named: layout.name), let columns = old[former.number] else {
                continue
            }
            for property in layout.properties {
                guard let slot = former.slots[property.name],
                    !parts.changeable.contains(where: {
                        $0.concerns(former.properties[slot], property)
                    }),
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

extension InPlaceMigration: FileOpeningStep {
    /// Migrates a file if the options have a migration.
    static func run(_ file: OpenedFile) throws {
        guard let migration = file.options.migration, !file.options.isReadOnly else { return }
        try InPlaceMigration(
            connection: file.writer, migration: migration, schema: file.schema, entities: file.entities,
            options: file.options, parts: file.parts
        ).run()
        try file.rememberIdentity()
        LogTruncation(writer: file.writer, opening: file.opening).run()
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
