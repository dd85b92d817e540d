// SPDX-License-Identifier: Apache-2.0
// Derived attributes that are not optional: validation comes before the store computes.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Prepares its count, as applications have to.
final class PreparedList: NSManagedObject {
    override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(0, forKey: "count")
    }
}

@Suite("Derived attributes that are required") struct RequiredValueTests {
    /// A stack whose count is required.
    private func stack(
        _ kind: Stack.Kind, change: (NSDerivedAttributeDescription, NSEntityDescription) -> Void = { _, _ in }
    ) throws -> Stack {
        let model = TodoModel.make()
        let entity = try #require(model.entitiesByName["TodoList"])
        let count = try #require(entity.attributesByName["count"] as? NSDerivedAttributeDescription)
        count.isOptional = false
        change(count, entity)
        return try Stack(kind, model)
    }

    /// Inserts a list with two items.
    private func insertList(_ context: NSManagedObjectContext) -> NSManagedObject {
        let list = context.insert("TodoList", ["name": "Home"])
        for title in ["Lamp", "Rug"] { context.insert("Item", ["title": title, "todolist": list]) }
        return list
    }

    @Test("DER-30 inserting without a value fails with 1570, key and text", arguments: Stack.Kind.allCases)
    func missing(_ kind: Stack.Kind) throws {
        let context = try stack(kind).context()
        let list = insertList(context)
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(
            error?.code == NSValidationMissingMandatoryPropertyError && error?.domain == NSCocoaErrorDomain)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "count")
        #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === list)
        #expect(error?.localizedDescription == "count is a required value.")
        #expect(list.isInserted && list.count == nil)
    }

    @Test(
        "DER-31 a primitive value in awakeFromInsert cures it, and is overwritten",
        arguments: Stack.Kind.allCases)
    func prepared(_ kind: Stack.Kind) throws {
        let stack = try stack(kind) { $1.managedObjectClassName = "DerivedTests.PreparedList" }
        let context = stack.context()
        let list = insertList(context)
        #expect(list.count == 0)
        try context.save()
        #expect(list.count == 2 && !list.hasChanges)
    }

    @Test(
        "DER-5 DER-31 a default value is the first value in memory, and cures it too",
        arguments: Stack.Kind.allCases)
    func defaultValue(_ kind: Stack.Kind) throws {
        let stack = try stack(kind) { count, _ in count.defaultValue = 7 }
        let context = stack.context()
        let list = insertList(context)
        #expect(list.count == 7 && list.changedValues()["count"] == nil)
        try context.save()
        #expect(list.count == 2)
        #expect(try stack.context().all("TodoList", "count == 2").count == 1)
    }

    @Test("DER-32 an optional attribute needs nothing", arguments: Stack.Kind.allCases)
    func optional(_ kind: Stack.Kind) throws {
        let stack = try stack(kind) { count, _ in count.isOptional = true }
        let context = stack.context()
        let list = insertList(context)
        try context.save()
        #expect(list.count == 2)
    }

    @Test("DER-33 an attribute may be optional until it is saved", arguments: Stack.Kind.allCases)
    func optionalUntilSaved(_ kind: Stack.Kind) throws {
        let stack = try stack(kind) { count, _ in
            #expect(!count.isOptionalUntilSaved)
            count.isOptionalUntilSaved = true
        }
        let context = stack.context()
        let list = insertList(context)
        #expect(list.count == nil)
        try context.save()
        #expect(list.count == 2)
        list.setValue("Work", forKey: "name")
        try context.save()
    }

    @Test("DER-33 the user info says it for models of an editor", arguments: ["YES", "yes", "true", "1"])
    func userInfo(_ text: String) throws {
        let stack = try stack(.sqlite) { count, _ in
            count.userInfo = ["perdure.optionalUntilSaved": text, "other": "kept"]
            #expect(count.isOptionalUntilSaved)
            #expect((count.copy() as? NSDerivedAttributeDescription)?.isOptionalUntilSaved == true)
        }
        let context = stack.context()
        let list = insertList(context)
        try context.save()
        #expect(list.count == 2)
    }

    @Test("DER-33 setting it keeps the rest of the user info")
    func settingUserInfo() {
        let attribute = NSDerivedAttributeDescription()
        attribute.userInfo = ["other": "kept"]
        attribute.isOptionalUntilSaved = true
        #expect(
            attribute.userInfo as? [String: String] == ["other": "kept", "perdure.optionalUntilSaved": "YES"])
        attribute.isOptionalUntilSaved = false
        #expect(!attribute.isOptionalUntilSaved && attribute.userInfo?["other"] as? String == "kept")
    }

    @Test("DER-33 any other text is an error that says what to write")
    func wrongText() {
        let error = #expect(throws: NSError.self) {
            _ = try stack(.sqlite) { count, _ in count.userInfo = ["perdure.optionalUntilSaved": "maybe"] }
        }
        #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("TodoList.count") && text.contains("\"maybe\"") && text.contains("YES or NO"))
    }
}
