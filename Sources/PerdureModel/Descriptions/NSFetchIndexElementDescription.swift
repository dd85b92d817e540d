// SPDX-License-Identifier: Apache-2.0
// One element of an index. Part of NSFetchIndexDescription.swift.

import Foundation

/// How an index keeps an element.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// In order of the values.
    case binary = 0
    /// As a range of numbers, for comparisons of several numbers at once.
    case rTree = 1
}

/// One element of an index: a property or an expression, and its order.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    private var seal = ModelSeal()
    private var facts: Facts { willSet { seal.requireOpen() } }

    private struct Facts {
        var property: NSPropertyDescription
        var collationType: NSFetchIndexElementType
        var isAscending = true
    }

    /// The index that has this element; the index sets it.
    package final weak var owner: NSFetchIndexDescription?

    /// Makes an element.
    ///
    /// - Parameters:
    ///   - property: An attribute, a to-one relationship, or an `NSExpressionDescription`.
    ///   - collationType: How the index keeps it.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        facts = Facts(property: property, collationType: collationType)
        super.init()
    }

    /// The property, or the expression.
    open var property: NSPropertyDescription? { facts.property }

    /// The property's name.
    open var propertyName: String? { facts.property.name }

    /// How the index keeps the element.
    open var collationType: NSFetchIndexElementType {
        get { facts.collationType }
        set { facts.collationType = newValue }
    }

    /// Whether small values come first; true in a new description.
    open var isAscending: Bool {
        get { facts.isAscending }
        set { facts.isAscending = newValue }
    }

    /// The index that has the element, or nil.
    open var indexDescription: NSFetchIndexDescription? { owner }

    /// Copies the element; the copy names the same property and belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any { copy(for: facts.property) }

    /// A copy of the element for a property of another model.
    package final func copy(for property: NSPropertyDescription) -> NSFetchIndexElementDescription {
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.facts.isAscending = isAscending
        return copy
    }

    package final func close() { seal.close() }
}
