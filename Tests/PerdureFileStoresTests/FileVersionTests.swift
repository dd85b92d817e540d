// SPDX-License-Identifier: Apache-2.0
// XML and binary stores that others migrate between the look at their version and the opening.

import Foundation
import PerdureMigration
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure
@testable import PerdureFileStores

@Suite("XML and binary stores: versions that change meanwhile") struct FileVersionTests {
    /// A form whose files others replace after the first look at one.
    private final class Disturbed: FileForm, @unchecked Sendable {
        // Sendable because one thread opens the store.
        private let base: any FileForm
        private var disturb: (() throws -> Void)?

        init(_ base: any FileForm, _ disturb: @escaping () throws -> Void) {
            (self.base, self.disturb) = (base, disturb)
        }

        var type: String { base.type }
        var keepsDanglingReferences: Bool { base.keepsDanglingReferences }

        func metadata(in data: Data) throws -> [String: PropertyListValue] {
            let metadata = try base.metadata(in: data)
            try disturb?()
            disturb = nil
            return metadata
        }

        func begins(_ data: Data) -> Bool { base.begins(data) }
        func lastNumber(in data: Data) throws -> Int64 { try base.lastNumber(in: data) }
        func read(_ data: Data, _ schema: Schema) throws -> FileContents { try base.read(data, schema) }

        func replacingMetadata(in data: Data, with metadata: [String: PropertyListValue]) throws -> Data {
            try base.replacingMetadata(in: data, with: metadata)
        }

        func write(_ contents: FileContents, _ schema: Schema) throws -> Data {
            try base.write(contents, schema)
        }
    }

    private static func first() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("A", .attribute("name"), .attribute("note"), .attribute("gone")))
    }

    /// Two attributes exchange their names.
    private static func second() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "A", .attribute("name").renamed(from: "note"), .attribute("note").renamed(from: "name")))
    }

    /// A store of the first version, and what others make of it.
    private struct Sample {
        let folder: TemporaryFolder
        let url: URL
        let type: String
        let migrated: Data
        /// Models of the first version are found while they are in use.
        private let models = (FileVersionTests.first(), FileVersionTests.second())

        init(_ type: String) throws {
            self.type = type
            var stack = try FileStoreStack(type, models.0)
            (folder, url) = (stack.folder, stack.url)
            let context = stack.context()
            context.insert("A", ["name": "n", "note": "o"])
            try context.save()
            let bytes = try stack.bytes()
            stack = try stack.reopened(models.1, options: ShopVersions.migrating)
            try stack.coordinator.remove(stack.store)
            migrated = try stack.bytes()
            try bytes.write(to: url)
        }

        /// Opens the store while others migrate it.
        func open(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = ShopVersions.migrating)
            throws -> any StoreEngine
        {
            let base: any FileForm = type == NSXMLStoreType ? XMLForm() : BinaryForm()
            let form = Disturbed(base) { [url, migrated] in try migrated.write(to: url, options: .atomic) }
            return try FileStoreOpener(
                form: form,
                specification: StoreSpecification(
                    type: type, configuration: nil, url: url, options: options),
                coordinator: NSPersistentStoreCoordinator(managedObjectModel: model)
            ).open()
        }
    }

    @Test(
        "MIG-46 a file that others have migrated by then is not migrated twice",
        arguments: FileStoreStack.types)
    func migratedByOthers(_ type: String) throws {
        let sample = try Sample(type)
        let engine = try sample.open(Self.second())
        let values = try StoredGraph(engine).rows.values.map(\.values)
        #expect(values == [["name": .string("o"), "note": .string("n")]])
        try engine.close()
        #expect(try Data(contentsOf: sample.url) == sample.migrated)
    }

    @Test(
        "MIG-1 MIG-46 a file that has another version by then is not opened", arguments: FileStoreStack.types)
    func leftBehind(_ type: String) throws {
        let sample = try Sample(type)
        let error = #expect(throws: NSError.self) {
            try sample.open(Self.first(), [:])
        }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(try Data(contentsOf: sample.url) == sample.migrated)
    }

    @Test("MIG-46 a file that is there, or gone, against the look at it is looked at again")
    func comesAndGoes() throws {
        let schema = try Schema([entity("A", attribute("name"))])
        let folder = try TemporaryFolder()
        var opening = FileEngine.Opening(XMLForm(), folder.file("store"), schema)
        opening.look = .version(nil)
        #expect(throws: VersionChanged.self) { try FileEngine.open(opening) }
        opening.look = .noFile
        opening.newMetadata = [NSStoreTypeKey: .string(NSXMLStoreType), NSStoreUUIDKey: .string("U")]
        try FileEngine.open(opening).close()
        #expect(throws: VersionChanged.self) { try FileEngine.open(opening) }
        opening.look = .version(nil)
        try FileEngine.open(opening).close()
    }
}
