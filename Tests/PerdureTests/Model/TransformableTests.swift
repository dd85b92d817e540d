// SPDX-License-Identifier: Apache-2.0
// Transformable attributes: the default transformer, named ones, and when they are asked.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

@Suite("Transformable attributes")
struct TransformableTests {
    /// Writes numbers as text, backwards, and counts its calls.
    private final class BackwardsTransformer: ValueTransformer {
        let calls = Mutex((forward: 0, back: 0))

        override class func allowsReverseTransformation() -> Bool { true }

        override func transformedValue(_ value: Any?) -> Any? {
            calls.withLock { $0.forward += 1 }
            guard let number = value as? Int, number >= 0 else { return nil }
            return Data(String("\(number)".reversed()).utf8)
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            calls.withLock { $0.back += 1 }
            return (value as? Data).flatMap { Int(String(String(decoding: $0, as: UTF8.self).reversed())) }
        }

        var count: [Int] { calls.withLock { [$0.forward, $0.back] } }
    }

    /// Archives like the default one, and has Apple's swapped direction.
    private final class ArchivingTransformer: NSSecureUnarchiveFromDataTransformer {}

    private func desk(
        _ kind: Stack.Kind, _ transformer: String?, isTransient: Bool = false, isOptional: Bool = true
    ) throws -> Desk {
        let extra = ModelSamples.attribute("extra", .transformable)
        extra.valueTransformerName = transformer
        extra.isTransient = isTransient
        extra.isOptional = isOptional
        return try Desk(
            kind, ModelSamples.model(ModelSamples.entity("Box", [ModelSamples.attribute("name"), extra])))
    }

    /// A transformer under a name that no other test uses.
    private func register() -> (BackwardsTransformer, String) {
        let transformer = BackwardsTransformer()
        let name = "Backwards-\(UUID().uuidString)"
        ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
        return (transformer, name)
    }

    @Test(
        "MOD-120 the named transformer makes the stored bytes and opens them",
        arguments: Stack.Kind.allCases)
    func named(kind: Stack.Kind) throws {
        let (_, name) = register()
        let desk = try desk(kind, name)
        desk.context.insert("Box", ["extra": 1234])
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? Int == 1234)
        if kind == .sqlite { #expect(try desk.raw("SELECT ZEXTRA FROM ZBOX") == "x'34333231'") }
    }

    @Test("MOD-120 a name that nobody registered is refused by the save, with both names")
    func unknown() throws {
        let desk = try desk(.inMemory, "NobodyKnowsThis")
        desk.context.insert("Box", ["extra": 1])
        let reason = exceptionReason { try desk.context.save() }
        #expect(reason.contains("\"NobodyKnowsThis\"") && reason.contains("\"Box.extra\""))
        #expect(desk.context.hasChanges)
    }

