// SPDX-License-Identifier: Apache-2.0
// Which class describes an attribute of a model file, and what the class says of itself.

import Foundation
import PerdureModelFormat
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Kinds of attribute descriptions") struct AttributeDescriptionKindTests {
    private func empty(_ change: (inout AttributeDocument) -> Void) -> NSAttributeDescription {
        var document = AttributeDocument(traits: PropertyTraits(name: "a"), type: AttributeType.string)
        change(&document)
        return AttributeDescriptionKinds.empty(for: document)
    }

    @Test("what a file says decides the class") func classes() {
        #expect(type(of: empty { _ in }) == NSAttributeDescription.self)
        #expect(empty { $0.derivation = .key("b") } is NSDerivedAttributeDescription)
        #expect(empty { $0.type = AttributeType.composite } is NSCompositeAttributeDescription)
        #expect(
            empty { $0.traits.userInfo = ["perdure.merge": "value"] } is MergeableAttributeDescription)
    }

    @Test("only attributes whose values are the program's own can merge") func merging() {
        #expect(empty { _ in }.canMerge)
        #expect(!empty { $0.derivation = .key("b") }.canMerge)
        #expect(!empty { $0.type = AttributeType.composite }.canMerge)
        #expect(empty { $0.derivation = .key("b") }.isComputed)
    }

    @Test("a path leads to an element at any depth, and nowhere else") func paths() {
        let (outer, inner) = (NSCompositeAttributeDescription(), NSCompositeAttributeDescription())
        let leaf = NSAttributeDescription()
        (outer.name, inner.name, leaf.name) = ("outer", "inner", "leaf")
        outer.elements = [inner]
        inner.elements = [leaf]
        let properties: [String: NSPropertyDescription] = ["outer": outer]
        #expect(MemberPaths.property(at: "outer.inner.leaf", in: properties) === leaf)
        #expect(MemberPaths.property(at: "outer.leaf", in: properties) == nil)
        #expect(MemberPaths.property(at: "outer.inner.leaf.x", in: properties) == nil)
    }
}
