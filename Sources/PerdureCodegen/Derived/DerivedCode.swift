// SPDX-License-Identifier: Apache-2.0
// Derived attributes: @Derived in macro classes. Listed in Kinds/AttributeCodes.swift.

import PerdureModelFormat
import PerdurePredicates

enum DerivedCode: AttributeCode {
    static func shape(_ text: inout MacroAttribute) {
        guard let derivation = text.attribute.derivation else { return }
        text.macro = "Derived"
        text.subject = [SwiftName.literal(PredicatePrinter.format(DerivationSpelling.source(derivation)))]
        if text.attribute.filteringPredicate != nil { text.limit("a filter of a derivation") }
    }
}
