// SPDX-License-Identifier: Apache-2.0
// Saves ask only the objects of classes with hooks: which classes these are, and which saves call them.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Classes with hooks of saves")
struct SaveHookTests {
    class Plain: NSManagedObject {
        override func awakeFromInsert() { super.awakeFromInsert() }
    }

    class BeforeSaves: NSManagedObject {
        final override func willSave() { (managedObjectContext?.userInfo["heard"] as? Heard)?.will += 1 }
    }

    final class Inheriting: BeforeSaves {}

    class AfterSaves: NSManagedObject {
        override func didSave() { (managedObjectContext?.userInfo["heard"] as? Heard)?.did += 1 }
    }

    /// How often hooks were called.
    final class Heard {
        var will = 0
        var did = 0
    }

    @Test("a class with either hook, or whose superclass has one, is known; other overrides do not count")
    func classes() {
        let found = [NSManagedObject.self, Plain.self, BeforeSaves.self, Inheriting.self, AfterSaves.self]
            .map { OverriddenMethods.hasSaveHooks($0) }
        #expect(found == [false, false, true, true, true])
    }

    @Test("OBJ-90 beside objects without hooks, and in each of several saves, hooks are called once")
    func mixed() throws {
        let model = NSManagedObjectModel(
            EntitySketch("Plain", className: String(reflecting: Plain.self), .attribute("name")),
            EntitySketch("Before", className: String(reflecting: Inheriting.self), .attribute("name")),
            EntitySketch("After", className: String(reflecting: AfterSaves.self), .attribute("name")))
        let stack = try Stack(.sqlite, model)
        let context = stack.context()
        let heard = Heard()
        context.userInfo["heard"] = heard
        let plain = context.insert("Plain", ["name": "a"])
        try context.save()
        #expect(heard.will == 0 && heard.did == 0)
        let before = context.insert("Before", ["name": "a"])
        try context.save()
        #expect(heard.will == 1 && heard.did == 0)
        plain.setValue("b", forKey: "name")
        let after = context.insert("After", ["name": "a"])
        try context.save()
        #expect(heard.will == 1 && heard.did == 1)
        for object in [plain, before, after] { object.setValue("c", forKey: "name") }
        try context.save()
        #expect(heard.will == 2 && heard.did == 2)
        for object in [plain, before, after] { context.delete(object) }
        try context.save()
        #expect(heard.will == 3 && heard.did == 3)
    }

    @Test(
        "a new object whose deletion waits keeps its values when all objects are refreshed, and can be inserted again"
    )
    func refreshedDeletion() throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Plain", .attribute("name"), .attribute("rank", .integer64AttributeType, default: 7)))
        let stack = try Stack(.sqlite, model)
        let context = stack.context()
        context.propagatesDeletesAtEndOfEvent = false
        let object = context.insert("Plain", ["name": "a"])
        context.delete(object)
        context.refreshAllObjects()
        context.insert(object)
        #expect(object.isInserted)
        try context.save()
        let reader = stack.context()
        let stored = try #require(try reader.all("Plain").first)
        #expect(stored.value(forKey: "name") as? String == "a" && stored.value(forKey: "rank") as? Int == 7)
    }
}
