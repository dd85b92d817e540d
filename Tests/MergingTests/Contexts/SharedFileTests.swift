// SPDX-License-Identifier: Apache-2.0
// Files that programs without attributes that merge use too, and what was written by hand before: MT-52, MRG-50, 140, 141,
// 142, 150, 152, 153.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Mergeable attributes in shared files, and beside code by hand")
struct SharedFileTests {
    /// The accounts' model as a program knows it that has never heard of merging.
    private static func plainModel() -> NSManagedObjectModel {
        func binary(_ name: String) -> PropertySketch { .attribute(name, .binaryDataAttributeType) }
        return NSManagedObjectModel(
            EntitySketch(
                "Account", .attribute("owner"), .attribute("note"),
                .attribute("likes", .integer64AttributeType, default: 0),
                .attribute("score", .integer64AttributeType),
                .attribute("points", .doubleAttributeType, default: 0.0),
                .attribute("amount", .decimalAttributeType), binary("tags"), binary("settings"),
                .attribute("color"), .attribute("visits", .integer64AttributeType, isTransient: true),
                .attribute("marks", .binaryDataAttributeType, isTransient: true)),
            EntitySketch(
                "Item", unique: [["id"]], .attribute("id"), .attribute("title"),
                .attribute("count", .integer64AttributeType, default: 0), binary("labels"), binary("facts")))
    }

