// SPDX-License-Identifier: Apache-2.0
// The stores that the tests of JSONFolderTests.swift fill, change and look at: a note with one tag.

import Foundation
import PerdureStore
import PerdureStoreConformance
import Testing

@testable import JSONFolderStore

/// A store of notes and tags in a folder.
struct Notes: Sendable {
    let url: URL
    let schema: Schema

    init(_ url: URL) throws {
        self.url = url
        schema = try Schema([
            EntityDefinition(
                "Note",
                properties: [
                    PropertyDefinition("title", .attribute(AttributeDefinition(.string))),
                    PropertyDefinition(
                        "tags",
                        .relationship(RelationshipDefinition(to: "Tag", inverse: "notes", isToMany: true))),
                ]),
            EntityDefinition(
                "Tag",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string))),
                    PropertyDefinition(
                        "notes",
                        .relationship(RelationshipDefinition(to: "Note", inverse: "tags", isToMany: true))),
                ]),
        ])
    }

    func open(_ folder: StoreFolder? = nil) throws -> EngineUnderTest {
        guard let folder else { return EngineUnderTest(try JSONFolderEngine(url, schema: schema)) }
        try folder.takeLock()
        return EngineUnderTest(try JSONFolderEngine(folder, schema: schema))
    }

    /// A note with a tag, written in one commit.
    func fill(_ store: EngineUnderTest) throws {
        var changes = ChangeSet()
        changes.insertions = [
            try store.insertion("Note", ["title": .string("a")]),
            try store.insertion("Tag", ["name": .string("x")]),
        ]
        changes.links = [try store.link(changes.insertions[0].key, "tags", changes.insertions[1].key)]
        try store.commit(changes)
    }

    /// Changes every file: the note gets a title, the tag goes, another tag comes.
    func change(_ store: EngineUnderTest) throws {
        let note = try #require(try store.keys(store.plan("Note")).first)
        let tag = try #require(try store.keys(store.plan("Tag")).first)
        var changes = ChangeSet()
        changes.updates = [try store.update(note, ["title": .string("b")], expecting: 1)]
        changes.deletions = [RowDeletion(key: tag, expectedVersion: 1)]
        changes.insertions = [try store.insertion("Tag", ["name": .string("y")])]
        changes.links = [try store.link(note, "tags", changes.insertions[0].key)]
        try store.commit(changes)
    }

    /// The title of the note with the names of its tags.
    func state(_ store: EngineUnderTest) throws -> String {
        let note = try #require(try store.keys(store.plan("Note")).first)
        guard case .string(let title) = try store.value(note, "title") else { return "" }
        let names = try store.members("tags", of: note).map { key -> String in
            if case .string(let name) = try store.value(key, "name") { name } else { "" }
        }
        return title + names.joined()
    }
}

/// A failure that a test asks for.
struct Interruption: Error { let step: String }

final class Counter {
    private(set) var value = 0

    func next() -> Int {
        defer { value += 1 }
        return value
    }
}

extension ChangeSet {
    static func renaming(_ key: ObjectKey, in store: EngineUnderTest) throws -> ChangeSet {
        var changes = ChangeSet()
        changes.updates = [try store.update(key, ["name": .string("w")], expecting: 2)]
        return changes
    }
}

/// A temporary folder for stores.
struct Place {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("json-\(UUID().uuidString)")
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    /// All files but the lock.
    func contents() -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0 != "Lock" }.reduce(into: [:]) { files, name in
            files[name] = try? Data(contentsOf: url.appendingPathComponent(name))
        }
    }
}
