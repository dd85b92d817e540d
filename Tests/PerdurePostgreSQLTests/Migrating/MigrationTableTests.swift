// SPDX-License-Identifier: Apache-2.0
// The table of migrations that every store must pass (MG-1 to MG-32), as programs see them, on a server and in a file.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

/// One row of the table: two versions, objects of the first, and what is found under the second.
struct MigrationCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let old: @Sendable () -> NSManagedObjectModel
    let new: @Sendable () -> NSManagedObjectModel
    let fill: @Sendable (NSManagedObjectContext) throws -> Void
    /// The entity and the keys to read, and the lines that are found.
    let entity: String
    let keys: [String]
    let lines: [String]
    /// The code of the refusal; nil where the store is migrated.
    let code: Int?

    init(
        _ rule: String, _ old: @escaping @Sendable () -> [EntitySketch],
        _ new: @escaping @Sendable () -> [EntitySketch],
        _ entity: String, _ keys: [String] = [], _ lines: [String] = [], code: Int? = nil,
        fill: @escaping @Sendable (NSManagedObjectContext) throws -> Void
    ) {
        self.rule = rule
        (self.old, self.new) = ({ NSManagedObjectModel(old()) }, { NSManagedObjectModel(new()) })
        (self.fill, self.entity, self.keys, self.lines, self.code) = (fill, entity, keys, lines, code)
    }

    var testDescription: String { rule }
}

@Suite("PostgreSQL: the table of migrations", .enabled(if: TestStores.isThere, TestStores.advice))
struct MigrationTableTests {
    private static let note: @Sendable () -> [EntitySketch] = {
        [EntitySketch("Note", .attribute("text"), .attribute("count", .integer16AttributeType))]
    }
    private static let notes: @Sendable (NSManagedObjectContext) throws -> Void = { context in
        context.insert("Note", ["text": "a", "count": 1])
        context.insert("Note", ["text": "b"])
    }
    private static let pair: @Sendable () -> [EntitySketch] = {
        [
            EntitySketch("Note", .attribute("text"), .toOne("tag", "Tag", inverse: "notes")),
            EntitySketch("Tag", .attribute("name"), .toMany("notes", "Note", inverse: "tag")),
        ]
    }
    private static let pairs: @Sendable (NSManagedObjectContext) throws -> Void = { context in
        let tag = context.insert("Tag", ["name": "t"])
        context.insert("Note", ["text": "a", "tag": tag])
        context.insert("Note", ["text": "b"])
    }

    /// A version of notes with other properties.
    private static func version(_ properties: @escaping @Sendable () -> [PropertySketch])
        -> @Sendable () -> [EntitySketch]
    {
        { [EntitySketch("Note", properties: properties())] }
    }

    private static let attributes: [MigrationCase] = [
        MigrationCase("MG-1", note, note, "Note", ["text", "count"], ["a 1", "b -"], fill: notes),
        MigrationCase(
            "MG-2", note,
            version {
                [
                    .attribute("text", default: "new"), .attribute("count", .integer16AttributeType),
                    .attribute("t", isTransient: true),
                ]
            },
            "Note", ["text", "count"], ["a 1", "b -"], fill: notes),
        MigrationCase(
            "MG-3", note, version { [.attribute("text"), .attribute("more")] }, "Note", ["text", "more"],
            ["a -", "b -"], fill: notes),
        MigrationCase(
            "MG-4", note,
            version {
                [.attribute("text"), .attribute("n", .integer32AttributeType, isOptional: false, default: 7)]
            },
            "Note", ["text", "n"], ["a 7", "b 7"], fill: notes),
        // MIG-34 stands above it: the rows are asked.
        MigrationCase(
            "MG-5", note,
            version { [.attribute("text"), .attribute("n", .integer32AttributeType, isOptional: false)] },
            "Note", code: NSMigrationError, fill: notes),
        MigrationCase(
            "MG-6", note, version { [.attribute("text")] }, "Note", ["text"], ["a", "b"], fill: notes),
        MigrationCase(
            "MG-7", note, version { [.attribute("title").renamed(from: "text")] }, "Note", ["title"],
            ["a", "b"],
            fill: notes),
        MigrationCase(
            "MG-9", note, { [EntitySketch("Memo", .attribute("text")).renamed(from: "Note")] }, "Memo",
            ["text"],
            ["a", "b"], fill: notes),
        MigrationCase(
            "MG-10", note,
            version {
                [
                    .attribute("text"),
                    .attribute("count", .integer16AttributeType, isOptional: false, default: 5),
                ]
            },
            "Note", ["text", "count"], ["a 1", "b 5"], fill: notes),
        MigrationCase(
            "MG-11", version { [.attribute("text", isOptional: false, default: "x")] },
            version { [.attribute("text")] },
            "Note", ["text"], ["a", "x"]
        ) { context in
            context.insert("Note", ["text": "a"])
            context.insert("Note", [:])
        },
        MigrationCase(
            "MG-17", note, version { [.attribute("text"), .attribute("count")] }, "Note",
            code: NSMigrationMissingMappingModelError, fill: notes),
        MigrationCase(
            "MG-18", note, { [EntitySketch("Note", unique: [["text"]], .attribute("text"))] }, "Note",
            code: NSMigrationError
        ) { context in for _ in 0..<2 { context.insert("Note", ["text": "same"]) } },
        MigrationCase(
            "MG-28", note,
            version { [.attribute("text"), .derived("upper", .stringAttributeType, "uppercase:(text)")] },
            "Note", ["text", "upper"], ["a A", "b B"], fill: notes),
    ]

