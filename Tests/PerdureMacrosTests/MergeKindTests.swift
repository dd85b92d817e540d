// SPDX-License-Identifier: Apache-2.0
// A macro plug-in shares little code with the library: what both list is compared here.

import PerdureAccessorText
import PerdurePredicates
import Testing

@testable import PerdureMacroExpansion

@Suite("Kinds of merging in macros") struct MergeKindTests {
    @Test("MRG-4 macros know the library's kinds") func kinds() {
        #expect(PropertyMerging.Kind.allCases.map(\.rawValue) == MergeKind.allCases.map(\.rawValue))
    }

    @Test("kinds of properties have different names, and are found by them") func names() {
        let names = PropertyKinds.all.map { $0.name }
        #expect(Set(names).count == names.count)
        for kind in PropertyKinds.all { #expect(PropertyKinds.named(kind.name) == kind) }
        #expect(PropertyKinds.named("unknown") == nil)
    }
}
