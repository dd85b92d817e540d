// SPDX-License-Identifier: Apache-2.0
// Attributes of a class that archives itself, in a macro class.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

final class Tint: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let red: Double

    init(red: Double) { self.red = red }

    init?(coder: NSCoder) { red = coder.decodeDouble(forKey: "red") }

    func encode(with coder: NSCoder) { coder.encode(red, forKey: "red") }

    override func isEqual(_ object: Any?) -> Bool { (object as? Tint)?.red == red }

    override var hash: Int { red.hashValue }
}

@ManagedObject final class Paint: NSManagedObject {
    var tint: Tint?
}

@Suite("Attributes of classes that archive themselves")
struct ArchivedClassTests {
    @Test("TRN-190 MOD-121 the declared class needs no transformer", arguments: Stack.Kind.allCases)
    func declaredClass(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, NSManagedObjectModel(for: Paint.self))
        let context = stack.context()
        let paint = Paint(context: context)
        paint.tint = Tint(red: 0.5)
        try context.save()
        paint.tint = Tint(red: 0.5)
        #expect(paint.changedValues().isEmpty)
        let other = stack.context()
        let read = try #require(try other.fetch(Paint.self).first)
        #expect(read.tint == Tint(red: 0.5))
        #expect(read.entity.attributesByName["tint"]?.valueTransformerName == nil)
    }
}
