// SPDX-License-Identifier: Apache-2.0
// The bytes of binary property lists where their form changes: lengths of fifteen, zeros, the order of keys.

import Foundation
import Testing

@testable import PerdurePropertyList

@Suite("Written property lists") struct WrittenFormTests {
    private func again(_ value: PropertyListValue) throws -> PropertyListValue {
        try BinaryPropertyList.read(BinaryPropertyList.write(value))
    }

    @Test(
        "lengths around those that need a number of their own come back", arguments: [14, 15, 16, 255, 256])
    func lengths(_ count: Int) throws {
        let values: [PropertyListValue] = [
            .array(Array(repeating: .boolean(true), count: count)),
            .string(String(repeating: "a", count: count)),
            .string(String(repeating: "ä", count: count)), .data(Data(repeating: 1, count: count)),
        ]
        for value in values { #expect(try again(value) == value) }
    }

    @Test("a negative zero and a zero keep their signs beside each other")
    func zeros() throws {
        guard case .array(let found) = try again(.array([.real(0), .real(-0.0)])) else {
            Issue.record("no array")
            return
        }
        let signs = found.map {
            if case .real(let number) = $0 { number.sign } else { FloatingPointSign.plus }
        }
        #expect(signs == [.plus, .minus])
    }

    @Test("keys are written in their order, so that equal dictionaries have equal bytes")
    func keys() throws {
        let bytes = try BinaryPropertyList.write(.dictionary(["bb": .integer(1), "aa": .integer(2)]))
        let first = try #require(bytes.range(of: Data("aa".utf8)))
        let second = try #require(bytes.range(of: Data("bb".utf8)))
        #expect(first.lowerBound < second.lowerBound)
    }

    @Test("XML has a reference where a reader would take a character for another")
    func references() throws {
        #expect(try XMLText.escaped("a\r\n<&>\"") == "a&#13;\n&lt;&amp;&gt;\"")
        #expect(try XMLText.escaped("\"\n\t", inAttribute: true) == "&quot;&#10;&#9;")
    }
}
