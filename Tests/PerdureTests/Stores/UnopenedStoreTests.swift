// SPDX-License-Identifier: Apache-2.0
// What operations on stores that are not open, or not writable, say when they fail.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct UnopenedStoreTests {
    private typealias Coordinator = NSPersistentStoreCoordinator

    @Test(
        "STO-42 the metadata of a missing store are 260 in all types, and nothing is created",
        arguments: [NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType])
    func missing(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("missing")
        let coordinator = Coordinator(managedObjectModel: FixtureModel.notes())
        let calls: [() throws -> Void] = [
            { _ = try Coordinator.metadataForPersistentStore(ofType: type, at: url) },
            { try Coordinator.setMetadata(["a": 1], forPersistentStoreOfType: type, at: url) },
            {
                try coordinator.replacePersistentStore(
                    at: folder.file("other"), withPersistentStoreFrom: url, ofType: type)
            },
        ]
        for call in calls {
            let error = #expect(throws: NSError.self) { try call() }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSFileReadNoSuchFileError)
            #expect(error?.userInfo[NSFilePathErrorKey] as? String == url.path)
            #expect(error?.localizedDescription.hasPrefix("There is no store at \"\(url.path)\".") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("STO-42 metadata of a locked file are waited for as long as NSPersistentStoreTimeoutOption says")
    func locked() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("A.sqlite")
        let stack = try Stack(at: url, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        try stack.coordinator.remove(stack.store)
        let other = try RawDatabase(url, isReadOnly: false)
        _ = try other.rows("BEGIN EXCLUSIVE")
        let options: [AnyHashable: Any] = [NSPersistentStoreTimeoutOption: 0.1]
        let calls: [() throws -> Void] = [
            { _ = try Coordinator.metadataForPersistentStore(type: .sqlite, at: url, options: options) },
            { try Coordinator.setMetadata(["a": 1], type: .sqlite, at: url, options: options) },
        ]
        for call in calls {
            let error = #expect(throws: NSError.self) { try call() }
            #expect(error?.code == NSPersistentStoreTimeoutError)
        }
        _ = try other.rows("COMMIT")
        try Coordinator.setMetadata(["a": 1], type: .sqlite, at: url, options: options)
        let metadata = try Coordinator.metadataForPersistentStore(type: .sqlite, at: url, options: options)
        #expect(metadata["a"] as? Int == 1)
    }

    @Test("STO-42 a store in memory has no file: 134000 says what to use instead")
    func inMemory() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: NSError.self) {
            try Coordinator.metadataForPersistentStore(
                ofType: NSInMemoryStoreType, at: folder.file("none"), options: nil)
        }
        #expect(error?.code == NSPersistentStoreInvalidTypeError)
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("\"InMemory\" have no files") && text.contains("metadata(for:)"), "\(text)")
        #expect(!text.contains("Use one of"))
    }

    @Test(
        "STO-42 a file that is no store is not destroyed, and the message does not advise it",
        arguments: [NSXMLStoreType, NSBinaryStoreType])
    func junk(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("junk")
        try Data("junk".utf8).write(to: url)
        let coordinator = Coordinator(managedObjectModel: FixtureModel.notes())
        let calls: [() throws -> Void] = [
            { try coordinator.destroyPersistentStore(at: url, ofType: type) },
            { _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url) },
        ]
        for call in calls {
            let error = #expect(throws: NSError.self) { try call() }
            #expect(error?.code == NSFileReadCorruptFileError)
            let text = error?.localizedDescription ?? ""
            #expect(text.contains("or remove the file") && !text.contains("destroy"), "\(text)")
        }
        #expect(try Data(contentsOf: url) == Data("junk".utf8))
    }

    @Test("STO-41 setting the metadata of a read-only store stops with a sentence that names it")
    func readOnly() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let folder = try TemporaryFolder()
            let url = folder.file("locked.sqlite")
            do { _ = try Stack(at: url, FixtureModel.notes()) }
            let stack = try Stack(
                at: url, FixtureModel.notes(), options: [NSReadOnlyPersistentStoreOption: true])
            stack.coordinator.setMetadata(["a": 1], for: stack.store)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("The metadata cannot be set: The store"), "\(text)")
        #expect(text.contains("locked.sqlite is read-only. Check"), "\(text)")
        #expect(!text.contains("readOnly(path"), "\(text)")
    }
}
