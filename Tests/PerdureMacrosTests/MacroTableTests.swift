// SPDX-License-Identifier: Apache-2.0

import PerdureMacroExpansion
import Testing

@Suite struct MacroTableTests {
    @Test func unknownNamesHaveNoMacro() { #expect(macroTable["Unknown"] == nil) }
}
