// SPDX-License-Identifier: Apache-2.0
// The object that stands for "set to nil".

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Set to nil")
struct ExplicitNilTests {
    @Test("TRN-79 there is one, it equals only itself, and it is no NSNull")
    func identity() {
        let value: Any = ExplicitNil.value
        #expect(value is ExplicitNil)
        #expect(ExplicitNil.value.isEqual(ExplicitNil.value))
        #expect(!ExplicitNil.value.isEqual(NSNull()))
        #expect(!ExplicitNil.value.isEqual("ExplicitNil"))
        #expect(!(value is NSNull))
        #expect(Set<NSObject>([ExplicitNil.value, ExplicitNil.value]).count == 1)
    }

    @Test("TRN-79 TRN-38 it survives refresh true, where NSNull does not", arguments: Stack.Kind.allCases)
    func refresh(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let shape = try stack.saved("Shape")
        shape.setValue(ExplicitNil.value, forKey: "color")
        stack.a.refresh(shape, mergeChanges: true)
        #expect(shape.value(forKey: "color") as AnyObject? === ExplicitNil.value)
        shape.setValue(NSNull(), forKey: "color")
        stack.a.refresh(shape, mergeChanges: true)
        #expect(shape.value(forKey: "color") == nil)
    }

    @Test(
        "TRN-78 without it, nil in the transient means the saved color again", arguments: Stack.Kind.allCases)
    func withoutPlaceholder(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .delta)
        red.shape.color = .green
        red.shape.setValue(nil, forKey: "color")
        #expect(red.shape.color == .red)
        try red.saveInB(.blue)
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color == .blue)
    }
}