    @Test(
        "MOD-121 MOD-122 without a name, and with those of the system, values are keyed archives",
        arguments: Stack.Kind.allCases,
        [nil, "", "NSSecureUnarchiveFromData"])
    func standard(kind: Stack.Kind, name: String?) throws {
        let desk = try desk(kind, name)
        desk.context.insert("Box", ["extra": ["a", "b"]])
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? [String] == ["a", "b"])
        let bplist = "x'62706c6973743030"
        if kind == .sqlite {
            #expect(try desk.raw("SELECT ZEXTRA FROM ZBOX")?.hasPrefix(bplist) == true)
        }
    }

    @Test("MOD-122 the system's transformer, and subclasses of it, make the data when reversed")
    func swapped() throws {
        let standard = try #require(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName))
        let data = try #require(standard.reverseTransformedValue(["x": 1]) as? Data)
        #expect(data.starts(with: Data("bplist00".utf8)))
        #expect((standard.transformedValue(data) as? [String: Any])?["x"] as? Int == 1)
        let name = "Archiving-\(UUID().uuidString)"
        ValueTransformer.setValueTransformer(ArchivingTransformer(), forName: .init(name))
        #expect(ValueTransformer.valueTransformerNames().contains(.init(name)))
        let desk = try desk(.sqlite, name)
        desk.context.insert("Box", ["extra": "text"])
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? String == "text")
    }

    @Test("MOD-122 names are found, replaced and removed")
    func names() {
        let name = NSValueTransformerName("Named-\(UUID().uuidString)")
        #expect(ValueTransformer(forName: name) == nil)
        let transformer = BackwardsTransformer()
        ValueTransformer.setValueTransformer(transformer, forName: name)
        #expect(ValueTransformer(forName: name) === transformer)
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
    }

    @Test("MOD-123 values are converted once for a save and once for a fault", arguments: Stack.Kind.allCases)
    func conversions(kind: Stack.Kind) throws {
        let (transformer, name) = register()
        let desk = try desk(kind, name)
        let box = desk.context.insert("Box", ["extra": 12])
        #expect(box.value(forKey: "extra") as? Int == 12 && transformer.count == [0, 0])
        try desk.context.save()
        #expect(transformer.count == [1, 0])
        box.setValue("new", forKey: "name")
        try desk.context.save()
        #expect(box.value(forKey: "extra") as? Int == 12 && transformer.count == [1, 0])
        let copy = try desk.saved("Box")
        for _ in 1...3 { #expect(copy.value(forKey: "extra") as? Int == 12) }
        #expect(transformer.count == [1, 1])
    }

    @Test("MOD-124 a transient transformable is never transformed")
    func transient() throws {
        let (transformer, name) = register()
        let desk = try desk(.sqlite, name, isTransient: true)
        let box = desk.context.insert("Box", ["name": "a", "extra": 5])
        try desk.context.save()
        #expect(box.value(forKey: "extra") as? Int == 5 && transformer.count == [0, 0])
        let unnamed = try self.desk(.sqlite, nil, isTransient: true)
        let other = unnamed.context.insert("Box", ["extra": unnamed])
        try unnamed.context.save()
        #expect(other.value(forKey: "extra") as? Desk === unnamed)
    }

    @Test("MOD-125 an equal value is no change, nor is one that was changed in place")
    func changes() throws {
        let desk = try desk(.sqlite, nil)
        let array = NSMutableArray(array: ["a"])
        let box = desk.context.insert("Box", ["extra": array])
        try desk.context.save()
        box.setValue(["a"], forKey: "extra")
        #expect(box.changedValues().isEmpty)
        box.setValue(array, forKey: "extra")
        try desk.context.save()
        array.add("b")
        #expect(box.changedValues().isEmpty && !box.hasChanges)
        box.setValue("name", forKey: "name")
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? [String] == ["a"])
        box.setValue(["a", "b"], forKey: "extra")
        #expect(Array(box.changedValues().keys) == ["extra"])
        try desk.context.save()
        #expect(try desk.saved("Box").value(forKey: "extra") as? [String] == ["a", "b"])
    }

    @Test(
        "MOD-126 a transformer that gives nothing stores NULL; a mandatory attribute was checked before",
        arguments: Stack.Kind.allCases)
    func nothing(kind: Stack.Kind) throws {
        let (_, name) = register()
        let desk = try desk(kind, name, isOptional: false)
        let box = desk.context.insert("Box", ["extra": -1])
        #expect(desk.saveError() == nil)
        #expect(box.value(forKey: "extra") as? Int == -1)
        #expect(try desk.saved("Box").value(forKey: "extra") == nil)
        if kind == .sqlite { #expect(try desk.raw("SELECT ZEXTRA FROM ZBOX") == "NULL") }
    }

    @Test("MOD-127 stores compare transformables with nil", arguments: Stack.Kind.allCases)
    func predicates(kind: Stack.Kind) throws {
        let desk = try desk(kind, nil)
        desk.context.insert("Box", ["name": "full", "extra": [1]])
        desk.context.insert("Box", ["name": "empty"])
        try desk.context.save()
        #expect(try desk.saved("Box", "extra == nil").value(forKey: "name") as? String == "empty")
        #expect(try desk.saved("Box", "extra != nil").value(forKey: "name") as? String == "full")
    }
}
