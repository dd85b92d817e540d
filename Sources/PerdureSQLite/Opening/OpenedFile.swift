// SPDX-License-Identifier: Apache-2.0
// An open file that is known to be a store, before its tables are compared with the model. StoreFeatures.swift lists the
// steps; MappedStore.swift is the next stage.

import PerdureSQL
import PerdureStore

/// A step of the opening before the tables are compared with the model.
protocol FileOpeningStep: SendableMetatype {
    /// - Throws: `StoreError`; the store is not opened then.
    static func run(_ file: OpenedFile) throws
}

/// The file of a store that is being opened.
final class OpenedFile {
    let schema: Schema
    /// The entities of the store; nil for all.
    let entities: Set<Int32>?
    /// What features add to the steps.
    let parts: FeatureParts
    private(set) var opening: StoreOpening
    private(set) var writer: SQLiteConnection
    private(set) var watch = CommitWatch()
    /// Whether the file has the tables of a history.
    private(set) var hasHistory = false

    var options: SQLiteOptions { opening.options }

    /// Opens a file, and fills a file without tables.
    init(_ opening: StoreOpening, _ schema: Schema, _ entities: Set<Int32>?, _ parts: FeatureParts) throws {
        self.opening = opening
        self.parts = parts
        self.schema = schema
        self.entities = entities
        writer = try opening.writer()
        try begin()
    }

    /// Continues with a file that is opened in another way.
    func reopen(_ opening: StoreOpening) throws {
        self.opening = opening
        writer = try opening.writer()
        watch = CommitWatch()
        try begin()
    }

    private func begin() throws {
        if !options.isReadOnly { try fill() }
        // The watch starts before the first read, so that all reads belong to the same store.
        try rememberIdentity()
        hasHistory = try SQLiteStoreFile.requireStore(writer)
    }

    /// Remembers which store the file has; a migration of our own makes another version of it.
    func rememberIdentity() throws { try watch.remember(writer) }

    /// Creates the content of a file without tables.
    private func fill() throws {
        let creation = StoreCreation(options: options, connection: writer)
        guard try creation.hasNoTables() else { return }
        let mapping = try StoreMapping(schema: schema, entities: entities)
        try creation.prepareFile()
        try creation.fill(mapping, parts)
    }
}
