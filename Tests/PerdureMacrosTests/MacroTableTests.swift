// SPDX-License-Identifier: Apache-2.0
// From the name of a macro, as the compiler asks for it, to its type.

import PerdureMacroExpansion
import Testing

@Suite struct MacroTableTests {
    @Test("names that no macro has give none") func unknownNamesHaveNoMacro() {
        #expect(macroTable["Unknown"] == nil)
    }

    @Test("every macro is found by the name of its type") func macrosAreFoundByTypeName() {
        for (name, type) in macroTable { #expect("\(type)" == name) }
        #expect(macroTable.count == 9)
    }
}
