// SPDX-License-Identifier: Apache-2.0
// What a comparison with nil means (the two columns of the specification's truth table).
// PredicateEvaluator.swift takes it as a parameter.

/// What a comparison with nil means.
package enum NullSemantics: Sendable, Hashable {
    /// Two-valued, as NSPredicate.evaluate(with:): nil is a value that equals only nil.
    case foundation
    /// Three-valued, as SQL: a comparison with nil is unknown, and so is its negation.
    case sql
}
