// SPDX-License-Identifier: Apache-2.0
// What objects tell of their changes while a save runs, and which of them it validates.

import Foundation
import Perdure
import Testing

@Suite("Changes while saving")
struct ChangesWhileSavingTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    /// What an object says of two attributes and two relationships.
    private static func text(_ object: NSManagedObject) -> String {
        let changed = object.changedValues()
        let committed = object.committedValues(forKeys: ["age", "firstName", "department", "employees"])
        return "changed [\(list(changed))] committed [\(list(committed))]"
    }

    private static func list(_ values: [String: Any]) -> String {
        values.map { key, value in "\(key)=\(word(value))" }.sorted().joined(separator: " ")
    }

    private static func word(_ value: Any) -> String {
        switch value {
        case is NSNull: "nil"
        case let object as NSManagedObject: object.entity.name ?? ""
        case let set as NSSet: "\(set.count)"
        default: "\(value)"
        }
    }

    /// What objects say in willSave, at the will-save notification, in didSave and at the did-save notification.
    private func seen(_ entity: String, _ object: NSManagedObject) throws -> [String] {
        var texts: [String] = []
        for hook in ["willSave", "didSave"] {
            context.on(hook) { if $0 === object { texts.append("\(hook) \(Self.text($0))") } }
        }
        let names: [(NSNotification.Name, String)] = [
            (.NSManagedObjectContextWillSave, "will"), (.NSManagedObjectContextDidSave, "did"),
        ]
        let center = NotificationCenter.default
        let tokens = names.map { name, word in
            // Used on this thread only, on which the context posts.
            nonisolated(unsafe) let object = object
            nonisolated(unsafe) let note = { (text: String) in texts.append(text) }
            return center.addObserver(forName: name, object: context, queue: nil) { _ in
                note("\(word) \(Self.text(object))")
            }
        }
        defer { tokens.forEach(center.removeObserver) }
        try context.save()
        return texts
    }

    @Test("OBJ-86 OBJ-87 of a changed object, attributes and both kinds of relationships")
    func updated() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context, ["age": 1])
        try context.save()
        person.setValue(2, forKey: "age")
        person.setValue(department, forKey: "department")
        let before = "changed [age=2 department=Department] committed [age=1 department=nil firstName=nil]"
        let after = "changed [] committed [age=2 department=Department firstName=nil]"
        let texts = try seen("Person", person)
        #expect(
            texts.sorted() == [
                "did \(after)", "didSave \(after)", "will \(before)", "willSave \(before)",
            ])
        let other = try stack.insert("Person", into: context)
        try context.save()
        other.setValue(department, forKey: "department")
        let members = try seen("Department", department)
        #expect(members.contains("willSave changed [employees=2] committed [employees=1]"))
        #expect(members.contains("will changed [employees=2] committed [employees=1]"))
        #expect(members.contains("did changed [] committed [employees=2]"))
    }

    @Test("OBJ-86 OBJ-83 of a new object there are new values and no committed ones")
    func inserted() throws {
        let person = try stack.insert("Person", into: context, ["age": 2])
        let texts = try seen("Person", person)
        let before = "changed [age=2] committed []"
        #expect(texts.contains("willSave \(before)") && texts.contains("will \(before)"))
        #expect(texts.contains("did changed [] committed [age=2 department=nil firstName=nil]"))
    }

    @Test("OBJ-86 of a deleted object the committed values are there until it is gone")
    func deleted() throws {
        let person = try stack.insert("Person", into: context, ["age": 2])
        try context.save()
        person.setValue(3, forKey: "age")
        context.delete(person)
        let texts = try seen("Person", person)
        let before = "changed [age=3] committed [age=2 department=nil firstName=nil]"
        #expect(texts.contains("willSave \(before)") && texts.contains("will \(before)"))
    }

    @Test("OBJ-86 a change made in willSave counts among the changed values of the notification's end")
    func changedInWillSave() throws {
        let person = try stack.insert("Person", into: context, ["age": 1])
        try context.save()
        person.setValue(2, forKey: "age")
        var seen: [String] = []
        context.on("willSave") { object in
            if object.value(forKey: "firstName") == nil { object.setValue("x", forKey: "firstName") }
            seen.append(Self.list(object.changedValues()))
        }
        try context.save()
        #expect(seen.last == "age=2 firstName=x")
    }

    // MARK: Validation

    @Test("OBJ-131 validation asks changed objects only, not clean ones and not faults")
    func validated() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let (clean, changed) = (
            try stack.insert("Person", into: context), try stack.insert("Person", into: context)
        )
        let fault = try stack.insert("Person", into: context, ["department": department])
        try context.save()
        context.refresh(fault, mergeChanges: false)
        let trace = context.startTrace()
        changed.setValue(1, forKey: "age")
        try context.save()
        #expect(trace.take().filter { $0.contains("validate") } == ["Person.validateForUpdate"])
        #expect(fault.isFault && !clean.hasChanges)
        changed.setValue(2, forKey: "age")
        context.refresh(changed, mergeChanges: false)
        context.delete(clean)
        try context.save()
        #expect(trace.take().filter { $0.contains("validate") } == ["Person.validateForDelete"])
        #expect(changed.isFault)
    }

    @Test("OBJ-131 invalid values of a clean object and of a fault do not stop a save")
    func invalidButClean() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context)
        try context.save()
        department.setPrimitiveValue(nil, forKey: "name")
        person.setValue(1, forKey: "age")
        try context.save()
        department.setValue(nil, forKey: "name")
        context.refresh(department, mergeChanges: false)
        person.setValue(2, forKey: "age")
        try context.save()
        #expect(!context.hasChanges && department.value(forKey: "name") as? String == "A")
    }

    @Test("OBJ-131 while editing nothing is validated, whatever is done with the objects")
    func editing() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        try context.save()
        let trace = context.startTrace()
        department.setValue(nil, forKey: "name")
        let item = try stack.insert("Item", into: context)
        context.processPendingChanges()
        context.refresh(department, mergeChanges: true)
        #expect(try stack.all("Department", in: context) == [department])
        _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        #expect(department.value(forKey: "name") == nil && item.isInserted && department.hasChanges)
        #expect(!trace.take().contains { $0.contains("validate") })
        #expect(throws: (any Error).self) { try context.save() }
        department.setValue("B", forKey: "name")
        item.setValue("now", forKey: "title")
        try context.save()
        #expect(!context.hasChanges)
    }
}