    @Test("MT-52 MRG-140 the file has a plain number and property lists")
    func plainColumns() throws {
        let stage = try AccountStage(.sqlite, ["likes": 10, "points": 0.5])
        try stage[stage.a].add(2)
        try stage[stage.a].insert("b")
        try stage[stage.a].insert("a")
        try stage[stage.a].put(1, "x")
        try stage.a.save()
        let raw = try RawDatabase(try #require(stage.stack.url))
        let row = try raw.rows("SELECT ZLIKES, typeof(ZLIKES), typeof(ZPOINTS) FROM ZACCOUNT")
        #expect(row == [["12", "integer", "real"]])
        // As a program with Apple's framework has it: bytes, which it opens itself.
        let plain = try Stack(at: try #require(stage.stack.url), Self.plainModel())
        let context = plain.context()
        let account = try #require(try context.all("Account").first)
        #expect(account.value(forKey: "likes") as? Int == 12)
        let tags = try #require(account.value(forKey: "tags") as? Data)
        #expect(tags.starts(with: Data("bplist00".utf8)))
        let elements = try PropertyListSerialization.propertyList(from: tags, format: nil)
        #expect(elements as? [String] == ["a", "b"])
        let settings = try #require(account.value(forKey: "settings") as? Data)
        let entries = try PropertyListSerialization.propertyList(from: settings, format: nil)
        #expect(entries as? [String: Int] == ["x": 1])
    }

    @Test("MRG-141 MRG-142 what such a program writes is what is stored, and its writes count as plain ones")
    func writtenByOthers() throws {
        let merging = MergingModel.accounts().entityVersionHashesByName
        #expect(merging == Self.plainModel().entityVersionHashesByName)
        let stage = try AccountStage(.sqlite, ["likes": 10, "owner": "o"])
        try stage[stage.a].add(1)
        try stage.a.save()
        let plain = try Stack(at: try #require(stage.stack.url), Self.plainModel())
        let context = plain.context()
        let account = try #require(try context.all("Account").first)
        account.setValue(100, forKey: "likes")
        try context.save()
        try stage[stage.a].add(1)
        try stage.a.save()
        #expect(stage[stage.a].number() == 101)
        stage[stage.b].setValue("B", forKey: "owner")
        #expect(code { try stage.b.save() } == NSManagedObjectMergeError)
    }

    @Test("MRG-50 values of any type merge as a whole", arguments: Stack.Kind.allCases)
    func anyType(_ kind: Stack.Kind) throws {
        let dates = [1.0, 2.0].map { Date(timeIntervalSinceReferenceDate: $0) }
        let types: [(String, NSAttributeType, Any, Any)] = [
            ("date", .dateAttributeType, dates[0], dates[1]),
            ("flag", .booleanAttributeType, true, false), ("uuid", .UUIDAttributeType, UUID(), UUID()),
            ("list", .transformableAttributeType, ["a"], ["b"]), ("real", .doubleAttributeType, 0.5, 1.5),
        ]
        let entity = NSEntityDescription()
        entity.name = "Thing"
        entity.properties = types.map { name, type, _, _ in
            let attribute = MergeableAttributeDescription(.value)
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let stack = try Stack(kind, model)
        let (a, b) = (stack.context(), stack.context())
        let thing = a.insert("Thing", Dictionary(uniqueKeysWithValues: types.map { ($0.0, $0.2) }))
        try a.save()
        let other = b.object(with: thing.objectID)
        for (name, _, first, second) in types {
            #expect(other.value(forKey: name) as? NSObject == first as? NSObject, "\(name)")
            other.setValue(first, forKey: name)
            #expect(other.pendingDelta(forKey: name) == nil, "\(name)")
            other.setValue(second, forKey: name)
            #expect(other.pendingDelta(forKey: name) != nil, "\(name)")
        }
        try b.save()
        thing.refresh()
        for (name, _, _, second) in types {
            #expect(thing.value(forKey: name) as? NSObject == second as? NSObject, "\(name)")
        }
    }

    @Test("MRG-152 TRN-144 a set of URIs leads to objects of another store", arguments: Stack.Kind.allCases)
    func crossStore(_ kind: Stack.Kind) throws {
        let others = try Stack(.sqlite, FixtureModel.scenarios())
        let persons = others.context()
        let ids = try ["p", "q"].map { name in
            let person = persons.insert("Person", ["firstName": name])
            try persons.obtainPermanentIDs(for: [person])
            return person.objectID
        }
        try persons.save()
        let stage = try AccountStage(kind, [:], policy: .error, ["tags": { $0.elementType = .uri }])
        for (context, id) in zip([stage.a, stage.b], ids) {
            try stage[context].apply(.insert(id.uriRepresentation()), forKey: "tags")
            try context.save()
        }
        let uris = try #require(try stage.stored("tags") as? Set<URL>)
        let found = uris.compactMap { others.coordinator.managedObjectID(forURIRepresentation: $0) }
        #expect(Set(found) == Set(ids))
    }

    @Test(
        "MRG-150 MRG-151 MRG-153 by hand and built in, side by side in one object",
        arguments: Stack.Kind.allCases)
    func byHand(_ kind: Stack.Kind) throws {
        HandWritten.registerClass(named: "HandWritten")
        let model = NSManagedObjectModel(
            EntitySketch(
                "Note", className: "HandWritten", .attribute("stored", .integer64AttributeType, default: 0),
                .attribute("delta", .integer64AttributeType, isTransient: true),
                .mergeable("built", .counter, default: 0)))
        let stack = try Stack(kind, model)
        let (a, b) = (stack.context(), stack.context())
        let mine = try #require(a.insert("Note") as? HandWritten)
        try a.save()
        let theirs = try #require(b.object(with: mine.objectID) as? HandWritten)
        _ = theirs.visible
        for (note, number) in [(mine, 2), (theirs, 3)] {
            note.add(number)
            try note.add(number, "built")
        }
        try a.save()
        // What is written by hand conflicts, and needs the loop; the counter has no part in it.
        #expect(code { try b.save() } == NSManagedObjectMergeError)
        try b.saveRetrying(maxAttempts: 3)
        #expect(theirs.visible == 5)
        #expect(theirs.number("built") == 5)
    }
}

/// A counter as it is written without this library's help (TRN-139a).
private final class HandWritten: NSManagedObject {
    var visible: Int { (committed ?? 0) + (value(forKey: "delta") as? Int ?? 0) }

    private var committed: Int? { committedValues(forKeys: ["stored"])["stored"] as? Int }

    func add(_ number: Int) { setValue((value(forKey: "delta") as? Int ?? 0) + number, forKey: "delta") }

    override func willSave() {
        super.willSave()
        guard let delta = primitiveValue(forKey: "delta") as? Int else { return }
        setPrimitiveValue((committed ?? 0) + delta, forKey: "stored")
    }

    override func didSave() {
        super.didSave()
        setPrimitiveValue(nil, forKey: "delta")
    }
}
