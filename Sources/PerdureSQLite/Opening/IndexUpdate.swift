// SPDX-License-Identifier: Apache-2.0
// Brings the indexes of attributes up to date when a store is opened for writing: no version hash knows them, so no migration does.
// It touches no row. An opening with nothing to do runs one query.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The fetch indexes of one store.
struct IndexUpdate {
    let connection: SQLiteConnection
    let mapping: StoreMapping
    let options: SQLiteOptions

    /// What differs from the model.
    private struct Changes {
        var dropped: [String] = []
        var made: [SQLDefinition] = []
        /// Whether the file has indexes that only its own model may explain.
        var hasUnknown = false

        var isEmpty: Bool { dropped.isEmpty && made.isEmpty && !hasUnknown }
    }

    /// Makes missing indexes, and removes those of the model that wrote the file and that this one lacks.
    ///
    /// - Throws: Any error of the database. While another process writes, the next opening does it.
    func runIfNeeded() throws {
        guard try !changes(former: nil).isEmpty else { return }
        let metadata = try StoreMetadata.read(connection)
        guard options.isOfModel(metadata) else { return }
        let former = try formerIndexes(options.modelHashNames(metadata))
        guard try !changes(former: former).isEmpty else { return }
        do { try connection.beginWriting() } catch StoreError.busy { return }
        do {
            try carryOut(changes(former: former))
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func carryOut(_ changes: Changes) throws {
        for name in changes.dropped { try connection.execute("DROP INDEX \(quotedName(name))") }
        for index in changes.made where try !connection.hasObject(index.name) {
            try connection.execute(index.sql)
        }
        // The next opening must not take the indexes of the former model for those of others.
        try ModelCache.write(options.modelArchive, connection)
    }

    /// Compares file and model.
    ///
    /// - Parameter former: The indexes of the model that wrote the file, by name; nil before they are known.
    /// - Returns: What differs.
    /// - Throws: Any error of the database.
    private func changes(former: [String: SQLDefinition]?) throws -> Changes {
        let wanted =
            mapping.hasAttributeIndexes
            ? Self.named(try SchemaDefinition.indexes(of: mapping).filter(\.isChangeable)) : [:]
        let present = Self.named(try present(where: "name GLOB 'Z_[A-Za-z]*'"))
        var changes = Changes()
        var missing: [SQLDefinition] = []
        for (name, index) in wanted.sorted(by: { $0.key < $1.key }) where present[name]?.sql != index.sql {
            if present[name] == nil {
                missing.append(index)
            } else if former?[name]?.sql == present[name]?.sql {
                changes.made.append(index)
            }
        }
        for (name, index) in present.sorted(by: { $0.key < $1.key })
        where index.isChangeable && wanted[name]?.sql != index.sql {
            if former?[name]?.sql == index.sql { changes.dropped.append(index.name) }
            if former == nil { changes.hasUnknown = true }
        }
        changes.made += try unknown(missing)
        return changes
    }

    /// The indexes that the file has under no other name, as files of older systems may.
    private func unknown(_ missing: [SQLDefinition]) throws -> [SQLDefinition] {
        guard !missing.isEmpty else { return [] }
        let places = Set(try present(where: "1").map(\.place))
        return missing.filter { !places.contains($0.place) }
    }

    private func present(where condition: String) throws -> [SQLDefinition] {
        try connection.all(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND \(condition)"
        ) { SQLDefinition(.index, $0.text(0), $0.text(1)) }
    }

    /// The indexes of the model in the file; empty where it is not known, or may be newer than this program's.
    private func formerIndexes(_ names: Set<String>) throws -> [String: SQLDefinition] {
        guard let archive = try? ModelCache.read(connection), let schema = options.formerSchema?(archive),
            let mapping = try? StoreMapping(
                schema: schema, entities: Set(names.compactMap { schema.entity(named: $0)?.number }),
                existing: ExistingSchemaReader.read(connection)),
            let indexes = try? SchemaDefinition.indexes(of: mapping)
        else { return [:] }
        return Self.named(indexes.filter(\.isChangeable))
    }

    private static func named(_ indexes: [SQLDefinition]) -> [String: SQLDefinition] {
        Dictionary(indexes.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension IndexUpdate: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        try IndexUpdate(connection: store.writer, mapping: store.mapping, options: store.options)
            .runIfNeeded()
    }
}

extension SQLDefinition {
    /// Whether an index may come and go without another version of the model: one of attributes that are not unique.
    ///
    /// The indexes of keys, numbers and join tables follow from relationships and hierarchies.
    fileprivate var isChangeable: Bool {
        name.hasPrefix("Z_") && name.dropFirst(2).first?.isLetter == true && sql.hasPrefix("CREATE INDEX ")
    }

    /// Table, columns and condition, whatever the name.
    var place: Substring {
        let text = sql.replacing(" COLLATE BINARY", with: "").replacing(" ASC", with: "")
        return text.firstRange(of: " ON ").map { text[$0.upperBound...] } ?? text[...]
    }
}

extension StoreMapping {
    /// Whether any entity of the store has indexes of attributes.
    fileprivate var hasAttributeIndexes: Bool {
        entities.contains { entity in
            guard let layout = entity.map({ schema[$0.entity] }) else { return false }
            return !layout.indexes.isEmpty || layout.properties.contains { $0.attribute?.isIndexed == true }
        }
    }
}

extension SQLiteOptions {
    /// The names of the entities that metadata list.
    fileprivate func modelHashNames(_ metadata: [String: PropertyListValue]) -> Set<String> {
        guard case .dictionary(let hashes)? = metadata[StoreMigration.hashesKey] else { return [] }
        return Set(hashes.keys)
    }
}
