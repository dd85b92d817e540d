// SPDX-License-Identifier: Apache-2.0
// The validation predicates of a property. Part of NSPropertyDescription.swift.

import Foundation

extension NSPropertyDescription {
    /// The predicates that a value must satisfy, with the value as SELF; nil is not checked.
    public var validationPredicates: [NSPredicate] { facts.validationPredicates }

    /// The message for each predicate that fails: a text, or a number that becomes the error's code.
    public var validationWarnings: [Any] { facts.validationWarnings }

    /// Sets the predicates that a value must satisfy.
    ///
    /// Stops the process when there are not as many warnings as predicates.
    ///
    /// - Parameters:
    ///   - validationPredicates: The predicates; nil for none.
    ///   - validationWarnings: A text for each.
    public func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        setValidationPredicates(validationPredicates, withValidationWarnings: validationWarnings as [Any]?)
    }

    /// Sets the predicates that a value must satisfy, with texts or error codes.
    ///
    /// Stops the process when there are not as many warnings as predicates.
    ///
    /// ## Compatibility
    /// An addition. Objective-C and model files allow numbers, so this method does too.
    ///
    /// - Parameters:
    ///   - validationPredicates: The predicates; nil for none.
    ///   - validationWarnings: A text or an error code for each.
    @_disfavoredOverload
    public func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [Any]?
    ) {
        let predicates = validationPredicates ?? []
        let warnings = validationWarnings ?? []
        guard predicates.count == warnings.count else {
            ErrorMessages.unequalWarnings(property: name, predicates.count, warnings.count).stop()
        }
        facts.validationPredicates = predicates
        facts.validationWarnings = warnings
    }
}
