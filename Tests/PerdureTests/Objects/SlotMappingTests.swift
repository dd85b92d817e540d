// SPDX-License-Identifier: Apache-2.0
// Accessors whose numbers were written for another model: they read what they name, or say what does not fit.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// A class whose code says nothing about its numbers.
final class NamelessGadget: NSManagedObject {
    var first: Bool { _bool(at: 0) }
    var beyond: Int64 { _int64(at: 99) }
}

@Suite("Accessors of another model")
struct SlotMappingTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        let gadget = GadgetModel.entity("Gadget", Gadget.self, without: [])
        let bare = GadgetModel.entity("Bare", Gadget.self, without: ["born", "active", "job", "steps"])
        let nameless = GadgetModel.entity("Nameless", NamelessGadget.self, without: [])
        let plain = GadgetModel.entity("Plain", NSManagedObject.self, without: ["blob"])
        stack = try Stack(.inMemory, ModelSamples.model(gadget, bare, nameless, plain, Self.retyped()))
        context = stack.context()
    }

    /// Properties of the names that Gadget has, of other kinds.
    private static func retyped() -> NSEntityDescription {
        let entity = ModelSamples.entity(
            "Retyped",
            [
                ModelSamples.attribute("large"), ModelSamples.attribute("title", .integer64),
                ModelSamples.attribute("height", .integer32), ModelSamples.attribute("small", .double),
                ModelSamples.attribute("job"),
            ])
        let (parts, whole) = (
            ModelSamples.relationship("parts", to: entity),
            ModelSamples.relationship("whole", to: entity, maxCount: 0)
        )
        parts.inverseRelationship = whole
        whole.inverseRelationship = parts
        entity.properties += [parts, whole]
        entity.managedObjectClassName = NSStringFromClass(Gadget.self)
        return entity
    }

    private func gadget(_ entity: String) throws -> Gadget {
        try #require(context.insert(entity) as? Gadget)
    }

    /// The message of what the calls would stop the process for.
    private func message(_ body: () -> Void) -> String {
        do {
            try ExceptionTrap.catching(body)
            return ""
        } catch let exception as CoreDataException {
            return exception.reason
        } catch {
            return "\(error)"
        }
    }

    private func expectReport(_ word: String, _ body: () -> Void) {
        let text = message(body)
        #expect(text.contains(word))
    }

    @Test("MOD-190 one class serves two entities whose slots differ")
    func shared() throws {
        let (full, bare) = (try gadget("Gadget"), try gadget("Bare"))
        for gadget in [full, bare] {
            gadget.title = "t"
            gadget.large = 5
            gadget.parts = [gadget]
            #expect(gadget.title == "t" && gadget.large == 5 && gadget.whole === gadget)
            #expect(
                gadget.value(forKey: "title") as? String == "t" && gadget.value(forKey: "large") as? Int == 5)
        }
        try context.save()
        let other = stack.context()
        let copy = try #require(other.object(with: bare.objectID) as? Gadget)
        #expect(copy.isFault && copy.large == 5 && copy.title == "t" && copy.parts == [copy])
    }

    @Test("MOD-190 a property that the entity lacks is reported with class, entity and property")
    func missing() throws {
        let bare = try gadget("Bare")
        let born = message { #expect(bare.born == nil) }
        #expect(born.contains("Gadget") && born.contains("\"born\"") && born.contains("\"Bare\""))
        expectReport("\"active\"") { bare.active = true }
        expectReport("\"steps\"") { #expect(bare.steps.isEmpty) }
        expectReport("\"job\"") { bare.job = bare }
        expectReport("\"active\"") { bare._setPrimitiveValue(true, at: 0) }
        expectReport("\"born\"") { #expect(bare._primitiveValue(at: 2) == nil) }
        #expect(bare.title == "new")
    }

    @Test("MOD-190 a missing property is reported after the fault has fired")
    func missingInFault() throws {
        let bare = try gadget("Bare")
        try context.save()
        let other = stack.context()
        let fault = try #require(other.object(with: bare.objectID) as? Gadget)
        expectReport("\"born\"") { _ = fault.born }
        #expect(!fault.isFault && fault.large == 7)
    }

    @Test("MOD-190 without names each number is its slot, if there is one")
    func nameless() throws {
        let object = try #require(context.insert("Nameless", ["active": true]) as? NamelessGadget)
        #expect(object.first)
        expectReport("#99") { #expect(object.beyond == 0) }
    }

    @Test("MOD-190 an object of another class than its entity says")
    func otherClass() throws {
        let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Plain"])
        let gadget = Gadget(entity: entity, insertInto: context)
        gadget.title = "t"
        #expect(gadget.title == "t" && gadget.value(forKey: "title") as? String == "t")
        expectReport("\"blob\"") { #expect(gadget.blob == nil) }
        let plain = NSManagedObject(entity: entity, insertInto: context)
        #expect(plain._int64(at: 8) == 7)
        expectReport("#99") { _ = plain._int64(at: 99) }
    }

    @Test("MOD-190 a number is converted to another number type, both ways")
    func numbers() throws {
        let gadget = try gadget("Retyped")
        gadget.height = 3
        gadget.small = 4
        #expect(gadget.height == 3 && gadget.value(forKey: "height") as? Int == 3)
        #expect(gadget.small == 4 && gadget.value(forKey: "small") as? Double == 4)
    }

    @Test("MOD-190 a value that cannot be converted is reported, and nothing is written")
    func otherType() throws {
        let gadget = try gadget("Retyped")
        expectReport("\"large\"") { gadget.large = 5 }
        expectReport("\"title\"") { gadget.title = "x" }
        #expect(gadget.value(forKey: "large") == nil && gadget.value(forKey: "title") == nil)
        gadget.setValue("text", forKey: "large")
        let reading = message { #expect(gadget.large == 0) }
        #expect(
            reading.contains("Gadget") && reading.contains("\"large\"") && reading.contains("\"Retyped\""))
    }

    @Test("MOD-191 a relationship of another kind is reported, and nothing is written")
    func otherKind() throws {
        let gadget = try gadget("Retyped")
        gadget.setValue(gadget, forKey: "parts")
        expectReport("\"parts\"") { #expect(gadget.parts.isEmpty) }
        expectReport("\"parts\"") { gadget.parts = [] }
        expectReport("\"whole\"") { #expect(gadget.whole == nil) }
        expectReport("\"whole\"") { gadget.whole = nil }
        expectReport("\"job\"") { gadget.job = gadget }
        expectReport("\"parts\"") { gadget._setString("x", at: 11) }
        #expect(gadget.value(forKey: "parts") as? Gadget === gadget)
    }
}
