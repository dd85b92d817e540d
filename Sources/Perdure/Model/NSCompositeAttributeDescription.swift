// SPDX-License-Identifier: Apache-2.0
// Attributes made of attributes. Part of the kinds of NSAttributeDescription.swift.

import Foundation

/// An attribute whose value is a dictionary of elements, each stored in a column of its own.
///
/// Predicates, sort descriptors, indexes and constraints address an element as "composite.element".
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    var elementFacts: [NSAttributeDescription] = [] { willSet { seal.requireOpen() } }

    /// Makes a composite attribute without elements.
    public override init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The elements in their order; they may be composites themselves.
    open var elements: [NSAttributeDescription] {
        get { elementFacts }
        set { elementFacts = newValue }
    }

    /// "composite.element" for an element, at any depth; nil for a stranger.
    func path(of element: NSPropertyDescription) -> String? {
        for candidate in elements {
            if candidate === element { return "\(name).\(element.name)" }
            let nested = candidate as? NSCompositeAttributeDescription
            // A composite that contains itself has been refused before anybody asks for paths.
            if candidate !== self, let path = nested?.path(of: element) { return "\(name).\(path)" }
        }
        return nil
    }

    override func makeEmpty() -> NSPropertyDescription { NSCompositeAttributeDescription() }

    override func takeFacts(of other: NSPropertyDescription) {
        super.takeFacts(of: other)
        guard let other = other as? NSCompositeAttributeDescription else { return }
        // A copy of an attribute description is an attribute description.
        elementFacts = other.elements.map { $0.copy() as! NSAttributeDescription }
    }

    override func close() {
        super.close()
        elementFacts.forEach { $0.close() }
    }
}
