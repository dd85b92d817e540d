// SPDX-License-Identifier: Apache-2.0
// Every accessor that generated code has, with the model that its numbers were written for and with another one.
// Relationships are in RelationshipAccessorTests.swift.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Generated accessors of attributes")
struct AccessorTests {
    private static let date = Date(timeIntervalSinceReferenceDate: 12.5)
    private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func filled(_ context: NSManagedObjectContext) -> Gadget {
        let gadget = context.gadget()
        gadget.active = true
        gadget.blob = Data([1, 2])
        gadget.born = Self.date
        gadget.cost = NSDecimalNumber(string: "1.25")
        gadget.extra = ["k": 1]
        gadget.height = 1.5
        gadget.home = URL(string: "file:///x")
        gadget.key = Self.uuid
        gadget.large = 1 << 40
        gadget.medium = -70_000
        gadget.ratio = 0.5
        gadget.small = 300
        gadget.title = "a title of more than fifteen bytes"
        return gadget
    }

    private func expectFilled(_ gadget: Gadget) {
        #expect(gadget.active && gadget.optionalActive == true && gadget.blob == Data([1, 2]))
        #expect(gadget.born == Self.date && gadget.cost == NSDecimalNumber(string: "1.25"))
        #expect(gadget.extra as? [String: Int] == ["k": 1])
        #expect(gadget.height == 1.5 && gadget.optionalHeight == 1.5)
        #expect(gadget.home == URL(string: "file:///x") && gadget.key == Self.uuid)
        #expect(gadget.large == 1 << 40 && gadget.optionalLarge == 1 << 40)
        #expect(gadget.number?.int64Value == 1 << 40)
        #expect(gadget.medium == -70_000 && gadget.optionalMedium == -70_000)
        #expect(gadget.ratio == 0.5 && gadget.optionalRatio == 0.5)
        #expect(gadget.small == 300 && gadget.optionalSmall == 300)
        #expect(gadget.title == "a title of more than fifteen bytes")
    }

    @Test("MOD-190 what an accessor sets, it reads", arguments: GadgetModel.allCases)
    func setAndGet(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        expectFilled(filled(context))
    }

