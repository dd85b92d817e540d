// SPDX-License-Identifier: Apache-2.0
// Indexes that classes declare. They name their members, and making the model resolves the names.

import Foundation
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// One element of a declared index: a property's name in quotes, or one of the functions.
public struct IndexElement: ExpressibleByStringLiteral {
    let description: NSFetchIndexElementDescription

    private init(_ property: NSPropertyDescription, isRTree: Bool = false, isAscending: Bool = true) {
        description = NSFetchIndexElementDescription(
            property: property, collationType: isRTree ? .rTree : .binary)
        description.isAscending = isAscending
    }

    /// A property by its name, or an element of a composite attribute by "composite.element"; small values first.
    public init(stringLiteral name: String) { self.init(IndexElement.placeholder(name)) }

    /// A property; small values come first.
    public static func ascending(_ name: String) -> IndexElement { IndexElement(placeholder(name)) }

    /// A property; large values come first.
    public static func descending(_ name: String) -> IndexElement {
        IndexElement(placeholder(name), isAscending: false)
    }

    /// A number, indexed as a range.
    public static func rTree(_ name: String, isAscending: Bool = true) -> IndexElement {
        IndexElement(placeholder(name), isRTree: true, isAscending: isAscending)
    }

    /// An expression.
    ///
    /// - Parameters:
    ///   - format: The expression's text, for example `lowercase:(name)`.
    ///   - type: The type of its values.
    ///   - name: The element's name; empty for none.
    ///   - isAscending: Whether small values come first.
    /// - Returns: The element.
    public static func expression(
        _ format: String, _ type: NSAttributeType, name: String = "", isAscending: Bool = true
    ) -> IndexElement {
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(format: format)
        column.expressionResultType = type
        return IndexElement(column, isAscending: isAscending)
    }

    /// A property description that stands for a property until the model is made.
    private static func placeholder(_ name: String) -> NSPropertyDescription {
        let property = NSPropertyDescription()
        property.name = name
        return property
    }
}

extension NSFetchIndexDescription {
    /// An index by the names of its properties, for classes that declare their entity.
    ///
    /// ```swift
    /// @ManagedObject(indexes: [.index("byYear", on: "year", .descending("title"), where: "year > 1900")])
    /// ```
    ///
    /// Stops the process when the condition is no predicate.
    ///
    /// - Parameters:
    ///   - name: The name, unique within the entity.
    ///   - elements: The sort keys of the index, in order.
    ///   - condition: A condition on the rows that the index holds; nil for all rows.
    /// - Returns: An index for `EntityDeclaration`.
    public static func index(
        _ name: String, on elements: IndexElement..., where condition: String? = nil
    ) -> NSFetchIndexDescription {
        let index = NSFetchIndexDescription(name: name, elements: elements.map(\.description))
        index.partialIndexPredicate = condition.map { NSPredicate(format: $0) }
        return index
    }
}
