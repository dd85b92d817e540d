// SPDX-License-Identifier: Apache-2.0
// Methods of every predicate that Foundation lacks: bind variables, evaluate with errors instead of stopping, show the text.

import Foundation

extension NSPredicate {
    /// Gives the predicate with values instead of its variables; unknown variables stay.
    ///
    /// - Parameter variables: Values, or expressions, by the names of the variables without the dollar sign.
    /// - Returns: The predicate without these variables.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
        let bindings = variables.mapValues { value in
            (value as? NSExpression)?.node ?? .constant(ConstantValue(given: value))
        }
        return NSPredicate.predicate(of: node.substituting(bindings))
    }

    /// Whether the predicate holds for an object; throws if it cannot be evaluated.
    ///
    /// - Parameters:
    ///   - object: The evaluated object, SELF.
    ///   - variables: The values of variables by name.
    /// - Returns: Whether it holds.
    /// - Throws: `CoreDataException` for keys, variables, types and patterns that make an answer impossible.
    public func evaluate(validating object: Any?, substitutionVariables variables: [String: Any] = [:]) throws
        -> Bool
    {
        try PredicateEvaluator().evaluate(node, with: object, variables: variables)
    }

    /// The canonical text of the predicate, which can be parsed back.
    ///
    /// ## Compatibility
    /// Not on Apple's systems. `predicateFormat` gives the same text for predicates from format strings, but
    /// Foundation on Linux marks it deprecated and prints NSCompoundPredicate wrongly.
    public var formatString: String { PredicatePrinter.format(node) }
}
