// SPDX-License-Identifier: Apache-2.0
// Opens the engine on a file: reads it, brings its rows to the schema where a migration says so, or makes a new store.
// FileStoreOpener.swift uses it.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureStore

extension FileEngine {
    /// What a look at a file has found.
    package enum Look: Hashable {
        case noFile
        /// The metadata's entry for the version.
        case version(PropertyListValue?)
    }

    /// What an engine is opened with.
    package struct Opening {
        package var form: any FileForm
        package var url: URL
        package var schema: Schema
        package var entities: Set<Int32>?
        package var isReadOnly = false
        /// The metadata of a store that is made.
        package var newMetadata: [String: PropertyListValue] = [:]
        /// How the rows of another version become those of the schema.
        package var migration: StoreMigration?
        /// What decided about the migration; nil where the file may have any version.
        package var look: Look?

        package init(_ form: any FileForm, _ url: URL, _ schema: Schema) {
            self.form = form
            self.url = url
            self.schema = schema
        }
    }

    /// Opens a store, or makes it where there is none.
    ///
    /// - Throws: 259 for a file that is damaged or does not fit the schema; `MigrationFailure` for rows that do not fit it;
    ///   `VersionChanged` for a file that is not what a look has found; the system's errors. The file is unchanged then.
    package static func open(_ opening: Opening) throws -> FileEngine {
        let document = StoreDocument(opening.url)
        let data = try document.read()
        guard let data else {
            guard !opening.isReadOnly else { throw DocumentErrors.missing(document.path, isOpened: true) }
            try opening.require(.noFile)
            let engine = opening.engine(document, opening.newMetadata, lastNumber: 0)
            try engine.writeFirst()
            return engine
        }
        return try DocumentFiles.describingDamage(opening.url) { try opening.engine(document, data) }
    }
}

extension FileEngine.Opening {
    fileprivate func engine(
        _ document: StoreDocument, _ metadata: [String: PropertyListValue], lastNumber: Int64
    ) -> FileEngine {
        FileEngine(
            InMemoryEngine(schema: schema, entities: entities, metadata: metadata), form: form,
            document: document,
            isReadOnly: isReadOnly, lastNumber: lastNumber)
    }

    /// The engine of an existing file.
    fileprivate func engine(_ document: StoreDocument, _ data: Data) throws -> FileEngine {
        let contents = try contents(of: data)
        var objects = try LinkedObjects(
            contents, migration?.oldSchema ?? schema, keepsDanglingReferences: form.keepsDanglingReferences)
        var changes = try objects.changeSet()
        var metadata = contents.metadata
        if let migration {
            changes = try migrated(changes, migration)
            metadata.merge(migration.metadata) { $1 }
        }
        let engine = engine(document, metadata, lastNumber: contents.lastNumber)
        do { try engine.memory.restore(changes) } catch let error as StoreError {
            throw FileDamage(Self.words(error))
        }
        if migration != nil { try engine.writeFirst() }
        return engine
    }

    private func contents(of data: Data) throws -> FileContents {
        do {
            let contents = try form.read(data, migration?.oldSchema ?? schema)
            try require(.version(contents.metadata[StoreMigration.hashesKey]))
            return contents
        } catch let damage as FileDamage {
            // What this schema does not have may belong to the version that others have made of the file.
            try require(.version(form.metadata(in: data)[StoreMigration.hashesKey]))
            throw damage
        }
    }

    /// Requires that a file is what decided about the migration.
    fileprivate func require(_ found: FileEngine.Look) throws {
        if let look, look != found { throw VersionChanged() }
    }

    private static func words(_ error: StoreError) -> String {
        switch error {
        case .violatedConstraint(let entity, let attributes):
            "objects of \(entity) have equal values of \(attributes.joined(separator: ", ")), which must be unique"
        case .invalidValue(let entity, _, let reason): "\(entity): \(reason)"
        case .schemaMismatch(_, let entity, _, let reason): "\(entity): \(reason)"
        default: "\(error)"
        }
    }

    /// The rows of the old version as rows of the new one.
    private func migrated(_ changes: ChangeSet, _ migration: StoreMigration) throws -> ChangeSet {
        let old = InMemoryEngine(schema: migration.oldSchema)
        try old.restore(changes)
        let steps = try migration.steps ?? InferredMigration(from: migration.oldSchema, to: schema)
        return try RowMigration(steps, of: old).changeSet()
    }
}
