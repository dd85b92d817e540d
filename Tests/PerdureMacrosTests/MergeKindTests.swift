// SPDX-License-Identifier: Apache-2.0
// A macro plug-in shares no code with the library: what both list is compared here.

import PerdurePredicates
import Testing

@testable import PerdureMacroExpansion

@Suite("Kinds of merging in macros") struct MergeKindTests {
    @Test("MRG-4 macros know the library's kinds") func kinds() {
        #expect(PropertyMerging.Kind.allCases.map(\.rawValue) == MergeKind.allCases.map(\.rawValue))
    }
}
