// SPDX-License-Identifier: Apache-2.0
// An inferred mapping, carried out by three passes and in place by the engine, makes the same objects.

import CoreData
import PerdureSQLite
import PerdureTestSupport
import Testing

@testable import Perdure
@testable import PerdureModel
@testable import PerdureStore

/// Two versions of a model, and how a store of the first is filled.
struct VersionPair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let models: @Sendable () -> (NSManagedObjectModel, NSManagedObjectModel)
    let fill: @Sendable (NSManagedObjectContext) -> Void

    static let all = [
        VersionPair(
            testDescription: "numbers of other types",
            models: {
                let types: [(String, NSAttributeType, NSAttributeType)] = [
                    ("a", .integer64AttributeType, .integer16AttributeType),
                    ("b", .doubleAttributeType, .integer32AttributeType),
                    ("c", .integer16AttributeType, .booleanAttributeType),
                    ("d", .booleanAttributeType, .doubleAttributeType),
                    ("e", .decimalAttributeType, .integer64AttributeType),
                    ("f", .doubleAttributeType, .decimalAttributeType),
                ]
                func model(_ isNew: Bool) -> NSManagedObjectModel {
                    let entity = NSEntityDescription()
                    entity.name = "Number"
                    entity.properties = types.map { name, old, new in
                        let attribute = NSAttributeDescription()
                        attribute.name = name
                        attribute.attributeType = isNew ? new : old
                        attribute.isOptional = true
                        return attribute
                    }
                    let model = NSManagedObjectModel()
                    model.entities = [entity]
                    return model
                }
                return (model(false), model(true))
            },
            fill: { context in
                for number in -3...3 {
                    _ = LibrarySample.insert(
                        "Number", context,
                        [
                            "a": number * 1_000, "b": Double(number) * 1.7, "c": number, "d": number > 0,
                            "e": NSDecimalNumber(string: "\(number).75"), "f": Double(number) / 4,
                        ])
                }
                _ = LibrarySample.insert("Number", context, [:])
            }),
        VersionPair(
            testDescription: "required attributes with defaults, added and removed ones",
            models: {
                let second = NSManagedObjectModel(
                    EntitySketch(
                        "Note", .attribute("title", isOptional: false, default: "untitled"),
                        .attribute("rank", .integer16AttributeType, isOptional: false, default: 3)),
                    EntitySketch("New", .attribute("title")))
                return (
                    NSManagedObjectModel(
                        EntitySketch("Note", .attribute("title"), .attribute("old")),
                        EntitySketch("Gone", .attribute("title"))), second
                )
            },
            fill: { context in
                _ = LibrarySample.insert("Note", context, ["title": "given", "old": "x"])
                _ = LibrarySample.insert("Note", context, ["old": "y"])
                _ = LibrarySample.insert("Gone", context, ["title": "z"])
            }),
        VersionPair(
            testDescription: "to-one becomes to-many, members get an order",
            models: {
                (
                    NSManagedObjectModel(
                        EntitySketch(
                            "Group", .attribute("title"), .toMany("people", "Person", inverse: "group")),
                        EntitySketch(
                            "Person", .attribute("title"), .toOne("group", "Group", inverse: "people"),
                            .toOne("friend", "Person", inverse: "fans"),
                            .toMany("fans", "Person", inverse: "friend"))),
                    NSManagedObjectModel(
                        EntitySketch(
                            "Group", .attribute("title"),
                            .toMany("people", "Person", inverse: "group", isOrdered: true)),
                        EntitySketch(
                            "Person", .attribute("title"), .toMany("group", "Group", inverse: "people"),
                            .toMany("friend", "Person", inverse: "fans"),
                            .toMany("fans", "Person", inverse: "friend")))
                )
            },
            fill: { context in
                let groups = (0..<2).map { LibrarySample.insert("Group", context, ["title": "G\($0)"]) }
                var last: NSManagedObject?
                for number in 0..<6 {
                    let person = LibrarySample.insert(
                        "Person", context, ["title": "P\(number)", "group": groups[number % 2]])
                    person.setValue(last, forKey: "friend")
                    last = person
                }
            }),
        VersionPair(
            testDescription: "subentities, with a property that moves up",
            models: {
                (
                    NSManagedObjectModel(
                        EntitySketch("Animal", .attribute("title")),
                        EntitySketch("Dog", parent: "Animal", .attribute("sound")),
                        EntitySketch("Cat", parent: "Animal", .attribute("lives", .integer16AttributeType))),
                    NSManagedObjectModel(
                        EntitySketch("Animal", .attribute("title"), .attribute("sound")),
                        EntitySketch("Dog", parent: "Animal", .attribute("age", .integer16AttributeType)),
                        EntitySketch("Cat", parent: "Animal", .attribute("lives", .integer64AttributeType)))
                )
            },
            fill: { context in
                _ = LibrarySample.insert("Animal", context, ["title": "A"])
                _ = LibrarySample.insert("Dog", context, ["title": "D", "sound": "wau"])
                _ = LibrarySample.insert("Cat", context, ["title": "C", "lives": 9])
            }),
        VersionPair(
            testDescription: "renamed entities and properties",
            models: { (LibrarySample.first, LibrarySample.second) },
            fill: { context in
                let author = LibrarySample.insert("Author", context, ["name": "Ada"])
                for number in 0..<4 {
                    _ = LibrarySample.insert(
                        number == 3 ? "Novel" : "Book", context,
                        ["title": "B\(number)", "pages": number, "author": author])
                }
            }),
    ]
}

@Suite("Both ways of inferred migrations") struct SameResultTests {
    /// Migrates a file by the engine.
    private func migrateInPlace(_ url: URL, _ old: NSManagedObjectModel, _ new: NSManagedObjectModel) throws {
        try old.freeze()
        try new.freeze()
        let metadata = try SQLiteStoreFile.readMetadata(at: url.path)
        var migration = StoreMigration(
            from: metadata[StoreMigration.hashesKey], old.schema,
            metadata: StoreVersion(new, configuration: nil).metadata)
        migration.steps = try InferredMigration(from: old.schema, to: new.schema)
        var options = SQLiteOptions(path: url.path)
        options.migration = migration
        try SQLiteEngine.open(options, schema: new.schema, entities: nil).close()
    }

    @Test(
        "MIG-42 MIG-106 an inferred mapping makes the same objects heavily and in place",
        arguments: VersionPair.all + VersionPair.defaults)
    func agrees(_ pair: VersionPair) throws {
        let sample = try LibrarySample(authors: 0)
        let (old, new) = pair.models()
        let source = sample.folder.file("Source.sqlite")
        try LibrarySample.with(old, source) { context in
            pair.fill(context)
            try context.save()
        }
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        var results: [[String]] = []
        for usesCopy in [false, true] {
            let url = sample.folder.file("Heavy\(usesCopy).sqlite")
            let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
            manager.usesStoreSpecificMigrationManager = usesCopy
            try manager.migrateStore(from: source, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
            results.append(try sample.lines(of: new, at: url))
        }
        let copy = sample.folder.file("Copy.sqlite")
        try NSPersistentStoreCoordinator(managedObjectModel: old).replacePersistentStore(
            at: copy, withPersistentStoreFrom: source, type: .sqlite)
        try migrateInPlace(copy, old, new)
        let inPlace = try sample.lines(of: new, at: copy)
        #expect(results[0] == inPlace)
        #expect(results[1] == inPlace)
        #expect(inPlace.isEmpty == false)
    }
}
