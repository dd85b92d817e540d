// SPDX-License-Identifier: Apache-2.0
// The engine. An in-memory engine searches, checks and computes; this one writes what its commits name (JSONFolderCommit.swift),
// and reads it when the store is opened (FolderContents.swift).

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store in a folder: one JSON file for each object.
///
/// One engine at a time has the folder; all its rows are in memory. A commit is on the disk when it returns.
public final class JSONFolderEngine: StoreEngine, @unchecked Sendable {
    // Sendable because `keys` and `hasPendingMetadata` are only touched under the lock.
    let folder: StoreFolder
    private let memory: InMemoryEngine
    private let isReadOnly: Bool
    /// Held while files are written.
    private let lock = NSLock()
    private var hasPendingMetadata = false
    /// The highest keys on the disk, by the name of the root entity.
    private var keys: [String: Int64]

    /// Opens the store in a folder, and creates it where there is none.
    ///
    /// - Parameters:
    ///   - url: the folder.
    ///   - schema: the compiled model.
    ///   - entities: the numbers of the entities that the store holds; nil for all.
    ///   - newMetadata: what the metadata of a new store begin with.
    ///   - isReadOnly: whether nothing may be written.
    ///   - check: looks at the metadata of a store before its objects are read.
    /// - Throws: `StoreError.busy` when the store is open elsewhere, `.notAStore` for files that are damaged, `.cannotOpen`;
    ///   what the check throws. No object's file has changed then.
    public convenience init(
        _ url: URL, schema: Schema, entities: Set<Int32>? = nil,
        newMetadata: [String: PropertyListValue] = [:], isReadOnly: Bool = false,
        check: ([String: PropertyListValue]) throws -> Void = { _ in }
    ) throws {
        let folder = StoreFolder(url)
        if !isReadOnly { try folder.make(url) }
        try folder.takeLock()
        try self.init(
            folder, schema: schema, entities: entities, newMetadata: newMetadata, isReadOnly: isReadOnly,
            check: check)
    }

    /// Opens the store in a folder that is locked.
    init(
        _ folder: StoreFolder, schema: Schema, entities: Set<Int32>? = nil,
        newMetadata: [String: PropertyListValue] = [:], isReadOnly: Bool = false,
        check: ([String: PropertyListValue]) throws -> Void = { _ in }
    ) throws {
        let contents = FolderContents(folder: folder, schema: schema)
        if folder.exists(CommitJournal.name) {
            if isReadOnly { throw Self.readOnly(folder, "an interrupted commit has to be finished first") }
            try CommitJournal(folder: folder).finish()
        }
        let found = try contents.metadata()
        if let found { try check(found) }
        memory = InMemoryEngine(schema: schema, entities: entities, metadata: found ?? newMetadata)
        keys = try contents.lastKeys()
        let numbers = keys.compactMap { name, key in schema.entity(named: name).map { ($0.root, key) } }
        try memory.restore(contents.objects(), lastKeys: Dictionary(numbers, uniquingKeysWith: max))
        self.folder = folder
        self.isReadOnly = isReadOnly
        if found == nil, !isReadOnly { try setMetadata(memory.metadata, immediately: true) }
    }

    private static func readOnly(_ folder: StoreFolder, _ reason: String) -> StoreError {
        .readOnly(path: folder.url.path, reason: reason)
    }

    // MARK: Reading

    /// The compiled model.
    public var schema: Schema { memory.schema }

    /// The metadata, as Store.json has them or will have them.
    public var metadata: [String: PropertyListValue] { memory.metadata }

    /// Runs a fetch, in memory.
    public func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try memory.fetch(plan) }

    /// The rows of some objects.
    public func rows(for keys: [ObjectKey]) throws -> [Row] { try memory.rows(for: keys) }

    /// The members of a to-many relationship.
    public func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try memory.members(of: slot, for: owner)
    }

    // MARK: Writing

    /// Reserves keys; writes Keys.json once for some sixty of them.
    public func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        if isReadOnly { throw Self.readOnly(folder, "it was opened read-only") }
        let reserved = try memory.reserveKeys(count, entity: entity)
        guard let last = reserved.all.last else { return reserved }
        try lock.withLock {
            let root = schema[schema[entity].root].name
            guard last > keys[root] ?? 0 else { return }
            var new = keys
            new[root] = last + 63
            try write(.object(new.mapValues { .integer($0) }), to: FolderContents.keys)
            keys = new
        }
        return reserved
    }

    /// Checks a change set; its commit writes the files.
    public func prepare(_ changes: ChangeSet) throws -> Preparation {
        if isReadOnly { throw Self.readOnly(folder, "it was opened read-only") }
        switch try memory.prepare(changes) {
        case .prepared(let commit as InMemoryCommit): return .prepared(JSONFolderCommit(commit, self))
        case let other: return other
        }
    }

    /// Writes the files of an outcome: all of them or none.
    func write(_ outcome: CommitOutcome) throws {
        var files: [String: JSONValue] = [:]
        for key in outcome.deleted { files[name(of: key)] = .null }
        for row in try outcome.store.rows(for: outcome.written) {
            files[name(of: row.key)] = try ObjectFile.content(of: row, in: outcome.store)
        }
        try lock.withLock {
            if hasPendingMetadata { files[FolderContents.store] = FolderContents.file(memory.metadata) }
            if files.isEmpty { return }
            do { try CommitJournal(folder: folder).commit(files) } catch let error as StoreError {
                // Nobody knows which state the disk has: the next opening will see.
                if case .inDoubt = error { try? memory.close() }
                throw error
            }
            hasPendingMetadata = false
        }
    }

    private func name(of key: ObjectKey) -> String {
        ObjectFile(layout: schema[key.entity], number: key.number).name
    }

    /// Replaces the metadata; Store.json is written at once, or with the next commit.
    public func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        if isReadOnly { throw Self.readOnly(folder, "it was opened read-only") }
        try lock.withLock {
            try memory.setMetadata(metadata, immediately: true)
            hasPendingMetadata = true
            guard immediately else { return }
            try write(FolderContents.file(metadata), to: FolderContents.store)
            hasPendingMetadata = false
        }
    }

    /// Writes one file; the caller has the lock.
    private func write(_ value: JSONValue, to name: String) throws {
        // A commit that is not finished would write its own files over this one later.
        try CommitJournal(folder: folder).finish()
        try folder.write(value, to: name)
        try folder.synchronize()
    }

    /// Ends the work, and lets others open the folder.
    public func close() throws {
        try memory.close()
        lock.withLock { folder.unlock() }
    }
}
