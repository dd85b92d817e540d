// SPDX-License-Identifier: Apache-2.0
// Transformable attributes of a program's own classes against stores, transformers by Apple's names, and values of any
// type that no store keeps.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

@Suite("Transformers and attributes")
struct AllowedClassTests {
    private func desk(
        _ kind: Stack.Kind, _ transformer: String?, change: (NSAttributeDescription) -> Void = { _ in }
    ) throws -> Desk {
        let extra = ModelSamples.attribute("extra", .transformable, change: change)
        extra.valueTransformerName = transformer
        return try Desk(
            kind, ModelSamples.model(ModelSamples.entity("Box", [ModelSamples.attribute("name"), extra])))
    }

    private func register(_ transformer: ValueTransformer) -> String {
        let name = "Shapes-\(UUID().uuidString)"
        ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
        return name
    }

    @Test("TRN-190 MOD-120 an object of an allowed class is stored and read", arguments: Stack.Kind.allCases)
    func stored(kind: Stack.Kind) throws {
        let desk = try desk(kind, register(ShapeTransformer()))
        desk.context.insert("Box", ["extra": Shape.sample()])
        try desk.context.save()
        let box = try desk.saved("Box")
        #expect(box.value(forKey: "extra") as? Shape == Shape.sample())
        if kind == .sqlite {
            #expect(try desk.raw("SELECT ZEXTRA FROM ZBOX")?.hasPrefix("x'62706c697374") == true)
        }
    }