    private static let relationships: [MigrationCase] = [
        MigrationCase(
            "MG-12", pair,
            {
                [
                    EntitySketch(
                        "Note", .attribute("text"),
                        .toOne("label", "Tag", inverse: "notes").renamed(from: "tag")),
                    EntitySketch("Tag", .attribute("name"), .toMany("notes", "Note", inverse: "label")),
                ]
            }, "Note", ["text", "label.name"], ["a t", "b -"], fill: pairs),
        MigrationCase(
            "MG-13", pair,
            {
                [
                    EntitySketch("Note", .attribute("text"), .toMany("tag", "Tag", inverse: "notes")),
                    EntitySketch("Tag", .attribute("name"), .toMany("notes", "Note", inverse: "tag")),
                ]
            }, "Note", ["text", "tag.name"], ["a {t}", "b {}"], fill: pairs),
        MigrationCase(
            "MG-14", pair,
            {
                [
                    EntitySketch("Note", .attribute("text"), .toOne("tag", "Tag", inverse: "notes")),
                    EntitySketch(
                        "Tag", .attribute("name"), .toMany("notes", "Note", inverse: "tag", isOrdered: true)),
                ]
            }, "Tag", ["name", "notes.text"], ["t {a}"], fill: pairs),
        MigrationCase(
            "MG-15", note,
            {
                [
                    EntitySketch("Item", isAbstract: true, .attribute("text")),
                    EntitySketch("Note", parent: "Item", .attribute("count", .integer16AttributeType)),
                ]
            }, "Note", ["text", "count"], ["a 1", "b -"], fill: notes),
        MigrationCase(
            "MG-16",
            {
                [
                    EntitySketch("Item", .attribute("text")),
                    EntitySketch("Note", parent: "Item"),
                ]
            },
            {
                [
                    EntitySketch("Item"),
                    EntitySketch("Note", parent: "Item", .attribute("text")),
                ]
            }, "Note", ["text"], ["a"]
        ) { context in
            context.insert("Note", ["text": "a"])
            context.insert("Item", ["text": "lost"])
        },
    ]

    // MARK: Stores

    /// Where a store is.
    enum Kind: Sendable, CaseIterable { case server, file }

    /// A place of one test.
    private final class Place {
        let kind: Kind
        private let folder: TemporaryFolder
        private let namespace: ServerNamespace

        init(_ kind: Kind) throws {
            (self.kind, folder, namespace) = (kind, try TemporaryFolder(), try ServerNamespace())
        }

        func open(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = Place.automatic) throws
            -> NSManagedObjectContext
        {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            _ = try coordinator.addPersistentStore(
                ofType: kind == .server ? PostgreSQLStoreType : NSSQLiteStoreType, configurationName: nil,
                at: kind == .server ? namespace.url : folder.file("store.sqlite"), options: options)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return context
        }

        static var automatic: [AnyHashable: Any] {
            [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ]
        }

        /// Makes the store, and closes it.
        func fill(_ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void) throws {
            let context = try open(model)
            try context.performAndWait {
                try body(context)
                try context.save()
            }
            try close(context)
        }

