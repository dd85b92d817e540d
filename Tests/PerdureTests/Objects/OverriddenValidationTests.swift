// SPDX-License-Identifier: Apache-2.0
// A save asks validateValue(_:forKey:) where a class has its own, however it came by it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Refuses 13, whatever the key.
class Superstitious: NSManagedObject {
    struct BadLuck: Error {}

    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        if (value.pointee as? NSNumber)?.intValue == 13 { throw BadLuck() }
        try super.validateValue(value, forKey: key)
    }
}

/// Inherits the method.
final class Gambler: Superstitious {}

/// Inherits it through a class that overrides another one.
class Watcher: Superstitious {
    override func willSave() {}
}

final class WatchingGambler: Watcher {}

/// A generic class with the method.
class Holder<Value>: NSManagedObject {
    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        if (value.pointee as? NSNumber)?.intValue == 13 { throw Superstitious.BadLuck() }
    }
}

final class IntHolder: Holder<Int> {}

/// Overrides the methods around it, but not this one.
final class Trusting: NSManagedObject {
    override func validateForInsert() throws { try super.validateForInsert() }
    override func willSave() {}
}

@Suite("Classes with their own validateValue")
struct OverriddenValidationTests {
    private func desk(_ type: NSManagedObject.Type) throws -> Desk {
        let number = ModelSamples.entity(
            "Number",
            [
                ModelSamples.attribute("value", .integer64),
                ModelSamples.attribute("small", .integer16) { $0.isOptional = false },
            ])
        number.managedObjectClassName = NSStringFromClass(type)
        return try Desk(.inMemory, ModelSamples.model(number))
    }

    @Test(
        "OBJ-122 a save asks the class, a superclass, and a generic one",
        arguments: [Superstitious.self, Gambler.self, WatchingGambler.self, IntHolder.self])
    func asked(type: NSManagedObject.Type) throws {
        let desk = try desk(type)
        let object = desk.context.insert("Number", ["value": 13, "small": 1])
        #expect(throws: Superstitious.BadLuck.self) { try desk.context.save() }
        object.setValue(12, forKey: "value")
        try desk.context.save()
        object.setValue(13, forKey: "value")
        #expect(throws: Superstitious.BadLuck.self) { try desk.context.save() }
    }

    @Test("OBJ-122 without one, what the model says is checked all the same")
    func notAsked() throws {
        let desk = try desk(Trusting.self)
        let object = desk.context.insert("Number", ["value": 13, "small": 1])
        try desk.context.save()
        object.setValue(40_000, forKey: "small")
        let error = #expect(throws: (any Error).self) { try desk.context.save() }
        #expect((error as NSError?)?.code == 1610)
        object.setValue(nil, forKey: "small")
        let missing = #expect(throws: (any Error).self) { try desk.context.save() }
        #expect((missing as NSError?)?.code == 1570)
    }
}
