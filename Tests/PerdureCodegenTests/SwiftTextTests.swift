// SPDX-License-Identifier: Apache-2.0
// Swift source text, line by line.

import Testing

@testable import PerdureCodegen

@Suite struct SwiftTextTests {
    @Test func blocksIndentTheirLines() {
        var text = SwiftText()
        text.block("struct A") { $0.line("let b: Int") }
        #expect(text.text == "struct A {\n    let b: Int\n}\n")
    }
}
