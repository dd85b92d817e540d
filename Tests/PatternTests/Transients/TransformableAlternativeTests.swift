// SPDX-License-Identifier: Apache-2.0
// Values in transformable attributes: stored by a transformer, or transient and never transformed.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

/// Counts what it is asked for.
private final class CountingTransformer: ValueTransformer {
    let calls = Mutex(0)

    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        calls.withLock { $0 += 1 }
        return (value as? Color)?.archive
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        calls.withLock { $0 += 1 }
        return Color(archive: value)
    }
}

@Suite("Colors in transformable attributes")
struct TransformableAlternativeTests {
    private let transformer = CountingTransformer()

    private func model(isTransient: Bool) -> NSManagedObjectModel {
        let name = "Counting-\(UUID().uuidString)"
        ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
        let model = NSManagedObjectModel(
            EntitySketch(
                "Shape", .attribute("name"),
                .attribute("color", .transformableAttributeType, isTransient: isTransient)))
        model.entitiesByName["Shape"]?.attributesByName["color"]?.valueTransformerName = name
        return model
    }

    @Test("TRN-192 TRN-4 the transformer of a transient attribute never runs", arguments: Stack.Kind.allCases)
    func transient(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, model(isTransient: true))
        let shape = try stack.new("Shape")
        shape.setValue(Color.red, forKey: "color")
        try stack.a.save()
        shape.setValue(Color.green, forKey: "color")
        stack.a.refresh(shape, mergeChanges: true)
        #expect(shape.value(forKey: "color") as? Color === Color.green)
        try stack.a.save()
        stack.a.refresh(shape, mergeChanges: false)
        #expect(shape.value(forKey: "color") == nil)
        #expect(transformer.calls.withLock { $0 } == 0)
    }

    @Test(
        "TRN-190 a persistent transformable attribute holds the object itself", arguments: Stack.Kind.allCases
    )
    func persistent(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, model(isTransient: false))
        let shape = try stack.saved("Shape", ["color": Color.red])
        #expect(try stack.twin(shape, in: stack.b).value(forKey: "color") as? Color == .red)
        try stack.twin(shape, in: stack.b).setValue(Color.blue, forKey: "color")
        try stack.b.save()
        stack.a.refresh(shape, mergeChanges: true)
        #expect(shape.value(forKey: "color") as? Color == .blue)
        #expect(transformer.calls.withLock { $0 } > 0)
    }
}
