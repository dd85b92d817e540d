// SPDX-License-Identifier: Apache-2.0
// The entrance of this module: Foundation's predicates, expressions and sort descriptors of a model class become Perdure's. The walk
// over their trees is in PerdurePredicates/Macros, the orders are in Sorting/.

import Foundation
import PerdurePredicates

/// Translates the parts of fetches of model classes.
package struct FetchTerms: Sendable {
    let naming: any ModelNaming

    /// Makes a translator.
    ///
    /// - Parameter naming: The names behind the key paths of the classes, and the stored forms of their values.
    package init(naming: any ModelNaming) { self.naming = naming }

    /// The tree of a predicate; nil has Swift's meaning in it.
    ///
    /// - Throws: `UnsupportedFetchPart` that names the part without a form, and what to write instead.
    package func node<Model>(_ predicate: Predicate<Model>) throws -> PredicateNode {
        try UnsupportedFetchPart.refusing(.predicate, of: Model.self) {
            try PredicateNode(predicate, naming: naming)
        }
    }

    /// The predicate of a fetch request.
    ///
    /// - Throws: `UnsupportedFetchPart` that names the part without a form, and what to write instead.
    package func predicate<Model>(_ predicate: Predicate<Model>) throws -> NSPredicate {
        NSPredicate.predicate(of: try node(predicate))
    }

    /// The tree of an expression of one object.
    ///
    /// - Throws: `UnsupportedFetchPart` that names the part without a form, and what to write instead.
    package func node<Model, Value>(_ expression: Expression<Model, Value>) throws -> ExpressionNode {
        try UnsupportedFetchPart.refusing(.expression, of: Model.self) {
            try ExpressionNode(expression, naming: naming)
        }
    }

    /// The keys of a property, such as one to fetch or to prefetch.
    ///
    /// - Throws: `UnsupportedFetchPart` for a key path of no stored property.
    package func keys<Model>(of keyPath: PartialKeyPath<Model>) throws -> [String] {
        guard let keys = naming.names(of: keyPath), !keys.isEmpty else {
            throw UnsupportedFetchPart(
                .keyPath, of: Model.self, "\(keyPath)",
                "name a stored property, also one at the end of to-one relationships")
        }
        return keys
    }
}
