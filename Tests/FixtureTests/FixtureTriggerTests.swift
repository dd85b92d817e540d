// SPDX-License-Identifier: Apache-2.0
// The derived attributes of Apple's stores: our triggers have their text, and theirs run when we write.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite(
    "Derived attributes of Apple's stores",
    .enabled(if: Fixtures.isAvailable, "the fixtures are not beside the project"))
struct FixtureTriggerTests {
    @Test("DER-27 DER-29 format 1.7 our triggers are Apple's to the letter", arguments: FixtureStore.all)
    func sameText(_ store: FixtureStore) throws {
        let folder = try TemporaryFolder()
        let copy = try folder.copyStore(store.url)
        let created = folder.file("created.sqlite")
        let (coordinator, _) = try OpenedStore.stack(on: created, model: store.model(of: copy))
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        #expect(try Self.triggers(of: created) == Self.triggers(of: copy))
    }

    @Test(
        "decision 12 the options of migrations change nothing in a store that needs none",
        arguments: FixtureStore.all)
    func needsNone(_ store: FixtureStore) throws {
        let folder = try TemporaryFolder()
        let copy = try folder.copyStore(store.url)
        let model = try store.model(of: copy)
        let before = try TableDump(copy)
        let stack = try Stack(at: copy, model, options: DerivedVersions.migrating)
        try stack.coordinator.remove(stack.store)
        #expect(try TableDump(copy).differences(from: before) == [])
    }

    /// The triggers of derived attributes, each as its name and its text.
    private static func triggers(of file: URL) throws -> [[String]] {
        try RawDatabase(file).rows(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'Z^_DA^_%' ESCAPE '^' ORDER BY name"
        )
    }

    @Test("format 1.7 the stores have triggers of two of the three families that are known")
    func families() throws {
        var found: Set<String> = []
        for store in FixtureStore.all {
            let folder = try TemporaryFolder()
            let names = try Self.triggers(of: folder.copyStore(store.url)).map { $0[0] }
            found.formUnion(names.map { String($0.split(separator: "_").suffix(2).joined(separator: "_")) })
        }
        #expect(
            found.isSuperset(of: [
                "PARAMETER_INSERT", "PARAMETER_UPDATE", "SOURCE_INSERT", "SOURCE_UPDATE", "updatedAt_INSERT",
                "updatedAt_UPDATE",
            ]), "\(found)")
    }

    @Test(
        "DER-28 DER-29c a store of Photos is written: copies through a to-one stay right, all that is Apple's stays",
        arguments: ["Test-15.4.1", "Test-16.0.0-beta", "Test-10.16.0.1", "Test-Empty-Library-13-5"])
    func photos(_ name: String) throws {
        let opened = try OpenedStore(FixtureStore.containing("\(name).photoslibrary/database"))
        let before = try ForeignContent(opened)
        let context = opened.context
        try context.performAndWait {
            let asset = context.insert("Asset", [:])
            try fillRequired(asset)
            let camera = context.insert("AdditionalAssetAttributes", ["cameraCaptureDevice": 3])
            try fillRequired(camera)
            asset.setValue(camera, forKey: "additionalAttributes")
            try context.save()
            #expect(asset.value(forKey: Self.device) as? Int == 3)
            camera.setValue(4, forKey: "cameraCaptureDevice")
            try context.save()
            #expect(asset.value(forKey: Self.device) as? Int == 4)
            let other = context.insert("AdditionalAssetAttributes", ["cameraCaptureDevice": 5])
            try fillRequired(other)
            asset.setValue(other, forKey: "additionalAttributes")
            context.delete(camera)
            try context.save()
            #expect(asset.value(forKey: Self.device) as? Int == 5)
            for old in try opened.objects("Asset").prefix(3) where old != asset {
                (old.value(forKey: "additionalAttributes") as? NSManagedObject)?.setValue(
                    9, forKey: "cameraCaptureDevice")
            }
            try context.save()
            context.delete(asset)
            try context.save()
        }
        try opened.close()
        try before.expectKept(opened)
    }

    private static let device = "derivedCameraCaptureDevice"

    /// Gives an object of Apple's model what validation asks for.
    private func fillRequired(_ object: NSManagedObject) throws {
        for (name, attribute) in object.entity.attributesByName
        where !attribute.isOptional && object.value(forKey: name) == nil {
            object.setValue(Self.value(of: attribute.attributeType), forKey: name)
        }
    }

    private static func value(of type: NSAttributeType) -> Any {
        switch type {
        case .stringAttributeType: UUID().uuidString
        case .dateAttributeType: Date()
        case .binaryDataAttributeType, .transformableAttributeType: Data([1])
        case .UUIDAttributeType: UUID()
        default: 0
        }
    }

    @Test("DER-26 DER-28 a store with now() is written: each change of a row moves its time, and no other")
    func clock() throws {
        let opened = try OpenedStore(FixtureStore.containing("CoreDataModelMigrationBug.sqlite"))
        let before = try ForeignContent(opened)
        let context = opened.context
        let start = Date()
        try context.performAndWait {
            let old = try opened.objects("Item").map { ($0, $0.value(forKey: "updatedAt") as? Date) }
            let item = context.insert("Item", [:])
            try fillRequired(item)
            try context.save()
            let first = try #require(item.value(forKey: "updatedAt") as? Date)
            #expect(first >= start && first <= Date())
            let text = try #require(
                item.entity.attributesByName.values.first {
                    !($0 is NSDerivedAttributeDescription) && $0.attributeType == .stringAttributeType
                        || $0.attributeType == .dateAttributeType && $0.name != "updatedAt"
                })
            item.setValue(text.attributeType == .dateAttributeType ? Date() : "changed", forKey: text.name)
            try context.save()
            let second = try #require(item.value(forKey: "updatedAt") as? Date)
            #expect(second > first)
            context.refreshAllObjects()
            for (object, time) in old { #expect(object.value(forKey: "updatedAt") as? Date == time) }
            context.delete(item)
            try context.save()
        }
        try opened.close()
        try before.expectKept(opened)
    }
}

/// What a save must not change in a store of Apple's: definitions, unknown tables, metadata; and what must be right.
private struct ForeignContent {
    private let definitions: [[String]]
    private let metadata: [[String]]
    private let unknown: [[String]]
    private let problems: [StoreProblem]

    /// What a store's history has is gone on with (STO-170).
    private static let history = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

    init(_ opened: OpenedStore) throws {
        let database = try RawDatabase(opened.file)
        definitions = try database.rows("SELECT type, name, sql FROM sqlite_master ORDER BY type, name")
        metadata = try database.rows("SELECT * FROM Z_METADATA") + database.rows("SELECT * FROM Z_MODELCACHE")
        let model = opened.model
        let tables = Set(model.entities.compactMap { $0.name.map { "Z\($0.uppercased())" } })
        unknown = try database.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
        .map { $0[0] }
        .filter { !tables.contains($0) && $0.first != "Z" && !Self.history.contains($0) }.sorted()
        .flatMap { try database.rows("SELECT * FROM \"\($0)\"") }
        problems = try SQLiteStoreChecker.check(path: opened.file.path, schema: model.schema)
    }

    func expectKept(_ opened: OpenedStore, at location: SourceLocation = #_sourceLocation) throws {
        let now = try ForeignContent(opened)
        #expect(now.definitions == definitions, sourceLocation: location)
        #expect(now.metadata == metadata, sourceLocation: location)
        #expect(now.unknown == unknown, sourceLocation: location)
        // The values of derived attributes are compared with a computation from scratch.
        #expect(now.problems == problems, sourceLocation: location)
    }
}
