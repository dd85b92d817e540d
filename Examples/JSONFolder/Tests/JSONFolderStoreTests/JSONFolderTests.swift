// SPDX-License-Identifier: Apache-2.0
// The folder of JSON files keeps the contract of stores, and everything that it has said is on the disk, whatever happens.

import Foundation
import PerdureStore
import PerdureStoreConformance
import Testing

@testable import JSONFolderStore

@Suite("A store of JSON files: conformance") struct JSONFolderConformanceTests {
    @Test("keeps the contract, and the same after opening again", arguments: StoreEngineSuite.checks)
    func conforms(_ check: StoreEngineSuite.Check) throws {
        let place = try Place()
        defer { place.remove() }
        try StoreEngineSuite {
            try JSONFolderEngine(place.url.appendingPathComponent(UUID().uuidString), schema: $0)
        } reopen: { engine in
            let folder = try #require(engine as? JSONFolderEngine).folder.url
            return try JSONFolderEngine(folder, schema: engine.schema)
        }.run(check)
    }
}

@Suite("A store of JSON files: durability and damage") struct JSONFolderTests {
    private let place: Place
    private let schema: Schema

    init() throws {
        place = try Place()
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

    private func open(_ folder: StoreFolder? = nil) throws -> EngineUnderTest {
        guard let folder else { return EngineUnderTest(try JSONFolderEngine(place.url, schema: schema)) }
        try folder.takeLock()
        return EngineUnderTest(try JSONFolderEngine(folder, schema: schema))
    }

    /// A note with a tag, written in one commit.
    private func fill(_ store: EngineUnderTest) throws {
        var changes = ChangeSet()
        changes.insertions = [
            try store.insertion("Note", ["title": .string("a")]),
            try store.insertion("Tag", ["name": .string("x")]),
        ]
        changes.links = [try store.link(changes.insertions[0].key, "tags", changes.insertions[1].key)]
        try store.commit(changes)
    }

    /// Changes every file: the note gets a title, the tag goes, another tag comes.
    private func change(_ store: EngineUnderTest) throws {
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
    private func state(_ store: EngineUnderTest) throws -> String {
        let note = try #require(try store.keys(store.plan("Note")).first)
        guard case .string(let title) = try store.value(note, "title") else { return "" }
        let names = try store.members("tags", of: note).map { key -> String in
            if case .string(let name) = try store.value(key, "name") { name } else { "" }
        }
        return title + names.joined()
    }

    @Test("a commit that is interrupted at any step is all there or not at all")
    func interruptions() throws {
        defer { place.remove() }
        var (step, isDone) = (0, false)
        var ends: [String] = []
        while !isDone {
            try? FileManager.default.removeItem(at: place.url)
            try fill(open())
            let folder = StoreFolder(place.url)
            let store = try open(folder)
            // Keys first, so that only the steps of the commit count.
            _ = try store.engine.reserveKeys(1, entity: store.layout("Tag").number)
            let count = Counter()
            folder.beforeStep = { [step] name in
                // Everything after the interruption fails too, as when a process is killed.
                if count.next() >= step { throw Interruption(step: name) }
            }
            let hasCommitted = (try? change(store)) != nil
            isDone = count.value <= step
            folder.beforeStep = { _ in throw Interruption(step: "the end") }
            folder.unlock()
            let end = try state(open())
            #expect(end == "ax" || end == "by", "step \(step) left \(end)")
            if hasCommitted { #expect(end == "by", "step \(step) lost a commit") }
            ends.append(end)
            step += 1
        }
        #expect(ends.first == "ax")
        #expect(ends.last == "by")
        #expect(ends.count > 6)
    }

    @Test("after an error the store goes on, and writes what is left first")
    func goingOn() throws {
        defer { place.remove() }
        let folder = StoreFolder(place.url)
        try folder.make(place.url)
        let store = try open(folder)
        try fill(store)
        let count = Counter()
        // The journal is there, and no file of it can be written.
        folder.beforeStep = { if count.next() > 1 { throw Interruption(step: $0) } }
        let tag = try #require(try store.keys(store.plan("Tag")).first)
        var changes = ChangeSet()
        changes.updates = [try store.update(tag, ["name": .string("z")], expecting: 1)]
        try store.commit(changes)
        #expect(throws: Interruption.self) { try store.commit(ChangeSet.renaming(tag, in: store)) }
        folder.beforeStep = { _ in }
        try store.commit(ChangeSet.renaming(tag, in: store))
        try store.engine.close()
        #expect(try state(open()) == "aw")
    }

    @Test("a store has one engine at a time")
    func locking() throws {
        defer { place.remove() }
        let store = try open()
        #expect(throws: StoreError.self) { try open() }
        try store.engine.close()
        try open().engine.close()
    }

    @Test(
        "damaged files get an error that names them, and nothing is changed",
        arguments: [
            ("Note/1.json", "{"), ("Note/1.json", "[]"),
            ("Note/1.json", #"{"version": 1, "values": {"name": 1}}"#),
            ("Note/1.json", #"{"version": 1, "values": {"title": 5}}"#),
            ("Note/1.json", #"{"version": 1, "values": {}, "members": {"tags": [77]}}"#),
            ("Note/1.json", #"{"version": 1, "values": {}, "members": {"tags": ["x"]}}"#),
            ("Tag/x.json", "{}"), ("Store.json", "{}"), ("Keys.json", #"{"Note": "many"}"#),
            ("Journal.json", "3"),
        ])
    func damage(_ file: String, _ text: String) throws {
        defer { place.remove() }
        let store = try open()
        try fill(store)
        try store.engine.close()
        try Data(text.utf8).write(to: place.url.appendingPathComponent(file))
        let before = place.contents()
        do {
            _ = try open()
            Issue.record("opened")
        } catch StoreError.notAStore(let path, let reason) {
            #expect(path.hasSuffix(file))
            #expect(reason.contains("copy"))
        }
        #expect(place.contents() == before)
    }

    @Test("a folder with other files is no store, and stays as it is")
    func foreign() throws {
        defer { place.remove() }
        try FileManager.default.createDirectory(at: place.url, withIntermediateDirectories: true)
        try Data("hello".utf8).write(to: place.url.appendingPathComponent("letter.txt"))
        #expect(throws: StoreError.self) { try open() }
        #expect(place.contents()["letter.txt"] == Data("hello".utf8))
    }

    @Test("a store that was opened read-only refuses to write")
    func readOnly() throws {
        defer { place.remove() }
        let store = try open()
        try fill(store)
        try store.engine.close()
        let reader = EngineUnderTest(try JSONFolderEngine(place.url, schema: schema, isReadOnly: true))
        #expect(try state(reader) == "ax")
        #expect(throws: StoreError.self) { try reader.insert("Tag") }
    }
}

/// A failure that a test asks for.
private struct Interruption: Error { let step: String }

private final class Counter {
    private(set) var value = 0

    func next() -> Int {
        defer { value += 1 }
        return value
    }
}

extension ChangeSet {
    fileprivate static func renaming(_ key: ObjectKey, in store: EngineUnderTest) throws -> ChangeSet {
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
