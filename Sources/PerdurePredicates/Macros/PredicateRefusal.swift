// SPDX-License-Identifier: Apache-2.0
// A part of a #Predicate without a form in a fetch. NSPredicate+Macro.swift makes an exception of it.

import PerdureBase

/// A form of `#Predicate` that cannot be translated.
package struct PredicateRefusal: Error, Sendable, Hashable {
    /// The form itself: an operator, a function, a key path.
    package let form: String
    /// Why it has no form here, and what to write instead.
    package let reason: String

    package init(_ form: String, _ reason: String) {
        self.form = form
        self.reason = reason
    }

    package var exception: CoreDataException {
        .invalidArgument("#Predicate: \(form) has no form in a fetch: \(reason)")
    }
}
