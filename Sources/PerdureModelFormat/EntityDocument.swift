// SPDX-License-Identifier: Apache-2.0
// An entity of a model file. Part of ModelDocument.swift.

import PerdurePredicates

/// One entity, with its own properties only; inherited properties stand in its ancestors.
package struct EntityDocument: Sendable, Equatable {
    package var name: String
    /// The class name as the file has it; nil is NSManagedObject.
    ///
    /// A leading "." means the current product module.
    package var className: String?
    package var superentityName: String?
    package var isAbstract = false
    package var attributes: [AttributeDocument] = []
    package var relationships: [RelationshipDocument] = []
    package var fetchedProperties: [FetchedPropertyDocument] = []
    /// Each constraint is a list of attribute names.
    package var uniquenessConstraints: [[String]] = []
    package var indexes: [FetchIndexDocument] = []
    package var compoundIndexes: [[String]] = []
    package var userInfo: [String: String] = [:]
    /// The renaming identifier; nil when it equals the name.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    /// Attributes of the source that inform tools only (codeGenerationType, syncable …).
    package var toolAttributes: [String: String] = [:]

    package init(name: String) { self.name = name }

    /// The class's name without modules and outer types; nil is NSManagedObject.
    package var bareClassName: String? { className?.split(separator: ".").last.map(String.init) }
}

package struct FetchIndexDocument: Sendable, Equatable {
    package var name: String
    package var elements: [Element]
    package var partialIndexPredicate: PredicateNode?

    package struct Element: Sendable, Equatable {
        /// The property of the element; nil when the element is an expression.
        package var propertyName: String?
        package var expression: ExpressionNode?
        package var expressionResultType: Int
        package var isRTree: Bool
        package var isAscending: Bool

        package init(
            propertyName: String?, expression: ExpressionNode? = nil, expressionResultType: Int = 0,
            isRTree: Bool = false, isAscending: Bool = true
        ) {
            self.propertyName = propertyName
            self.expression = expression
            self.expressionResultType = expressionResultType
            self.isRTree = isRTree
            self.isAscending = isAscending
        }
    }

    package init(name: String, elements: [Element], partialIndexPredicate: PredicateNode? = nil) {
        self.name = name
        self.elements = elements
        self.partialIndexPredicate = partialIndexPredicate
    }
}
