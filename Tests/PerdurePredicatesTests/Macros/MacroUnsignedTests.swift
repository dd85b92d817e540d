// SPDX-License-Identifier: Apache-2.0
// What a #Predicate with captured numbers without a sign becomes, as text: rows have their bits.

import Foundation
import PerdurePredicates
import Testing

@Suite("Numbers without a sign in #Predicate")
struct MacroUnsignedTests {
    final class Sample: NSObject, KeyPathNaming {
        var width: UInt64 = 0
        var count: UInt = 0
        var former: UInt64?
        var small: UInt32 = 0

        static func propertyName(for keyPath: AnyKeyPath) -> String? {
            let names: [AnyKeyPath: String] = [
                \Sample.width: "width", \Sample.count: "count", \Sample.former: "former",
                \Sample.small: "small",
            ]
            return names[keyPath]
        }
    }

    private func text(_ predicate: Predicate<Sample>) throws -> String {
        try NSPredicate(validating: predicate).formatString
    }

    @Test("PRE-120 numbers above Int64.max are the integers with their bits")
    func equality() throws {
        let (high, word, list) = (UInt64.max, UInt.max - 1, [UInt64.max, 5])
        #expect(try text(#Predicate { $0.width == high }) == "width == -1")
        #expect(try text(#Predicate { $0.count != word }) == "count != -2")
        #expect(try text(#Predicate { list.contains($0.width) }) == "width IN {-1, 5}")
        #expect(try text(#Predicate { ($0.former ?? high) == high }) == "former == nil OR former == -1")
    }

    @Test("PRE-120 an order looks at the sign of the bits first")
    func order() throws {
        let (high, low, small) = (UInt64.max, UInt64(5), UInt32.max)
        #expect(try text(#Predicate { $0.width < high }) == "width >= 0 OR width < -1")
        #expect(try text(#Predicate { $0.width >= high }) == "width < 0 AND width >= -1")
        #expect(try text(#Predicate { $0.width <= low }) == "width >= 0 AND width <= 5")
        #expect(try text(#Predicate { low < $0.width }) == "width < 0 OR width > 5")
        #expect(try text(#Predicate { ($0.former ?? high) < low }) == "former >= 0 AND former < 5")
        #expect(try text(#Predicate { $0.small < small }) == "small < 4294967295")
    }
}