    @Test(
        "MOD-190 accessors and key-value coding reach the same property, also through a save",
        arguments: GadgetModel.allCases)
    func sameProperty(_ model: GadgetModel) throws {
        let stack = try Stack(.sqlite, model.make())
        let (context, other) = (stack.context(), stack.context())
        let gadget = filled(context)
        #expect(
            gadget.value(forKey: "active") as? Bool == true && gadget.value(forKey: "small") as? Int == 300)
        #expect(gadget.value(forKey: "born") as? Date == Self.date)
        #expect(gadget.value(forKey: "key") as? UUID == Self.uuid)
        #expect(gadget.value(forKey: "title") as? String == "a title of more than fifteen bytes")
        try context.save()
        let copy = try #require(other.all("Gadget").first as? Gadget)
        expectFilled(copy)
        copy.setValue(9, forKey: "large")
        #expect(copy.large == 9)
    }

    @Test("MOD-190 nil is nil, 0 or false", arguments: GadgetModel.allCases)
    func absent(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let gadget = filled(context)
        gadget.optionalActive = nil
        gadget.blob = nil
        gadget.born = nil
        gadget.cost = nil
        gadget.extra = nil
        gadget.optionalHeight = nil
        gadget.home = nil
        gadget.key = nil
        gadget.optionalLarge = nil
        gadget.setValue(nil, forKey: "medium")
        gadget.setValue(nil, forKey: "ratio")
        gadget.setValue(nil, forKey: "small")
        gadget.title = nil
        #expect(!gadget.active && gadget.optionalActive == nil && gadget.blob == nil && gadget.born == nil)
        #expect(gadget.cost == nil && gadget.extra == nil && gadget.home == nil && gadget.key == nil)
        #expect(gadget.height == 0 && gadget.optionalHeight == nil)
        #expect(gadget.large == 0 && gadget.optionalLarge == nil && gadget.number == nil)
        #expect(gadget.medium == 0 && gadget.optionalMedium == nil)
        #expect(gadget.ratio == 0 && gadget.optionalRatio == nil)
        #expect(gadget.small == 0 && gadget.optionalSmall == nil && gadget.title == nil)
        gadget.number = 3
        #expect(gadget.large == 3)
    }

    @Test("MOD-190 a new object has the model's defaults", arguments: GadgetModel.allCases)
    func defaults(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let gadget = try #require(context.insert("Gadget") as? Gadget)
        #expect(gadget.large == 7 && gadget.title == "new" && gadget.primitiveTitle == "new")
        #expect(gadget.small == 0 && gadget.born == nil && gadget.parts.isEmpty && gadget.whole == nil)
    }

    @Test("MOD-190 each accessor fires the fault", arguments: GadgetModel.allCases)
    func faults(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let writer = stack.context()
        let written = filled(writer)
        try writer.save()
        let accesses: [(Gadget) -> Void] = [
            { _ = $0.active }, { _ = $0.blob }, { _ = $0.born }, { _ = $0.cost }, { _ = $0.extra },
            { _ = $0.height }, { _ = $0.home }, { _ = $0.job }, { _ = $0.key }, { _ = $0.large },
            { _ = $0.number }, { _ = $0.medium }, { _ = $0.parts }, { _ = $0.partSet }, { _ = $0.ratio },
            { _ = $0.small }, { _ = $0.steps }, { _ = $0.stepSet }, { _ = $0.title }, { _ = $0.whole },
            { $0.active = false }, { $0.blob = nil }, { $0.born = nil }, { $0.cost = nil },
            { $0.extra = nil },
            { $0.height = 1 }, { $0.home = nil }, { $0.job = nil }, { $0.key = nil }, { $0.large = 1 },
            { $0.parts = [] }, { $0.steps = [] }, { $0.title = nil }, { $0.whole = nil },
            { $0.primitiveTitle = nil },
        ]
        for access in accesses {
            let context = stack.context()
            let gadget = try #require(context.object(with: written.objectID) as? Gadget)
            #expect(gadget.isFault)
            access(gadget)
            #expect(!gadget.isFault)
        }
    }

    @Test(
        "MOD-190 a setter makes the object dirty; the property is a changed value",
        arguments: GadgetModel.allCases)
    func tracking(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let gadget = filled(context)
        let changes: [(String, (Gadget) -> Void)] = [
            ("active", { $0.active = false }), ("blob", { $0.blob = Data() }), ("born", { $0.born = nil }),
            ("cost", { $0.cost = 2 }), ("extra", { $0.extra = ["k": 2] }), ("height", { $0.height = 9 }),
            ("home", { $0.home = nil }), ("key", { $0.key = nil }), ("large", { $0.large = 8 }),
            ("medium", { $0.medium = 8 }), ("ratio", { $0.ratio = 8 }), ("small", { $0.small = 8 }),
            ("title", { $0.title = "changed" }),
        ]
        for (name, change) in changes {
            try context.save()
            #expect(!gadget.hasChanges)
            change(gadget)
            #expect(gadget.isUpdated && Array(gadget.changedValues().keys) == [name])
        }
    }

    @Test("MOD-190 primitive accessors announce nothing and fire nothing", arguments: GadgetModel.allCases)
    func primitives(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let (context, other) = (stack.context(), stack.context())
        let gadget = filled(context)
        try context.save()
        gadget.primitiveTitle = "quiet"
        #expect(gadget.title == "quiet" && !gadget.hasChanges && !context.hasChanges)
        let fault = try #require(other.object(with: gadget.objectID) as? Gadget)
        #expect(fault.primitiveTitle == nil && fault.isFault)
        fault.willAccessValue(forKey: "title")
        #expect(fault.primitiveTitle == "a title of more than fifteen bytes")
        #expect(fault._primitiveValue(at: 13) as? Int16 == 300)
    }
}
