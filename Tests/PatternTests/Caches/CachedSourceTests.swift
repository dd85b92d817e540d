// SPDX-License-Identifier: Apache-2.0
// What @Cached can depend on: attributes of all types, relationships, and paths.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

/// Caches one text for each kind of source.
final class Worker: NSManagedObject {
    @Cached("department", by: { (worker: Worker) in worker.note("department") }) var departmentNote: Int
    @Cached("department.name", by: { (worker: Worker) in worker.note("department.name") }) var nameNote: Int
    @Cached("tags", by: { (worker: Worker) in worker.note("tags") }) var tagsNote: Int
    @Cached("mood", by: { (worker: Worker) in worker.note("mood") }) var moodNote: Int
    @Cached("department.employees", by: { (worker: Worker) in worker.note("department.employees") })
    var colleaguesNote: Int
    private var count = 0

    /// A new number at each call; reads what it is told to.
    private func note(_ keyPath: String) -> Int {
        _ = value(forKeyPath: keyPath)
        count += 1
        return count
    }
}

@Suite("Sources of @Cached")
struct CachedSourceTests {
    private func worker(_ kind: Stack.Kind) throws -> (PatternStack, Worker, NSManagedObject) {
        let stack = try PatternStack(kind, ["Person": Worker.self])
        let department = try stack.new("Department", ["name": "Sales"])
        let worker = try stack.saved("Person", ["department": department], as: Worker.self)
        return (stack, worker, department)
    }

    @Test(
        "TRN-187 a to-one relationship: another destination, nil, and the same one after refreshing",
        arguments: Stack.Kind.allCases)
    func toOne(_ kind: Stack.Kind) throws {
        let (stack, worker, department) = try worker(kind)
        let first = worker.departmentNote
        department.setValue("Other", forKey: "name")
        #expect(worker.departmentNote == first)
        stack.a.refresh(worker, mergeChanges: false)
        #expect(worker.departmentNote == first)
        worker.setValue(nil, forKey: "department")
        let second = worker.departmentNote
        #expect(second != first)
        worker.setValue(stack.a.insert("Department", ["name": "New"]), forKey: "department")
        #expect(worker.departmentNote != second)
        #expect(worker.departmentNote == worker.departmentNote)
    }

    @Test(
        "TRN-187 a path through a to-one relationship: the value at its end, and the way there",
        arguments: Stack.Kind.allCases)
    func path(_ kind: Stack.Kind) throws {
        let (stack, worker, department) = try worker(kind)
        let first = worker.nameNote
        #expect(worker.nameNote == first)
        department.setValue("Marketing", forKey: "name")
        let second = worker.nameNote
        #expect(second != first)
        worker.setValue(nil, forKey: "department")
        let third = worker.nameNote
        #expect(third != second)
        worker.setValue(stack.a.insert("Department", ["name": "Law"]), forKey: "department")
        #expect(worker.nameNote != third)
        stack.a.rollback()
        #expect(worker.nameNote == worker.nameNote)
    }

    @Test(
        "TRN-187 a to-many relationship: members come and go, here and at the other end",
        arguments: Stack.Kind.allCases)
    func toMany(_ kind: Stack.Kind) throws {
        let (stack, worker, _) = try worker(kind)
        let first = worker.tagsNote
        #expect(worker.tagsNote == first)
        let tag = stack.a.insert("Tag", ["label": "t"])
        #expect(worker.tagsNote == first)
        tag.mutableSetValue(forKey: "people").add(worker)
        let second = worker.tagsNote
        #expect(second != first)
        try stack.a.save()
        #expect(worker.tagsNote == second)
        stack.a.delete(tag)
        stack.a.processPendingChanges()
        #expect(worker.tagsNote != second)
    }

    @Test(
        "TRN-187 a to-many relationship after another context's change and refresh",
        arguments: Stack.Kind.allCases)
    func refreshedToMany(_ kind: Stack.Kind) throws {
        let (stack, worker, _) = try worker(kind)
        let first = worker.tagsNote
        let twin = try stack.twin(worker, in: stack.b)
        twin.mutableSetValue(forKey: "tags").add(stack.b.insert("Tag"))
        try stack.b.save()
        stack.a.refresh(worker, mergeChanges: true)
        #expect(worker.tagsNote != first)
        #expect(worker.tagsNote == worker.tagsNote)
    }

    @Test("TRN-187 a path to a to-many relationship", arguments: Stack.Kind.allCases)
    func pathToMany(_ kind: Stack.Kind) throws {
        let (stack, worker, department) = try worker(kind)
        let first = worker.colleaguesNote
        #expect(worker.colleaguesNote == first)
        stack.a.insert("Person").setValue(department, forKey: "department")
        #expect(worker.colleaguesNote != first)
    }