    @Test("MOD-120 a transformer class is found by its name")
    func byClassName() throws {
        let found = ValueTransformer(forName: NSValueTransformerName("PerdureTests.ShapeTransformer"))
        #expect(found is ShapeTransformer)
        #expect(ValueTransformer(forName: .init("PerdureTests.Shape")) == nil)
        #expect(ValueTransformer(forName: .init("PerdureTests.Nothing")) == nil)
        let desk = try desk(.sqlite, "PerdureTests.ShapeTransformer")
        desk.context.insert("Box", ["extra": [Shape.sample()]])
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? [Shape] == [Shape.sample()])
    }

    @Test(
        "TRN-190 without a transformer's name, the attribute's value class is allowed",
        arguments: Stack.Kind.allCases)
    func valueClass(kind: Stack.Kind) throws {
        let desk = try desk(kind, nil) { $0.attributeValueClassName = "PerdureTests.Shape" }
        desk.context.insert("Box", ["extra": Shape.sample()])
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? Shape == Shape.sample())
    }

    @Test(
        "a value of a class that is not allowed is refused by the save, with class, entity and attribute",
        arguments: Stack.Kind.allCases)
    func refusedAtSave(kind: Stack.Kind) throws {
        let name = register(ShapeTransformer())
        let desk = try desk(kind, name)
        let box = desk.context.insert("Box", ["extra": Corner(1, 2)])
        let reason = exceptionReason { try desk.context.save() }
        for part in ["\"Box.extra\"", "Corner", "NSArray, Shape"] {
            #expect(reason.contains(part), "\(reason)")
        }
        #expect(box.isInserted && desk.context.hasChanges)
        box.setValue(Shape.sample(), forKey: "extra")
        try desk.context.save()
    }

    @Test(
        "a stored class that is not allowed reads as its data, and tryValue names class, entity and attribute"
    )
    func refusedWhenRead() throws {
        let name = register(ShapeTransformer())
        let desk = try desk(.sqlite, name)
        desk.context.insert("Box", ["name": "a", "extra": Shape.sample()])
        try desk.context.save()
        ValueTransformer.setValueTransformer(NSSecureUnarchiveFromDataTransformer(), forName: .init(name))
        let box = try desk.saved("Box")
        let data = try #require(box.value(forKey: "extra") as? Data)
        let reason = exceptionReason { _ = try box.tryValue(forKey: "extra") }
        for part in ["\"Box.extra\"", "PerdureTests.Shape", "NSArray"] {
            #expect(reason.contains(part), "\(reason)")
        }
        box.setValue("b", forKey: "name")
        try box.managedObjectContext?.save()
        ValueTransformer.setValueTransformer(ShapeTransformer(), forName: .init(name))
        let again = try desk.saved("Box")
        #expect(again.value(forKey: "extra") as? Shape == Shape.sample())
        #expect(data.starts(with: Data("bplist00".utf8)) && again.value(forKey: "name") as? String == "b")
        #expect(try again.tryValue(forKey: "extra") is Shape)
    }

    @Test(
        "saving with the deprecated transformers of Apple's is 134060, and reading works",
        arguments: ["NSKeyedUnarchiveFromData", "NSUnarchiveFromData"])
    func deprecated(_ name: String) throws {
        let desk = try desk(.sqlite, name)
        desk.context.insert("Box", ["extra": ["a"]])
        let error = try #require(desk.saveError())
        #expect(error.code == 134060 && error.domain == NSCocoaErrorDomain)
        #expect("\(error)".contains("Box.extra") && "\(error)".contains(name))
    }

    @Test("Apple's transformers by their names")
    func names() throws {
        let negate = try #require(ValueTransformer(forName: .negateBooleanTransformerName))
        #expect(
            negate.transformedValue(true) as? Bool == false
                && negate.reverseTransformedValue(false) as? Bool == true)
        let isNil = try #require(ValueTransformer(forName: .isNilTransformerName))
        #expect(isNil.transformedValue(nil) as? Bool == true && isNil.transformedValue(1) as? Bool == false)
        let isNotNil = try #require(ValueTransformer(forName: .isNotNilTransformerName))
        #expect(
            isNotNil.transformedValue(nil) as? Bool == false && isNotNil.transformedValue(1) as? Bool == true)
        #expect(
            !type(of: isNil).allowsReverseTransformation() && type(of: negate).allowsReverseTransformation())
        let all = Set(ValueTransformer.valueTransformerNames().map(\.rawValue))
        #expect(
            all.isSuperset(of: ["NSNegateBoolean", "NSIsNil", "NSIsNotNil", "NSSecureUnarchiveFromData"]))
        let keyed = ValueTransformer(forName: NSValueTransformerName("NSKeyedUnarchiveFromData"))
        #expect(keyed is NSSecureUnarchiveFromDataTransformer)
    }

    @Test(
        "TRN-192 TRN-4 MOD-124 the transformer of a transient attribute never runs",
        arguments: Stack.Kind.allCases)
    func transient(kind: Stack.Kind) throws {
        let transformer = CountingTransformer()
        let desk = try desk(kind, register(transformer)) { $0.isTransient = true }
        let shape = Shape.sample()
        let box = desk.context.insert("Box", ["name": "a", "extra": shape])
        try desk.context.save()
        #expect(box.value(forKey: "extra") as? Shape === shape)
        #expect(desk.context.registeredObjects.contains(box))
        box.setValue(Corner(1, 2), forKey: "extra")
        #expect(box.changedValues().isEmpty && box.hasChanges)
        try desk.context.save()
        desk.context.refresh(box, mergeChanges: true)
        desk.context.refresh(box, mergeChanges: false)
        #expect(box.value(forKey: "extra") == nil)
        desk.context.delete(box)
        try desk.context.save()
        #expect(transformer.calls.withLock { $0 } == 0)
    }

    private final class CountingTransformer: NSSecureUnarchiveFromDataTransformer {
        let calls = Mutex(0)

        override func transformedValue(_ value: Any?) -> Any? {
            calls.withLock { $0 += 1 }
            return super.transformedValue(value)
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            calls.withLock { $0 += 1 }
            return super.reverseTransformedValue(value)
        }
    }

    private struct Coordinate: Equatable {
        var latitude = 0.0
        var longitude = 0.0
    }

    private enum Mood: Equatable { case calm, wild(Int) }

    @Test(
        "OBJ-174 TRN-3 values of any type in transient undefined and transformable attributes",
        arguments: Stack.Kind.allCases, [NSAttributeDescription.AttributeType.undefined, .transformable])
    func anyValue(kind: Stack.Kind, type: NSAttributeDescription.AttributeType) throws {
        let any = ModelSamples.attribute("any", type) { $0.isTransient = true }
        let model = ModelSamples.model(ModelSamples.entity("Box", [ModelSamples.attribute("name"), any]))
        let desk = try Desk(kind, model)
        let box = desk.context.insert("Box", ["name": "a"])
        try desk.context.save()
        func holds<T: Equatable>(_ value: T) throws -> Bool {
            box.setValue(value, forKey: "any")
            var boxed = box.value(forKey: "any").map { $0 as AnyObject }
            try box.validateValue(&boxed, forKey: "any")
            try desk.context.save()
            return box.value(forKey: "any") as? T == value && box.primitiveValue(forKey: "any") as? T == value
                && boxed as? T == value
        }
        #expect(try holds(Coordinate(latitude: 1, longitude: 2)))
        #expect(try holds(Mood.wild(3)))
        #expect(try holds(timespec(tv_sec: 1, tv_nsec: 2).tv_nsec))
        #expect(try holds([Coordinate(), Coordinate(latitude: 1)]))
        #expect(try holds(NSRange(location: 1, length: 2)))
        #expect(try holds(Shape.sample()))
        box.setValue(timespec(tv_sec: 5, tv_nsec: 6), forKey: "any")
        #expect((box.value(forKey: "any") as? timespec)?.tv_sec == 5)
        #expect(box.hasChanges && box.changedValues().isEmpty)
    }
}
