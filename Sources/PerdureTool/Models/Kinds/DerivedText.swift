// SPDX-License-Identifier: Apache-2.0
// Derived attributes when a model is shown.

import PerdureModelFormat
import PerdurePredicates

enum DerivedText: AttributeKindText {
    static func notes(_ attribute: AttributeDocument) -> [String] {
        attribute.derivation.map { ["derived from \(PredicatePrinter.format($0))"] } ?? []
    }

    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] {
        [("derivation", attribute.derivation.map { .string(PredicatePrinter.format($0)) } ?? .null)]
    }
}
