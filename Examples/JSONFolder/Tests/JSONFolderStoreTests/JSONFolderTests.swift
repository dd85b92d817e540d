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
    private let notes: Notes

    init() throws {
        place = try Place()
        notes = try Notes(place.url)
    }

    @Test("a commit that is interrupted at any step is all there or not at all")
    func interruptions() throws {
        defer { place.remove() }
        var (step, isDone) = (0, false)
        var ends: [String] = []
        while !isDone {
            try? FileManager.default.removeItem(at: place.url)
            try notes.fill(notes.open())
            let folder = StoreFolder(place.url)
            let store = try notes.open(folder)
            // Keys first, so that only the steps of the commit count.
            _ = try store.engine.reserveKeys(1, entity: store.layout("Tag").number)
            let count = Counter()
            folder.beforeStep = { [step] name in
                // Everything after the interruption fails too, as when a process is killed.
                if count.next() >= step { throw Interruption(step: name) }
            }
            let hasCommitted = (try? notes.change(store)) != nil
            isDone = count.value <= step
            folder.beforeStep = { _ in throw Interruption(step: "the end") }
            folder.unlock()
            let end = try notes.state(notes.open())
            #expect(end == "ax" || end == "by", "step \(step) left \(end)")
            if hasCommitted { #expect(end == "by", "step \(step) lost a commit") }
            ends.append(end)
            step += 1
        }
        #expect(ends.first == "ax")
        #expect(ends.last == "by")
        #expect(ends.count > 6)
    }

    @Test("a process that is killed in a commit leaves all of it or nothing", arguments: 0..<14)
    func kills(_ step: Int) async throws {
        defer { place.remove() }
        try notes.fill(notes.open())
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = place.url.path as String, step] in
            let notes = try Notes(URL(fileURLWithPath: path))
            let folder = StoreFolder(notes.url)
            let store = try notes.open(folder)
            let count = Counter()
            folder.beforeStep = { _ in if count.next() == step { kill(getpid(), SIGKILL) } }
            try notes.change(store)
            kill(getpid(), SIGKILL)
        }
        let end = try notes.state(notes.open())
        #expect(end == "ax" || end == "by")
        if step == 13 { #expect(end == "by") }
    }

    @Test("after an error the store goes on, and writes what is left first")
    func goingOn() throws {
        defer { place.remove() }
        let folder = StoreFolder(place.url)
        try folder.make(place.url)
        let store = try notes.open(folder)
        try notes.fill(store)
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
        #expect(try notes.state(notes.open()) == "aw")
    }

    @Test("a store has one engine at a time")
    func locking() throws {
        defer { place.remove() }
        let store = try notes.open()
        #expect(throws: StoreError.self) { try notes.open() }
        try store.engine.close()
        try notes.open().engine.close()
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
        let store = try notes.open()
        try notes.fill(store)
        try store.engine.close()
        try Data(text.utf8).write(to: place.url.appendingPathComponent(file))
        let before = place.contents()
        do {
            _ = try notes.open()
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
        #expect(throws: StoreError.self) { try notes.open() }
        #expect(place.contents()["letter.txt"] == Data("hello".utf8))
    }

    @Test("a store that was opened read-only refuses to write")
    func readOnly() throws {
        defer { place.remove() }
        let store = try notes.open()
        try notes.fill(store)
        try store.engine.close()
        let reader = EngineUnderTest(try JSONFolderEngine(place.url, schema: notes.schema, isReadOnly: true))
        #expect(try notes.state(reader) == "ax")
        #expect(throws: StoreError.self) { try reader.insert("Tag") }
    }
}
