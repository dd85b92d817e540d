// SPDX-License-Identifier: Apache-2.0
// Attributes made of attributes. Part of the kinds of NSAttributeDescription.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdureStore

/// An attribute whose value is a dictionary of elements, each stored in a column of its own.
///
/// Predicates, sort descriptors, indexes and constraints address an element as "composite.element".
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    var elementFacts: [NSAttributeDescription] = [] { willSet { seal.requireOpen() } }
    /// The name of the composite type in the model source.
    package final var compositeName: String? { willSet { seal.requireOpen() } }

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

    package override var parts: [NSAttributeDescription] { elements }

    override var canMerge: Bool { false }

    /// Whether the composite contains itself, directly or through another composite that does.
    override var isEndless: Bool {
        guard elements.contains(where: { $0 is NSCompositeAttributeDescription }) else { return false }
        var open: [ObjectIdentifier: [ObjectIdentifier]] = [:]
        var waiting = [self]
        while let composite = waiting.popLast() {
            guard open[ObjectIdentifier(composite)] == nil else { continue }
            let nested = composite.elements.compactMap { $0 as? NSCompositeAttributeDescription }
            open[ObjectIdentifier(composite)] = nested.map { ObjectIdentifier($0) }
            waiting += nested
        }
        return !GraphCycles.members(open).isEmpty
    }

    override func makeEmpty() -> NSPropertyDescription { NSCompositeAttributeDescription() }

    override func copyFacts(of other: NSPropertyDescription) {
        super.copyFacts(of: other)
        guard let other = other as? NSCompositeAttributeDescription else { return }
        compositeName = other.compositeName
        // A composite that contains itself cannot be copied deeply. The copy shares its elements, and the check refuses the
        // copy as it refuses the original. The cast holds, because a copy of an attribute description is an attribute
        // description.
        elementFacts =
            other.isEndless ? other.elements : other.elements.map { $0.copy() as! NSAttributeDescription }
    }

    package override func read(_ document: AttributeDocument, _ builder: ModelBuilder) {
        super.read(document, builder)
        compositeName = document.compositeName
        elements = document.elements.map(builder.attribute)
    }

    override func describe(in document: inout AttributeDocument, _ builder: ModelDocumentBuilder) {
        super.describe(in: &document, builder)
        document.compositeName = compositeName
        if !isEndless { document.elements = elements.map(builder.attribute) }
    }

    override func define(
        _ definition: inout AttributeDefinition, in entity: NSEntityDescription, _ compiler: SchemaCompiler
    ) throws {
        try super.define(&definition, in: entity, compiler)
        definition.elements = try elements.compactMap { try compiler.definition(of: $0, in: entity) }
    }

    package override func check(in entity: NSEntityDescription) throws {
        try CompositeCheck(self, in: entity).run()
    }

    package override func close() {
        guard !seal.isClosed else { return }
        super.close()
        elementFacts.forEach { $0.close() }
    }
}
