// SPDX-License-Identifier: Apache-2.0
// How many destinations a relationship may ask for: for builds (ModelRefusals) and for models that are put to use.

/// What is wrong with the counts of a relationship.
package enum CountFault: Sendable, Equatable {
    case negativeMinimum
    case negativeMaximum
    /// The minimum is greater than the maximum; a maximum of 0 is none.
    case crossed

    /// Looks at the counts of a relationship; nil for sound ones.
    package init?(minimum: Int, maximum: Int) {
        if minimum < 0 {
            self = .negativeMinimum
        } else if maximum < 0 {
            self = .negativeMaximum
        } else if maximum > 0, minimum > maximum {
            self = .crossed
        } else {
            return nil
        }
    }
}
