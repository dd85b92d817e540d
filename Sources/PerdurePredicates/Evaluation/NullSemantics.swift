// SPDX-License-Identifier: Apache-2.0
// What a comparison with nil means (the two columns of the table of PRE-140).
// PredicateEvaluator.swift takes it as a parameter; fetch requests carry it to the stores.

/// What a predicate's comparison with nil means.
///
/// `name != "x"` shows the difference where `name` is nil: it holds by the rules of `foundation`, not by those of `sql`.
public enum NullSemantics: Sendable, Hashable {
    /// Two-valued, as `NSPredicate.evaluate(with:)`: nil is a value that equals only nil.
    case foundation
    /// Three-valued, as SQL: a comparison with nil is unknown, and so is its negation.
    case sql
}
