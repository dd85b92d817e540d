// SPDX-License-Identifier: Apache-2.0
// What transient properties are, how they are tracked and saved, and when their values go.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Transient properties", .serialized)
struct TransientLifeTests {
    @Test("TRN-1 TRN-50 TRN-210 nothing of a transient is stored", arguments: Stack.Kind.allCases)
    func notStored(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let five = life.a.insert("Thing")
        let thing = try life.saved(["t": 5, "preset": "x", "other": five, "others": NSSet(object: five)])
        #expect(thing.t == 5 && thing.related("others") == [five])
        let twin = try life.twin(of: thing, in: life.b)
        #expect(twin.t == nil && twin.value(forKey: "preset") as? String == "preset")
        #expect(twin.value(forKey: "other") == nil && twin.related("others").isEmpty)
        guard let url = life.stack.url else { return }
        let names = try RawDatabase(url).rows(
            "SELECT c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
        ).map { $0[0] }
        #expect(names.contains("ZP") && Set(names).isDisjoint(with: ["ZT", "ZPRESET", "ZOTHER", "ZOTHERS"]))
        #expect(
            try RawDatabase(url).value("SELECT count(*) FROM sqlite_master WHERE name LIKE '%OTHERS%'") == "0"
        )
    }

    @Test(
        "TRN-2 TRN-3 all attribute types and validation rules may be transient",
        arguments: Stack.Kind.allCases)
    func types(kind: Stack.Kind) throws {
        let values: [(String, NSAttributeType, Any)] = [
            ("a", .integer16AttributeType, 7), ("b", .integer32AttributeType, 7),
            ("c", .integer64AttributeType, 7),
            ("d", .doubleAttributeType, 1.5), ("e", .floatAttributeType, 1.5),
            ("f", .booleanAttributeType, true),
            ("g", .stringAttributeType, "x"), ("h", .dateAttributeType, Date(timeIntervalSince1970: 1)),
            ("i", .binaryDataAttributeType, Data([1])), ("j", .UUIDAttributeType, UUID()),
            ("k", .URIAttributeType, try #require(URL(string: "https://a.b"))),
            ("l", .decimalAttributeType, NSDecimalNumber(string: "1.25")),
            ("m", .transformableAttributeType, ["a", "b"]),
            ("n", .undefinedAttributeType, NSNumber(value: 7)),
        ]
        let entity = NSEntityDescription()
        entity.name = "All"
        entity.properties = values.map { name, type, _ in
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.attributeType, attribute.isTransient) = (name, type, true)
            return attribute
        }
        entity.attributesByName["a"]?.isOptional = false
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let stack = try Stack(kind, model)
        let context = stack.context()
        let object = context.insert("All")
        for (name, _, value) in values { object.set(value, name) }
        try context.save()
        for (name, _, value) in values {
            #expect((object.value(forKey: name) as? NSObject)?.isEqual(value) == true, "\(name)")
        }
        object.set(nil, "a")
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect((error as NSError?)?.code == 1570)
    }

    @Test("TRN-6 transient properties are not in an entity's version hash, and stores open as before")
    func versionHash() throws {
        let plain = NSManagedObjectModel(EntitySketch("Note", .attribute("text")))
        let more = NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("text"), .attribute("shown", .booleanAttributeType, isTransient: true),
                .toMany("near", "Note").transient))
        let other = NSManagedObjectModel(
            EntitySketch("Note", .attribute("text"), .attribute("shown", isTransient: true, default: "x")))
        #expect(plain.entityVersionHashesByName == more.entityVersionHashesByName)
        #expect(more.entityVersionHashesByName == other.entityVersionHashesByName)
        let folder = try TemporaryFolder()
        let first = try Stack(at: folder.file("Notes.sqlite"), plain)
        let context = first.context()
        context.insert("Note", ["text": "old"])
        try context.save()
        try first.coordinator.remove(first.store)
        let second = try Stack(at: folder.file("Notes.sqlite"), more)
        let note = try #require(try second.context().all("Note").first)
        #expect(second.coordinator.persistentStores.count == 1 && note.entity.attributesByName.count == 2)
    }

    @Test(
        "TRN-12 CTX-200 TRN-14 OBJ-79 a transient change is reported, and listed nowhere",
        arguments: Stack.Kind.allCases)
    func reported(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        let log = NotificationLog(life.a)
        thing.set(5, "t")
        #expect(thing.changedValues().isEmpty && thing.changedValuesForCurrentEvent().isEmpty)
        #expect(
            thing.committedValues(forKeys: ["t"]).isEmpty && thing.committedValues(forKeys: nil)["t"] == nil)
        life.a.processPendingChanges()
        #expect(log.take() == ["changed updated:1"])
    }

    @Test("TRN-15 a transient is announced like any other property", arguments: ["t", "p", "preset"])
    func announced(key: String) throws {
        let life = try Life(.inMemory)
        let thing = try life.saved()
        let trace = life.a.startTrace()
        thing.set(key == "preset" ? "x" : 5, key)
        #expect(trace.take() == ["Thing.willChange(\(key))", "Thing.didChange(\(key))"])
    }

    @Test(
        "TRN-16 CTX-48 a save of transient changes writes no row, and tells as any save",
        arguments: Stack.Kind.allCases)
    func savedWithoutRow(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        let twin = try life.twin(of: thing, in: life.b)
        let version = try version(life)
        thing.set(5, "t")
        let trace = life.a.startTrace()
        let log = NotificationLog(life.a)
        try life.a.save()
        #expect(trace.take() == ["Thing.willSave", "Thing.validateForUpdate", "Thing.didSave"])
        let lines = ["changed updated:1", "willSave", "didSave updated:1", "didSaveIDs updated_objectIDs:1"]
        #expect(log.take() == lines)
        #expect(!thing.hasChanges && thing.t == 5 && !life.a.hasChanges)
        #expect(try self.version(life) == version)
        // The version was not raised: a context that knows the old one saves without a conflict.
        twin.set(2, "p")
        try life.b.save()
        #expect(try life.stored("p", of: thing) == 2)
    }

    private func version(_ life: Life) throws -> String? {
        try life.stack.url.map { try RawDatabase($0).value("SELECT group_concat(Z_OPT) FROM ZTHING") ?? "" }
    }

    @Test("TRN-17 a failed save keeps transient values and dirtiness", arguments: Stack.Kind.allCases)
    func failedSave(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        thing.set(5, "t")
        thing.set(nil, "title")
        #expect(throws: (any Error).self) { try life.a.save() }
        #expect(thing.t == 5 && thing.isUpdated && life.a.updatedObjects == [thing])
        thing.set("x", "title")
        try life.a.save()
        #expect(thing.t == 5 && !thing.hasChanges)
    }

    @Test("TRN-18 an equal value still announces and dirties", arguments: ["p", "t", "preset"])
    func equalValue(key: String) throws {
        let life = try Life(.inMemory)
        let thing = try life.saved(["t": 1, "p": 1])
        let trace = life.a.startTrace()
        thing.set(thing.value(forKey: key), key)
        #expect(trace.take() == ["Thing.willChange(\(key))", "Thing.didChange(\(key))"])
        #expect(thing.isUpdated && life.a.hasChanges && thing.changedValues().isEmpty)
    }

    @Test(
        "TRN-22 TRN-23 TRN-51 reset, refetch and refreshAllObjects drop transient values",
        arguments: Stack.Kind.allCases)
    func dropped(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["t": 50])
        life.a.refreshAllObjects()
        #expect(thing.isFault && thing.t == nil)
        thing.set(50, "t")
        try life.a.save()
        let id = thing.objectID
        life.a.reset()
        #expect(thing.t == nil)
        #expect(try life.a.existingObject(with: id).t == nil)
        func change() throws {
            try life.a.existingObject(with: id).set(50, "t")
            try life.a.save()
        }
        try change()
        #expect(life.a.registeredObjects.isEmpty)
        #expect(try life.a.existingObject(with: id).t == nil)
    }

    @Test(
        "TRN-24 TRN-25 the default comes before the hook, on insertion and on each filling",
        arguments: Stack.Kind.allCases)
    func initialValue(kind: Stack.Kind) throws {
        let life = try Life(kind)
        var seen: [String?] = []
        for hook in ["awakeFromInsert", "awakeFromFetch"] {
            life.a.on(hook) {
                seen.append($0.primitiveValue(forKey: "preset") as? String)
                $0.setPrimitiveValue(hook, forKey: "preset")
            }
        }
        let thing = try life.saved()
        #expect(thing.value(forKey: "preset") as? String == "awakeFromInsert")
        life.a.refresh(thing, mergeChanges: false)
        #expect(thing.value(forKey: "preset") as? String == "awakeFromFetch")
        life.a.refreshAllObjects()
        thing.willAccessValue(forKey: nil)
        #expect(seen == ["preset", "preset", "preset"])
    }

    @Test("TRN-26 TRN-27 OBJ-90 OBJ-93 what awakeFromFetch assigns is no change", arguments: [true, false])
    func assignedInAwake(isPublic: Bool) throws {
        let life = try Life(.sqlite)
        let thing = try life.saved()
        life.a.refresh(thing, mergeChanges: false)
        life.a.processPendingChanges()
        life.a.on("awakeFromFetch") {
            if isPublic { $0.set(7, "t") } else { $0.setPrimitiveValue(7, forKey: "t") }
        }
        let log = NotificationLog(life.a)
        let trace = life.a.startTrace()
        #expect(thing.t == 7 && !thing.hasChanges && !life.a.hasChanges)
        life.a.processPendingChanges()
        #expect(log.take().isEmpty)
        let announced = trace.take().filter { $0.contains("Change") }
        #expect(announced == (isPublic ? ["Thing.willChange(t)", "Thing.didChange(t)"] : []))
    }

    @Test(
        "TRN-28 TRN-29 a save keeps the values of objects that stay; faults fire again",
        arguments: Stack.Kind.allCases)
    func saving(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let part = life.a.insert("Thing", ["p": 9])
        let thing = try life.saved(["t": 5, "others": NSSet(object: part)])
        thing.set(6, "p")
        try life.a.save()
        #expect(thing.t == 5 && thing.related("others") == [part])
        life.a.refreshAllObjects()
        #expect(thing.related("others").isEmpty)
        let found = try life.a.all("Thing", "p == 9")
        #expect(found == [part] && found.first?.p == 9)
        thing.set(NSSet(array: found), "others")
        life.a.refresh(part, mergeChanges: false)
        #expect(thing.related("others").first?.p == 9)
    }
}