        func close(_ context: NSManagedObjectContext) throws {
            context.performAndWait { context.reset() }
            for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
                try context.persistentStoreCoordinator?.remove(store)
            }
        }
    }

    /// The values of all objects, a line each.
    private static func lines(_ context: NSManagedObjectContext, _ entity: String, _ keys: [String]) throws
        -> [String]
    {
        try context.performAndWait {
            let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
            return objects.map { object in
                keys.map { text(object.value(forKeyPath: $0)) }.joined(separator: " ")
            }
            .sorted()
        }
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case nil: "-"
        case is NSNull: "-"
        case let set as Set<AnyHashable>: "{\(set.map { "\($0)" }.sorted().joined(separator: ","))}"
        case let set as NSOrderedSet: "{\(set.map { "\($0)" }.joined(separator: ","))}"
        case let set as NSSet: "{\(set.map { "\($0)" }.sorted().joined(separator: ","))}"
        case let list as [Any]: "{\(list.map { "\($0)" }.joined(separator: ","))}"
        case let value?: "\(value)"
        }
    }

    @Test("MG-1 to MG-18, MG-28: each row of the table", arguments: attributes + relationships, Kind.allCases)
    func row(_ row: MigrationCase, _ kind: Kind) throws {
        let place = try Place(kind)
        try place.fill(row.old(), row.fill)
        if let code = row.code {
            let error = #expect(throws: NSError.self) { try place.open(row.new()) }
            #expect(error?.code == code)
            // Nothing has changed.
            #expect(try Self.lines(place.open(row.old()), row.entity, []).count == 2)
            return
        }
        let options: [AnyHashable: Any] = ["MG-1", "MG-2"].contains(row.rule) ? [:] : Place.automatic
        let context = try place.open(row.new(), options)
        #expect(try Self.lines(context, row.entity, row.keys) == row.lines)
    }

    @Test(
        "MG-8 a name that changes twice leads from the first version to the third", arguments: Kind.allCases)
    func renamedTwice(_ kind: Kind) throws {
        let place = try Place(kind)
        try place.fill(NSManagedObjectModel(Self.note()), Self.notes)
        let third = NSManagedObjectModel(EntitySketch("Note", .attribute("heading").renamed(from: "text")))
        #expect(try Self.lines(place.open(third), "Note", ["heading"]) == ["a", "b"])
    }

    @Test(
        "MG-19 MG-20 what the options and the models do not allow is refused", arguments: Kind.allCases)
    func refused(_ kind: Kind) throws {
        let place = try Place(kind)
        try place.fill(NSManagedObjectModel(Self.note()), Self.notes)
        let new = NSManagedObjectModel(EntitySketch("Note", .attribute("text")))
        let off = #expect(throws: NSError.self) { try place.open(new, [:]) }
        #expect(off?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(off?.userInfo["metadata"] is [String: Any])
        let noMapping = #expect(throws: NSError.self) {
            try place.open(new, [NSMigratePersistentStoresAutomaticallyOption: true])
        }
        #expect(noMapping?.code == NSMigrationMissingMappingModelError)
    }

    @Test(
        "MG-29 an element of a composite that is new is nil, and so is a new composite",
        arguments: Kind.allCases)
    func composite(_ kind: Kind) throws {
        func model(_ elements: [String]) -> NSManagedObjectModel {
            let model = NSManagedObjectModel(Self.note())
            guard !elements.isEmpty else { return model }
            let composite = NSCompositeAttributeDescription()
            composite.name = "place"
            composite.isOptional = true
            composite.elements = elements.map { name in
                let element = NSAttributeDescription()
                (element.name, element.attributeType, element.isOptional) = (name, .stringAttributeType, true)
                return element
            }
            model.entities[0].properties.append(composite)
            return model
        }
        let place = try Place(kind)
        try place.fill(model([]), Self.notes)
        let second = try place.open(model(["city"]))
        #expect(try Self.lines(second, "Note", ["text", "place.city"]) == ["a -", "b -"])
        try second.performAndWait {
            for note in try second.all("Note", by: "text") {
                note.setValue(["city": "Tartu"], forKey: "place")
            }
            try second.save()
        }
        try place.close(second)
        let third = try place.open(model(["city", "street"]))
        #expect(try Self.lines(third, "Note", ["place.city", "place.street"]) == ["Tartu -", "Tartu -"])
    }

    @Test("MG-32 many rows are migrated in place, and their IDs stay", arguments: Kind.allCases)
    func many(_ kind: Kind) throws {
        let place = try Place(kind)
        try place.fill(NSManagedObjectModel(Self.note())) { context in
            for number in 0..<5_000 { context.insert("Note", ["text": "\(number)", "count": number % 100]) }
        }
        func identifiers(_ context: NSManagedObjectContext) throws -> Set<URL> {
            try context.performAndWait {
                Set(try context.all("Note", by: "text").map { $0.objectID.uriRepresentation() })
            }
        }
        let before = try place.open(NSManagedObjectModel(Self.note()))
        let old = try identifiers(before)
        try place.close(before)
        let new = NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("text"), .attribute("count", .integer64AttributeType), .attribute("more")))
        #expect(try identifiers(place.open(new)) == old)
    }
}
#endif
