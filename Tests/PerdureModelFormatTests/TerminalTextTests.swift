// SPDX-License-Identifier: Apache-2.0
// What tools escape before they print it.

import PerdureModelFormat
import Testing

@Suite("Text for terminals") struct TerminalTextTests {
    @Test("PRG-74 controls of terminals and of bidirectional text have escapes")
    func escapes() {
        #expect(TerminalText.escaped("a\u{202A}\u{202E}\u{2069}b") == "a\\u{202a}\\u{202e}\\u{2069}b")
        #expect(TerminalText.escaped("\0\u{1B}\u{7F}\u{85}\n\r\t") == "\\u{0}\\u{1b}\\u{7f}\\u{85}\\n\\r\\t")
        #expect(TerminalText.escaped("a\r\nb") == "a\\r\\nb")
        #expect(TerminalText.escaped("one\ntwo\r", keepsLineEnds: true) == "one\ntwo\\r")
    }

    @Test("PRG-74 every control has one, and nothing around them")
    func ranges() {
        // U+061C, U+200E and U+200F are marks without a width.
        let marks = [0x061C, 0x200E, 0x200F]
        let controls =
            Array(0...0x1F) + Array(0x7F...0x9F) + marks + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        for value in 0...0x2100 {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            #expect(TerminalText.isControl(scalar) == controls.contains(value), "\(value)")
        }
    }

    @Test(
        "PRG-74 letters of all scripts stay as they are",
        arguments: ["Zoë", "שלום", "北京", "👩‍🚀", "e\u{301}", ""])
    func letters(_ text: String) { #expect(TerminalText.escaped(text) == text) }
}