    @Test("TRN-187 a transient of any type: its object counts", arguments: Stack.Kind.allCases)
    func transient(_ kind: Stack.Kind) throws {
        let (_, worker, _) = try worker(kind)
        let first = worker.moodNote
        worker.setValue(Color.red, forKey: "mood")
        let second = worker.moodNote
        #expect(second != first)
        #expect(worker.moodNote == second)
        worker.setValue(Color.green, forKey: "mood")
        #expect(worker.moodNote != second)
    }

    @Test(
        "TRN-187 attributes of all types, transformable and composite ones too",
        arguments: Stack.Kind.allCases)
    func types(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, Gauge.model)
        let gauge = try stack.new("Gauge", as: Gauge.self)
        for (key, values) in Gauge.values {
            gauge.setValue(values.0, forKey: key)
            let first = gauge.stamp
            #expect(gauge.stamp == first, "\(key)")
            gauge.setValue(values.1, forKey: key)
            #expect(gauge.stamp != first, "\(key)")
            #expect(gauge.stamp == gauge.stamp, "\(key)")
        }
        try stack.a.save()
        stack.a.refresh(gauge, mergeChanges: false)
        let stored = gauge.stamp
        #expect(gauge.stamp == stored)
    }

    @Test("TRN-187 a source that is none is reported, with the class, the source and the entity")
    func unusableSources() throws {
        let stack = try PatternStack(.inMemory, ["Person": Mistaken.self])
        let person = try stack.saved("Person", as: Mistaken.self)
        let error = #expect(throws: CoreDataException.self) { try person.tryValue(forKey: "wrongKey") }
        #expect(error?.reason.contains("\"nothing\"") == true)
        #expect(error?.reason.contains("Person") == true)
        #expect(throws: CoreDataException.self) { try person.tryValue(forKey: "wrongPath") }
        #expect(throws: CoreDataException.self) { try person.tryValue(forKey: "throughAttribute") }
        #expect(throws: CoreDataException.self) { try person.tryValue(forKey: "empty") }
    }
}

/// Names sources that cannot be compared.
final class Mistaken: NSManagedObject {
    @Cached("nothing", by: { (_: Mistaken) in 1 }) var wrongKey: Int
    @Cached("tags.label", by: { (_: Mistaken) in 1 }) var wrongPath: Int
    @Cached("note.length", by: { (_: Mistaken) in 1 }) var throughAttribute: Int
    @Cached("", by: { (_: Mistaken) in 1 }) var empty: Int

    override func value(forUndefinedKey key: String) -> Any? {
        switch key {
        case "wrongKey": wrongKey
        case "wrongPath": wrongPath
        case "throughAttribute": throughAttribute
        default: empty
        }
    }
}

/// Has an attribute of each type.
final class Gauge: NSManagedObject {
    @Cached(
        "number", "real", "text", "date", "data", "uuid", "decimal", "uri", "flag", "any", "place.x",
        by: { (gauge: Gauge) in gauge.next() })
    var stamp: Int
    private var last = 0

    private func next() -> Int {
        _ = value(forKey: "any")
        last += 1
        return last
    }

    static var values: [(String, (Any?, Any?))] {
        [
            ("number", (1, 2)), ("real", (1.5, Double.nan)), ("text", ("a", nil)),
            ("date", (Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2))),
            ("data", (Data([1]), Data([2]))), ("uuid", (UUID(), UUID())),
            ("decimal", (NSDecimalNumber(value: 1), NSDecimalNumber(value: 2))),
            ("uri", (URL(string: "x:a"), URL(string: "x:b"))), ("flag", (true, false)),
            ("any", (["a"], ["b"])), ("place", (["x": 1.0], ["x": 2.0])),
        ]
    }

    static var model: NSManagedObjectModel {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        let x = NSAttributeDescription()
        x.name = "x"
        x.attributeType = .doubleAttributeType
        place.elements = [x]
        let model = NSManagedObjectModel(
            EntitySketch(
                "Gauge", className: String(reflecting: Gauge.self),
                .attribute("number", .integer64AttributeType), .attribute("real", .doubleAttributeType),
                .attribute("text"), .attribute("date", .dateAttributeType),
                .attribute("data", .binaryDataAttributeType), .attribute("uuid", .UUIDAttributeType),
                .attribute("decimal", .decimalAttributeType), .attribute("uri", .URIAttributeType),
                .attribute("flag", .booleanAttributeType), .attribute("any", .transformableAttributeType)))
        model.entitiesByName["Gauge"]?.properties.append(place)
        return model
    }
}
